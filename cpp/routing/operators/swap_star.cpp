// SWAP* (Vidal, 2022): two customers of different routes exchange routes, each going to its best
// place there instead of the other's place.
#include <limits>

#include "routing/operators/catalogue.h"

namespace neurols::routing {

namespace {

constexpr int kLongRoute = 64;  // customers; in longer routes only places beside neighbours are tried

struct Place {
    Node after = kDepot;
    Change change;  // of the route, with `without` taken out and the newcomer put in
};

class SwapStar final : public Operator {
public:
    std::string_view name() const override { return "swap*"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const RouteId own = routes.route_of(u);
        const Load demand = evaluation.instance.demand(u);
        for (const Node v : evaluation.near(u)) {
            const RouteId other = routes.route_of(v);
            if (other == own || !evaluation.worth_testing(own, other)) continue;
            const Load change = evaluation.instance.demand(v) - demand;
            if (!routes.has_room(own, change) || !routes.has_room(other, -change)) continue;
            const Place for_v = best_place(evaluation, v, u), for_u = best_place(evaluation, u, v);
            evaluation.offer({.u = u, .v = v, .w = for_u.after, .x = for_v.after}, own, for_v.change, other,
                             for_u.change);
        }
    }

    // `w` is the node before u's new place, `x` the one before v's.
    void apply(Routes& routes, const Move& move) const override {
        const RouteId route_u = routes.route_of(move.u), route_v = routes.route_of(move.v);
        routes.remove(move.u);
        routes.remove(move.v);
        routes.insert(move.u, route_v, move.w);
        routes.insert(move.v, route_u, move.x);
    }

private:
    // The best place for c in the route of `without`, once that has left.
    static Place best_place(const Evaluation& evaluation, Node c, Node without) {
        const Routes& routes = evaluation.routes;
        const RouteId id = routes.route_of(without);
        const Route& route = routes.route(id);
        const Node before = routes.pred(without), after = routes.next(without);
        Place best{before, {}};
        evaluation.drop(best.change, before, without);
        evaluation.drop(best.change, without, after);
        Change left = best.change;
        evaluation.add(best.change, before, c);
        evaluation.add(best.change, c, after);
        evaluation.add(left, before, after);

        const auto consider = [&](Node i, Node j) {
            if (i == without || j == without) return;
            Change change = left;
            evaluation.drop(change, i, j);
            evaluation.add(change, i, c);
            evaluation.add(change, c, j);
            const bool better = change.distance + change.penalty < best.change.distance + best.change.penalty;
            if (change.tabu < best.change.tabu || (change.tabu == best.change.tabu && better))
                best = {i, change};
        };
        consider(kDepot, route.first);
        if (route.size <= kLongRoute) {
            for (Node i = route.first; i != kDepot; i = routes.next(i)) consider(i, routes.next(i));
        } else {
            for (const Node i : evaluation.near(c)) {
                if (routes.route_of(i) != id) continue;
                consider(i, routes.next(i));
                if (routes.pred(i) != kDepot) consider(routes.pred(i), i);
            }
            consider(route.last, kDepot);
        }
        return best;
    }
};

}  // namespace

std::unique_ptr<Operator> make_swap_star() { return std::make_unique<SwapStar>(); }

}  // namespace neurols::routing
