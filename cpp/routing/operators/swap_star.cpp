// SWAP* (Vidal, 2022): two customers of different routes exchange routes, each going to its best
// place there instead of the other's place.
#include <algorithm>
#include <limits>

#include "routing/operators/catalogue.h"

namespace neurols::routing {

namespace {

constexpr int kLongRoute = 64;  // customers; in longer routes only places beside neighbours are tried

constexpr std::size_t kRemembered = 8;  // routes for each customer, of which it knows the cheapest place

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
        for (const Node v : evaluation.partners(u)) {
            const RouteId other = routes.route_of(v);
            if (other == own) continue;
            const Load change = evaluation.instance.demand(v) - demand;
            if (!routes.has_room(own, change) || !routes.has_room(other, -change)) continue;
            if (!evaluation.promising(bound(evaluation, v, u) + bound(evaluation, u, v))) continue;
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
        for_gaps(evaluation, c, id, consider);
        return best;
    }

    // Calls f(i, j) for the gaps of the route in which c is tried.
    template <class F>
    static void for_gaps(const Evaluation& evaluation, Node c, RouteId id, F f) {
        const Routes& routes = evaluation.routes;
        const Route& route = routes.route(id);
        f(kDepot, route.first);
        if (route.size <= kLongRoute) {
            for (Node i = route.first; i != kDepot; i = routes.next(i)) f(i, routes.next(i));
        } else {
            for (const Node i : evaluation.near(c)) {
                if (routes.route_of(i) != id) continue;
                f(i, routes.next(i));
                if (routes.pred(i) != kDepot) f(routes.pred(i), i);
            }
            f(route.last, kDepot);
        }
    }

    // No place for c in the route of `without` scores less.
    Distance bound(const Evaluation& evaluation, Node c, Node without) const {
        const Routes& routes = evaluation.routes;
        const Instance& instance = evaluation.instance;
        const Node before = routes.pred(without), after = routes.next(without);
        const Distance dropped = evaluation.arc_in(without) + evaluation.arc_out(without);
        const Distance in_place = instance.distance(before, c) + instance.distance(c, after);
        if (before == after) return in_place - dropped;
        const Distance elsewhere =
            instance.distance(before, after) + cheapest(evaluation, c, routes.route_of(without));
        return std::min(in_place, elsewhere) - dropped;
    }

    // What it costs at least to put c into the route; remembered as long as neither the route nor the
    // penalties change.
    Distance cheapest(const Evaluation& evaluation, Node c, RouteId id) const {
        const Routes& routes = evaluation.routes;
        if (insertions_.empty())
            insertions_.resize(static_cast<std::size_t>(evaluation.instance.nodes()) * kRemembered);
        const auto slot = static_cast<std::size_t>(id) % kRemembered;
        Insertion& known = insertions_[static_cast<std::size_t>(c) * kRemembered + slot];
        const std::int64_t modified = routes.route(id).modified;
        if (known.route == id && known.modified == modified && !evaluation.penalties) return known.least;
        Distance least = std::numeric_limits<Distance>::max();
        for_gaps(evaluation, c, id, [&](Node i, Node j) {
            Change change;
            evaluation.drop(change, i, j);
            evaluation.add(change, i, c);
            evaluation.add(change, c, j);
            least = std::min(least, change.distance + change.penalty);
        });
        known = {id, modified, least};
        return least;
    }

    struct Insertion {
        RouteId route = kAbsent;
        std::int64_t modified = 0;
        Distance least = 0;
    };
    mutable std::vector<Insertion> insertions_;  // kRemembered for each customer
};

}  // namespace

std::unique_ptr<Operator> make_swap_star() { return std::make_unique<SwapStar>(); }

}  // namespace neurols::routing
