#include "routing/operators/tails.h"

namespace neurols::routing {

namespace {

// Straight: both routes keep their heads and exchange their tails. Turned: the first head continues
// into the second one backwards, and the first tail, backwards, into the second tail.
enum Join : std::int8_t { Straight = 10, Turned = 11 };

struct Side {
    Load head = 0;
    Distance reach = 0;  // from the depot to the cut
    Distance rest = 0;   // from the node behind it to the depot
};

Node behind(const Routes& routes, Cut cut) {
    return cut.at == kDepot ? routes.route(cut.route).first : routes.next(cut.at);
}

Side side_of(const Routes& routes, Cut cut) {
    Side side;
    if (cut.at != kDepot) {
        side.head = routes.load_through(cut.at);
        side.reach = routes.reach(cut.at);
    }
    const Node next = behind(routes, cut);
    if (next != kDepot) side.rest = routes.route(cut.route).distance - routes.reach(next);
    return side;
}

// Swaps what lies outside the new arcs between the two routes' accounts; the sum does not change.
void settle_accounts(Change& in_a, Change& in_b, Distance new_a) {
    const Distance shift = new_a - in_a.distance;
    in_a.distance += shift;
    in_b.distance -= shift;
}

void offer_straight(Evaluation& evaluation, Cut cut_a, Cut cut_b) {
    const Routes& routes = evaluation.routes;
    const Node behind_a = behind(routes, cut_a), behind_b = behind(routes, cut_b);
    if ((cut_a.at == kDepot && cut_b.at == kDepot) || (behind_a == kDepot && behind_b == kDepot)) return;
    Change in_a, in_b;
    evaluation.drop(in_a, cut_a.at, behind_a);
    evaluation.add(in_a, cut_a.at, behind_b);
    evaluation.drop(in_b, cut_b.at, behind_b);
    evaluation.add(in_b, cut_b.at, behind_a);
    if (!evaluation.promising(in_a, in_b)) return;
    const Side a = side_of(routes, cut_a), b = side_of(routes, cut_b);
    const Load change = (routes.route(cut_b.route).load - b.head) - (routes.route(cut_a.route).load - a.head);
    if (!routes.has_room(cut_a.route, change) || !routes.has_room(cut_b.route, -change)) return;
    if (evaluation.instance.limits_distance()) settle_accounts(in_a, in_b, in_a.distance + b.rest - a.rest);
    evaluation.offer(
        {.u = cut_a.at, .v = cut_b.at, .route = cut_a.route, .other = cut_b.route, .kind = Straight},
        cut_a.route, in_a, cut_b.route, in_b);
}

void offer_turned(Evaluation& evaluation, Cut cut_a, Cut cut_b) {
    const Routes& routes = evaluation.routes;
    const Node behind_a = behind(routes, cut_a), behind_b = behind(routes, cut_b);
    if ((cut_a.at == kDepot && behind_b == kDepot) || (behind_a == kDepot && cut_b.at == kDepot)) return;
    Change in_a, in_b;
    evaluation.drop(in_a, cut_a.at, behind_a);
    evaluation.add(in_a, cut_a.at, cut_b.at);
    evaluation.drop(in_b, cut_b.at, behind_b);
    evaluation.add(in_b, behind_a, behind_b);
    if (evaluation.instance.symmetric() && !evaluation.promising(in_a, in_b)) return;
    const Route& route_a = routes.route(cut_a.route);
    const Route& route_b = routes.route(cut_b.route);
    const Side a = side_of(routes, cut_a), b = side_of(routes, cut_b);
    const Load change = b.head - (route_a.load - a.head);
    if (!routes.has_room(cut_a.route, change) || !routes.has_room(cut_b.route, -change)) return;
    if (!evaluation.instance.symmetric()) {
        if (cut_b.at != kDepot) {
            evaluation.drop(in_a, kDepot, route_b.first);
            evaluation.turn(in_a, route_b.first, cut_b.at);
            evaluation.add(in_a, route_b.first, kDepot);
        }
        if (behind_a != kDepot) {
            evaluation.drop(in_b, route_a.last, kDepot);
            evaluation.turn(in_b, behind_a, route_a.last);
            evaluation.add(in_b, kDepot, route_a.last);
        }
    }
    if (evaluation.instance.limits_distance()) {
        settle_accounts(in_a, in_b, in_a.distance + b.reach - a.rest);
    }
    evaluation.offer(
        {.u = cut_a.at, .v = cut_b.at, .route = cut_a.route, .other = cut_b.route, .kind = Turned},
        cut_a.route, in_a, cut_b.route, in_b);
}

}  // namespace

void offer_joins(Evaluation& evaluation, Node u, Node v) {
    const Routes& routes = evaluation.routes;
    const Cut behind_u{routes.route_of(u), u}, ahead_u{routes.route_of(u), routes.pred(u)};
    const Cut behind_v{routes.route_of(v), v}, ahead_v{routes.route_of(v), routes.pred(v)};
    const Instance& instance = evaluation.instance;
    const Distance in_u = evaluation.arc_in(u), out_u = evaluation.arc_out(u);
    const Distance in_v = evaluation.arc_in(v), out_v = evaluation.arc_out(v);
    const Distance to_v = instance.distance(u, v), to_u = instance.distance(v, u);
    const bool bounded = instance.symmetric();  // the turned ones
    if (evaluation.promising(to_v - out_u - in_v)) offer_straight(evaluation, behind_u, ahead_v);
    if (evaluation.promising(to_u - in_u - out_v)) offer_straight(evaluation, ahead_u, behind_v);
    if (!bounded || evaluation.promising(to_v - out_u - out_v)) offer_turned(evaluation, behind_u, behind_v);
    if (!bounded || evaluation.promising(to_v - in_u - in_v)) offer_turned(evaluation, ahead_u, ahead_v);
}

void offer_split(Evaluation& evaluation, Node u) {
    const Routes& routes = evaluation.routes;
    if (routes.next(u) == kDepot || !evaluation.worth_opening(routes.route_of(u))) return;
    offer_straight(evaluation, {routes.route_of(u), u}, {routes.empty_route(), kDepot});
}

bool is_join(const Move& move) { return move.kind == Straight || move.kind == Turned; }

void join(Routes& routes, const Move& move, std::vector<Node>& buffer) {
    const RouteId route_a = move.route, route_b = move.other;
    const Node behind_a = behind(routes, {route_a, move.u}), behind_b = behind(routes, {route_b, move.v});
    const Window tail_a = routes.window(route_a, move.u, kDepot);
    buffer.clear();
    if (move.kind == Straight) {
        const Window tail_b = routes.window(route_b, move.v, kDepot);
        for (Node c = behind_b; c != kDepot; c = routes.next(c)) buffer.push_back(c);
        const std::size_t split = buffer.size();
        for (Node c = behind_a; c != kDepot; c = routes.next(c)) buffer.push_back(c);
        routes.rewrite(tail_a, std::span(buffer).first(split));
        routes.rewrite(tail_b, std::span(buffer).subspan(split));
        return;
    }
    const Window head_b = routes.window(route_b, kDepot, behind_b);
    for (Node c = move.v; c != kDepot; c = routes.pred(c)) buffer.push_back(c);
    const std::size_t split = buffer.size();
    if (behind_a != kDepot) {
        for (Node c = routes.route(route_a).last; c != move.u; c = routes.pred(c)) buffer.push_back(c);
    }
    routes.rewrite(tail_a, std::span(buffer).first(split));
    routes.rewrite(head_b, std::span(buffer).subspan(split));
}

}  // namespace neurols::routing
