#include "routing/rich/types.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {
constexpr double kChange = 0.2;  // of the routes of a step try another depot or profile
constexpr double kAnyway = 0.2;  // of those that cost more are changed where there are few tasks
constexpr int kFewTasks = 14;
constexpr int kPartners = 4;  // with which an exchange of types is tried
std::size_t at(int index) { return static_cast<std::size_t>(index); }
}  // namespace

Types::Types(const Instance& instance) : instance_(instance) {
    for (int t = 0; t < instance.types(); ++t) {
        any_alike_ |= !instance.alike(t).empty();
        any_other_ |= static_cast<int>(instance.alike(t).size()) + 1 < instance.types();
    }
}

bool Types::has_room(const Route& route, int type) const {
    if (instance_.has().loads) {
        const Value* initial = instance_.initial(type);
        for (int k = 0; k < instance_.dimensions(); ++k) {
            Value most = std::max(route.given[at(k)], route.taken[at(k)]);
            if (instance_.has().legs)
                most = route.loads_after[static_cast<std::size_t>(instance_.dimensions()) + at(k)].greatest();
            if (initial[k] + most > instance_.capacity(type)[k]) return false;
        }
    }
    if (!instance_.has().typed) return true;
    return std::ranges::all_of(route.stops, [&](const Stop& stop) {
        return stop.node == instance_.nowhere() || instance_.is_depot(stop.node) ||
               instance_.allowed(stop.node, type);
    });
}

void Types::fit(Routes& routes) {
    if (!any_alike_) return;
    step_.assign(routes.touched().begin(), routes.touched().end());
    for (const int r : step_) {
        if (routes.route(r).clients > 0) fit_one(routes, r);
    }
}

bool Types::fit_one(Routes& routes, int r) {
    const Route& route = routes.route(r);
    int best = -1;
    Value least = routes.route_cost(route.type, route.distance, route.duration);
    for (const int t : instance_.alike(route.type)) {
        if (routes.left(t) <= 0) continue;
        const Value cost = routes.route_cost(t, route.distance, route.duration);
        if (cost >= least || !has_room(route, t)) continue;
        least = cost;
        best = t;
    }
    if (best < 0) return false;
    visits_ = routes.visits_of(r);
    return routes.replace(r, best, visits_);
}

void Types::improve(Routes& routes, Rng& rng) {
    if (!any_alike_ && !any_other_) return;
    step_.assign(routes.touched().begin(), routes.touched().end());
    for (std::size_t i = 0; i < step_.size(); ++i) {
        const int r = step_[i];
        if (routes.route(r).clients == 0) continue;
        if (any_alike_) {
            fit_one(routes, r);
            if (instance_.has().limited) exchange(routes, r, rng);
        }
        if (any_other_ && rng.coin(kChange)) change(routes, r, rng);
    }
}

// Two routes exchange their types where that is cheaper.
void Types::exchange(Routes& routes, int r, Rng& rng) {
    const auto& alike = instance_.alike(routes.route(r).type);
    if (alike.empty()) return;
    for (int i = 0; i < kPartners; ++i) {
        const int other =
            routes.used_route(static_cast<int>(rng.below(static_cast<std::uint32_t>(routes.used()))));
        const Route &a = routes.route(r), &b = routes.route(other);
        const int type_a = a.type, type_b = b.type;
        if (type_a == type_b || std::ranges::find(alike, type_b) == alike.end()) continue;
        const Value now = routes.route_cost(type_a, a.distance, a.duration) +
                          routes.route_cost(type_b, b.distance, b.duration);
        const Value then = routes.route_cost(type_b, a.distance, a.duration) +
                           routes.route_cost(type_a, b.distance, b.duration);
        if (then >= now || !has_room(a, type_b) || !has_room(b, type_a)) continue;
        visits_ = routes.visits_of(r);
        other_visits_ = routes.visits_of(other);
        routes.replace(other, type_b, {});  // its vehicle is free now
        routes.replace(r, type_b, visits_);
        routes.open(type_a, other_visits_);
        return;
    }
}

// The same visits from another depot, by another kind of vehicle.
void Types::change(Routes& routes, int r, Rng& rng) {
    const int type = static_cast<int>(rng.below(static_cast<std::uint32_t>(instance_.types())));
    if (type == routes.route(r).type || routes.left(type) <= 0) return;
    visits_ = routes.visits_of(r);
    const Value before = routes.route(r).cost;
    const Value after = routes.cost_of(type, visits_);
    const bool anyway = instance_.tasks() <= kFewTasks && after < kForever && rng.coin(kAnyway);
    if (after < before || anyway) routes.replace(r, type, visits_);
}

}  // namespace neurols::routing::rich
