// How searches of rich routing start, and start again: constructions, given routes, and what is measured
// once.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "routing/rich/workspace.h"

namespace neurols::routing::rich {

namespace {

constexpr int kLongLists = 100;    // neighbours for ruin and recreate
constexpr int kShorterLists = 64;  // the same for instances of more than kLarge clients
constexpr int kLarge = 5000;
constexpr int kMoveNeighbours = 24;  // that moves join a client with
constexpr int kSpacingRank = 5;      // the unit of cost is at most so many times the mean distance to
constexpr double kSpacings = 2.5;    // the neighbour of this rank

}  // namespace

void RichWorkspace::prepare(const std::atomic<bool>* cancel) {
    if (proximity_) return;
    const int length = instance_->clients() > kLarge ? kShorterLists : kLongLists;
    proximity_ = instance_->proximity(length, rich_.waiting, rich_.lateness, cancel);
    evaluation_.set_neighbours(proximity_.get(), kMoveNeighbours);
    task_operators_.set_proximity(proximity_.get());
}

void RichWorkspace::construct(Rng& rng) {
    if (!proximity_) prepare(nullptr);  // not done where a caller steps it without a search
    routes_.clear();
    set_prices(1);
    if (initial_) {
        routes_.assign(*initial_);
    } else {
        build(rng, settings_.construction == "random-insertion");
    }
    const Value vehicles = instance_->vehicle_price() > 0 ? instance_->tasks() : 0;
    incomplete_ = routes_.complete() ? 0 : (vehicles + 2) * instance_->great_cost();
    priced_steps_ = incomplete_steps_ = 0;
    routes_.begin_step();
    best_.reset(routes_);
    elites_.clear();
    in_phases_ = false;
    progress_ = 0;
    finished_ = false;
    tabu_.clear();
    tabu_time_ = 0;
    rejected_sweeps_.clear();
    rejected_moves_.clear();
    for (auto& tested : tested_) std::ranges::fill(tested, -1);
    unit_ = small_change();
    pending_ = Pending::Nothing;
    kept_ = false;
}

// Clients come one by one, each to its cheapest place nearby: the far ones and those with narrow windows
// first.
void RichWorkspace::build(Rng& rng, bool randomly) {
    std::vector<int> order(static_cast<std::size_t>(instance_->tasks()));
    std::iota(order.begin(), order.end(), 0);
    rng.shuffle(order);
    if (!randomly) {
        const bool timed = instance_->has().timed;
        const auto key = [&](int t) {
            const Node c = instance_->task(t).first;
            if (timed && instance_->span(c).close < kForever) return instance_->span(c).close;
            return kForever - instance_->distance(0, instance_->type(0).start, c);
        };
        std::ranges::stable_sort(order, {}, key);
    }
    // What is not worth its prize leaves the plan one by one; a vehicle for many does not come so easily.
    recreate_.take_all(true);
    std::vector<int> left;
    for (const int t : order) {
        if (!routes_.is_absent(t)) continue;
        recreate_.start(proximity_.get());
        recreate_.look_around(routes_, instance_->task(t).first);
        recreate_.waiting().assign(1, t);
        recreate_.insert_all(routes_, rng, kForever);
        if (routes_.is_absent(t) && instance_->task(t).required) left.push_back(t);
    }
    // Those that found no place nearby may go anywhere.
    if (left.empty()) {
        recreate_.take_all(false);
        return;
    }
    recreate_.start(proximity_.get());
    for (int slot = 0; slot < routes_.used(); ++slot) recreate_.add_route(routes_.used_route(slot));
    recreate_.waiting() = left;
    recreate_.insert_all(routes_, rng, kForever);
    recreate_.take_all(false);
}

// The mean arc, unless most of it is the way to a far depot: what improves a solution late in a search
// happens between neighbours, on the scale of the distances there.
double RichWorkspace::small_change() const {
    Value cost = 0;
    int arcs = 0;
    double unit_distance = 0;
    for (int slot = 0; slot < routes_.used(); ++slot) {
        const Route& route = routes_.route(routes_.used_route(slot));
        cost += route.cost - instance_->type(route.type).fixed;
        arcs += route.clients + 1;
        unit_distance += static_cast<double>(instance_->type(route.type).unit_distance);
    }
    if (arcs == 0) return std::max(1.0, instance_->to_cost(instance_->dearest_trip()));
    const double mean_arc = static_cast<double>(cost) / arcs;
    const double spacing =
        kSpacings * proximity_->mean_distance(*instance_, kSpacingRank) * unit_distance / routes_.used();
    const double change = spacing > 0 ? std::min(mean_arc, spacing) : mean_arc;
    return std::max(change, 1.0) / instance_->data().scale;
}

bool RichWorkspace::restart(Rng& rng) {
    routes_.assign({});
    build(rng, true);
    return true;
}

}  // namespace neurols::routing::rich
