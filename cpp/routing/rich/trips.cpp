#include "routing/rich/trips.h"

namespace neurols::routing::rich {

namespace {
constexpr double kOverlooked = 0.3;  // of the places where a route could be cut
constexpr int kPartners = 3;         // routes that one is tried to be joined with
std::size_t at(int index) { return static_cast<std::size_t>(index); }
}  // namespace

int Trips::change(Routes& routes, int r, Value allowance, Rng& rng) {
    const Route& route = routes.route(r);
    if (route.clients == 0) return kAbsent;
    if (routes.left(route.type) > 0) return route.reloads > 0 ? split(routes, r, allowance, rng) : kAbsent;
    join(routes, r, allowance, rng);
    return kAbsent;
}

int Trips::cut(Routes& routes, int r, Value allowance, Rng& rng) {
    const Route& route = routes.route(r);
    const int type = route.type;
    if (routes.left(type) <= 0) return kAbsent;
    const VehicleType& vehicle = instance_.type(type);
    const Value opening = vehicle.fixed + instance_.vehicle_price();
    if (opening >= allowance) return kAbsent;
    Value least = allowance;
    int best = 0;
    int on_board = 0;  // shipments
    for (int i = 1; i + 1 < route.last(); ++i) {
        const Node a = route.stops[at(i)].node, b = route.stops[at(i + 1)].node;
        if (instance_.is_depot(a)) continue;
        const Task& task = instance_.task(instance_.task_of(a));
        if (task.kind == Task::Kind::Pair) on_board += a == task.first ? 1 : -1;
        if (on_board > 0 || instance_.is_depot(b)) continue;
        const Value longer = Value{instance_.distance(type, a, instance_.end_of(type))} +
                             instance_.distance(type, vehicle.start, b) - route.leg(i + 1);
        const Value cost = opening + vehicle.unit_distance * longer;
        if (cost >= least || rng.coin(kOverlooked)) continue;
        least = cost;
        best = i;
    }
    if (best == 0) return kAbsent;
    head_.clear();
    tail_.clear();
    for (int i = 1; i < route.last(); ++i) (i <= best ? head_ : tail_).push_back(route.stops[at(i)].node);
    const Value before = routes.cost();
    const Routes::Trial trial = routes.begin_try();
    if (routes.replace(r, type, head_)) {
        const int opened = routes.open(type, tail_);
        if (opened != kAbsent && routes.cost() - before < allowance) return opened;
    }
    routes.undo(trial);
    return kAbsent;
}

int Trips::split(Routes& routes, int r, Value allowance, Rng& rng) {
    const Route& route = routes.route(r);
    const int type = route.type;
    int reload = static_cast<int>(rng.below(static_cast<std::uint32_t>(route.reloads)));
    head_.clear();
    tail_.clear();
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (instance_.is_depot(v) && reload-- == 0) continue;
        (reload < 0 ? tail_ : head_).push_back(v);
    }
    if (head_.empty() || tail_.empty()) return kAbsent;
    const Value before = routes.cost();
    const Routes::Trial trial = routes.begin_try();
    if (routes.replace(r, type, head_)) {
        const int opened = routes.open(type, tail_);
        if (opened != kAbsent && routes.cost() - before < allowance) return opened;
    }
    routes.undo(trial);
    return kAbsent;
}

void Trips::join(Routes& routes, int r, Value allowance, Rng& rng) {
    const int type = routes.route(r).type;
    const auto& depots = instance_.type(type).reload_depots;
    if (depots.empty()) return;
    const Node depot = depots[rng.below(static_cast<std::uint32_t>(depots.size()))];
    for (int k = 0; k < kPartners; ++k) {
        const int other =
            routes.used_route(static_cast<int>(rng.below(static_cast<std::uint32_t>(routes.used()))));
        if (other == r) continue;
        other_ = routes.visits_of(other);
        head_ = routes.visits_of(r);
        head_.push_back(depot);
        head_.insert(head_.end(), other_.begin(), other_.end());
        if (routes.cost_of(type, head_) - routes.route(r).cost - routes.route(other).cost >= allowance)
            continue;
        const Value before = routes.cost();
        const Routes::Trial trial = routes.begin_try();
        routes.replace(other, routes.route(other).type, {});
        if (routes.replace(r, type, head_) && routes.cost() - before < allowance) return;
        routes.undo(trial);
        return;
    }
}

}  // namespace neurols::routing::rich
