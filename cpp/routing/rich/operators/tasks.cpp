#include "routing/rich/operators/tasks.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {
constexpr int kPartners = 6;  // with which a task changes places
}

const std::vector<std::string>& TaskOperators::names() {
    static const std::vector<std::string> all = {"reinsert", "shipment", "optional", "vehicle-type",
                                                 "close-route"};
    return all;
}

std::string TaskOperators::unsupported(Kind kind, const Instance& instance) {
    switch (kind) {
        case Shipment:
            return instance.has().pairs ? "" : "there are no shipments";
        case Optional:
            return instance.has().optional ? "" : "every client must be visited";
        case VehicleType:
            return instance.types() > 1 ? "" : "there is one vehicle type";
        default:
            return "";
    }
}

TaskOperators::TaskOperators(const Instance& instance, const RecreateSettings& settings)
    : instance_(instance), recreate_(instance, [&] {
          RecreateSettings thorough = settings;
          thorough.blink = 0;
          return thorough;
      }()) {}

bool TaskOperators::improve(Kind kind, Routes& routes, Node u, Value allowance, Rng& rng) {
    switch (kind) {
        case Reinsert:
            return reinsert(routes, u, allowance, rng);
        case Shipment:
            return exchange(routes, u, false, allowance, rng);
        case Optional:
            return exchange(routes, u, true, allowance, rng);
        case VehicleType:
            return change_type(routes, u, allowance);
        default:
            return close_route(routes, u, allowance, rng);
    }
}

void TaskOperators::take_out(Routes& routes, int index) {
    const Task& task = instance_.task(index);
    const auto take = [&](Node c) {
        if (c == kAbsent) return;
        if (routes.present(c)) {
            recreate_.add_route(routes.route_of(c));
            routes.mark_removed(c);
        }
        recreate_.look_around(routes, c);
    };
    if (task.kind == Task::Kind::Group) {
        for (const Node c : task.members) take(c);
    } else {
        take(task.first);
        take(task.second);
    }
}

// What stands in `waiting_` returns in this order, then whatever else had to leave.
bool TaskOperators::put_back(Routes& routes, const Routes::Trial& trial, Value before,
                             std::size_t absent_before, Value allowance, Rng& rng) {
    routes.close_gaps();
    for (std::size_t i = absent_before; i < routes.absent().size(); ++i) {
        const int task = routes.absent()[i];
        if (std::ranges::find(waiting_, task) == waiting_.end()) waiting_.push_back(task);
    }
    recreate_.waiting() = waiting_;
    if (recreate_.insert_all(routes, rng, kForever) && routes.cost() - before < allowance) return true;
    routes.undo(trial);
    return false;
}

bool TaskOperators::reinsert(Routes& routes, Node u, Value allowance, Rng& rng) {
    const int task = instance_.task_of(u);
    if (instance_.task(task).first != u && !routes.present(u)) return false;
    const Value before = routes.cost();
    const std::size_t absent_before = routes.absent().size();
    const Routes::Trial trial = routes.begin_try();
    recreate_.start(proximity_);
    take_out(routes, task);
    waiting_.assign(1, task);
    return put_back(routes, trial, before, absent_before, allowance, rng);
}

// A task and one nearby leave, and return in this order: two shipments, or what is not served and what is.
bool TaskOperators::exchange(Routes& routes, Node u, bool optional, Value allowance, Rng& rng) {
    const int task = instance_.task_of(u);
    if (optional) {
        if (instance_.task(task).required || !routes.is_absent(task)) return false;
    } else if (instance_.task(task).kind != Task::Kind::Pair || !routes.present(u)) {
        return false;
    }
    int partners = 0;
    for (const Node v : proximity_->of(u)) {
        const int other = instance_.task_of(v);
        if (other == task || !routes.present(v)) continue;
        if (!optional && instance_.task(other).kind != Task::Kind::Pair) continue;
        if (partners++ == kPartners) return false;
        const Value before = routes.cost();
        const std::size_t absent_before = routes.absent().size();
        const Routes::Trial trial = routes.begin_try();
        recreate_.start(proximity_);
        take_out(routes, task);
        take_out(routes, other);
        waiting_.assign({task, other});
        if (put_back(routes, trial, before, absent_before, allowance, rng)) return true;
    }
    return false;
}

bool TaskOperators::change_type(Routes& routes, Node u, Value allowance) {
    if (!routes.present(u) || instance_.types() == 1) return false;
    const int r = routes.route_of(u);
    if (routes.route(r).stops[1].node != u) return false;  // once a route
    const int own = routes.route(r).type;
    visits_ = routes.visits_of(r);
    int best = -1;
    Value least = routes.route(r).cost + allowance;
    for (int t = 0; t < instance_.types(); ++t) {
        if (t == own || routes.left(t) <= 0) continue;
        const Value cost = routes.cost_of(t, visits_);
        if (cost >= least) continue;
        least = cost;
        best = t;
    }
    if (best >= 0) {
        const Value before = routes.cost();
        const Routes::Trial trial = routes.begin_try();
        if (routes.replace(r, best, visits_) && routes.cost() - before < allowance) return true;
        routes.undo(trial);
    }
    return exchange_types(routes, r, allowance);
}

// Two routes exchange their vehicles.
bool TaskOperators::exchange_types(Routes& routes, int r, Value allowance) {
    const int own = routes.route(r).type;
    for (int slot = 0; slot < routes.used(); ++slot) {
        const int other = routes.used_route(slot), type = routes.route(other).type;
        if (other == r || type == own) continue;
        other_visits_ = routes.visits_of(other);
        const Value now = routes.route(r).cost + routes.route(other).cost;
        const Value mine = routes.cost_of(type, visits_);
        if (mine - now >= allowance) continue;
        const Value theirs = routes.cost_of(own, other_visits_);
        if (theirs >= kForever || mine + theirs - now >= allowance) continue;
        const Value before = routes.cost();
        const Routes::Trial trial = routes.begin_try();
        routes.replace(other, type, {});  // its vehicle is free now
        const bool done = routes.replace(r, type, visits_) && routes.open(own, other_visits_) != kAbsent;
        if (done && routes.cost() - before < allowance) return true;
        routes.undo(trial);
    }
    return false;
}

bool TaskOperators::close_route(Routes& routes, Node u, Value allowance, Rng& rng) {
    if (!routes.present(u) || routes.used() < 2) return false;
    const int r = routes.route_of(u);
    const Route& route = routes.route(r);
    if (route.stops[1].node != u) return false;  // once a route
    const Value before = routes.cost();
    const std::size_t absent_before = routes.absent().size();
    const Routes::Trial trial = routes.begin_try();
    recreate_.start(proximity_);
    waiting_.clear();
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (instance_.is_depot(v)) continue;
        if (std::ranges::find(waiting_, instance_.task_of(v)) == waiting_.end())
            waiting_.push_back(instance_.task_of(v));
    }
    for (const int task : waiting_) take_out(routes, task);
    recreate_.stay();
    return put_back(routes, trial, before, absent_before, allowance, rng);
}

}  // namespace neurols::routing::rich
