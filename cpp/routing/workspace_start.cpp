// How searches start, and start again: constructions, given routes, and all that is measured once.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "routing/fleet.h"
#include "routing/workspace.h"

namespace neurols::routing {

namespace {

constexpr int kLongLists = 100;    // neighbours for ruin, recreate and savings
constexpr int kShorterLists = 64;  // the same for instances of more than kLarge customers
constexpr int kLarge = 5000;
constexpr int kSpacingRank = 5;    // the unit of cost is at most so many times the mean distance to
constexpr double kSpacings = 2.5;  // the neighbour of this rank

}  // namespace

void RoutingWorkspace::check_initial() const {
    std::vector<std::uint8_t> seen(static_cast<std::size_t>(instance_->nodes()), 0);
    const auto fail = [](const std::string& sentence) { throw std::invalid_argument(sentence); };
    int used = 0;
    for (std::size_t r = 0; r < initial_->size(); ++r) {
        Load load = 0;
        Distance distance = 0;
        Node previous = kDepot;
        for (const Node c : (*initial_)[r]) {
            if (c < 1 || c >= instance_->nodes())
                fail("initial routes: there is no customer " + std::to_string(c));
            if (seen[static_cast<std::size_t>(c)]++)
                fail("initial routes visit customer " + std::to_string(c) + " twice");
            load += instance_->demand(c);
            distance += instance_->distance(previous, c);
            previous = c;
        }
        distance += previous == kDepot ? 0 : instance_->distance(previous, kDepot);
        if (load > instance_->capacity()) fail("initial route " + std::to_string(r + 1) + " is overloaded");
        if (distance > instance_->max_distance())
            fail("initial route " + std::to_string(r + 1) + " is too long");
        used += previous != kDepot;
    }
    for (Node c = 1; c < instance_->nodes(); ++c) {
        if (!seen[static_cast<std::size_t>(c)])
            fail("initial routes leave out customer " + std::to_string(c));
    }
    if (used > routes_.route_count()) {
        fail("initial routes use " + std::to_string(used) + " vehicles, but only " +
             std::to_string(routes_.route_count()) + " are allowed");
    }
}

RouteLists RoutingWorkspace::first_routes(Rng& rng) {
    if (initial_) return *initial_;
    const std::string& name = settings_.construction;
    if (name.empty() || name == "savings")
        return savings_routes(*instance_, neighbours_, {settings_.shape, 0}, rng);
    if (name == "random-savings") {
        return savings_routes(*instance_, neighbours_, {settings_.shape, settings_.restart_noise}, rng);
    }
    if (name == "sweep") return sweep_routes(*instance_, rng);
    if (name == "nearest-neighbour") return nearest_neighbour_routes(*instance_, neighbours_);
    if (name == "random") return random_routes(*instance_, rng);
    throw std::invalid_argument("unknown construction \"" + name +
                                "\": expected savings, random-savings, sweep, nearest-neighbour or random");
}

void RoutingWorkspace::prepare(const std::atomic<bool>* cancel) {
    const int length = instance_->customers() > kLarge ? kShorterLists : kLongLists;
    neighbours_ = instance_->neighbours(std::max(length, settings_.neighbours), cancel);
    cancel_ = cancel;
}

void RoutingWorkspace::construct(Rng& rng) {
    if (neighbours_.count() == 0) prepare(nullptr);  // not done where a caller steps it without a search
    RouteLists lists = first_routes(rng);
    if (workshop_) {
        Fleet fleet(*workshop_, ruin_, recreate_, cancel_);
        cancel_ = nullptr;  // it need not outlive this call
        lists = fleet.fit_or_throw(std::move(lists), rng, settings_.effort.get());
    }
    routes_.reset();
    routes_.assign(lists);
    routes_.begin_step();
    best_.reset(routes_);
    elites_.clear();
    in_phases_ = false;

    const auto arcs = static_cast<double>(instance_->customers() + routes_.used());
    const double mean_arc = static_cast<double>(routes_.total()) / arcs;
    unit_ = std::max(small_change(mean_arc), 1.0) / instance_->scale();
    if (ranking_) ranking_->start(small_change(mean_arc));
    ruined_.clear();
    allowance_ = static_cast<Distance>(settings_.allowance * small_change(mean_arc));
    // At first, what a mean customer has too much costs a mean arc.
    const double demand = static_cast<double>(instance_->total_demand()) / instance_->customers();
    priced_steps_ = overloaded_steps_ = 0;
    first_price_ = price_ = mean_arc / std::max(1.0, demand);
    penalties_.clear();
    penalties_.set_weight(static_cast<Distance>(settings_.guidance * mean_arc));
    evaluation_.penalties = nullptr;
    penalty_ = 0;
    fingerprint_known_ = false;

    std::iota(order_.begin(), order_.end(), 1);
    for (auto& tested : tested_) std::fill(tested.begin(), tested.end(), -1);
    all_changed_ = 0;
    pending_ = Pending::Nothing;
    kept_ = false;
    rejected_sweeps_.clear();
    rejected_moves_.clear();
    tabu_.clear();
    tabu_time_ = 0;
}

// The mean arc, unless most of it is the way to a far depot: what improves a solution late in a search
// happens between neighbours, on the scale of the distances there.
double RoutingWorkspace::small_change(double mean_arc) const {
    const double spacing = neighbours_.mean_distance(*instance_, kSpacingRank);
    return spacing > 0 ? std::min(mean_arc, kSpacings * spacing) : mean_arc;
}

bool RoutingWorkspace::restart(Rng& rng) {
    auto lists = savings_routes(*instance_, neighbours_, {settings_.shape, settings_.restart_noise}, rng);
    if (workshop_ && !Fleet(*workshop_, ruin_, recreate_, nullptr).fit(lists, rng)) return false;
    routes_.assign(lists);
    return true;
}

}  // namespace neurols::routing
