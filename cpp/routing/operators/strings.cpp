#include "routing/operators/strings.h"

#include <utility>

namespace neurols::routing {

bool String::holds(const Routes& routes, Node customer) const {
    Node here = first;
    for (int i = 0; i < length; ++i, here = routes.next(here)) {
        if (here == customer) return true;
    }
    return false;
}

String string_from(const Routes& routes, Node first, int length) {
    String string{routes.route_of(first), routes.pred(first), first, first, kDepot, length, 0};
    string.load = routes.instance().demand(first);
    for (int i = 1; i < length; ++i) {
        string.last = routes.next(string.last);
        if (string.last == kDepot) return {};
        string.load += routes.instance().demand(string.last);
    }
    string.after = routes.next(string.last);
    return string;
}

String string_to(const Routes& routes, Node last, int length) {
    Node first = last;
    for (int i = 1; i < length; ++i) {
        first = routes.pred(first);
        if (first == kDepot) return {};
    }
    return string_from(routes, first, length);
}

String gap_after(const Routes& routes, Node customer) {
    return {routes.route_of(customer), customer, kDepot, kDepot, routes.next(customer), 0, 0};
}

String gap_before(const Routes& routes, Node customer) {
    return {routes.route_of(customer), routes.pred(customer), kDepot, kDepot, customer, 0, 0};
}

String gap_in_empty(RouteId route) { return {route, kDepot, kDepot, kDepot, kDepot, 0, 0}; }

namespace {

// The arcs that go when the string leaves, or when something is put into the gap.
Distance dropped_at(const Evaluation& evaluation, const String& place) {
    if (!place.empty()) return evaluation.arc_in(place.first) + evaluation.arc_out(place.last);
    if (place.before != kDepot) return evaluation.arc_out(place.before);
    return place.after != kDepot ? evaluation.arc_in(place.after) : 0;
}

// Replaces what stands between the ends of `place` by `string`.
void put(const Evaluation& evaluation, Change& change, const String& place, const String& string, bool turn) {
    if (place.empty()) {
        evaluation.drop(change, place.before, place.after);
    } else {
        evaluation.drop(change, place.before, place.first);
        evaluation.drop(change, place.last, place.after);
    }
    if (string.empty()) {
        evaluation.add(change, place.before, place.after);
    } else {
        evaluation.add(change, place.before, turn ? string.last : string.first);
        evaluation.add(change, turn ? string.first : string.last, place.after);
    }
}

// The inside of a string that changes its direction, or (in another route) its owner.
void carry(const Evaluation& evaluation, Change& from, Change& to, const String& string, bool turn) {
    if (string.length < 2) return;
    if (turn) evaluation.turn(to, string.first, string.last);
    if (&from == &to || !evaluation.instance.limits_distance()) return;
    const Distance inside = evaluation.routes.reach(string.last) - evaluation.routes.reach(string.first);
    from.distance -= inside;
    to.distance += inside;
}

bool follows(const String& a, const String& b) {
    return !a.empty() && !b.empty() ? a.after == b.first && a.last == b.before
                                    : (a.empty() ? a.after == b.first && a.before == b.before
                                                 : a.last == b.before && a.after == b.after);
}

bool overlap(const Routes& routes, const String& a, const String& b) {
    if (a.empty() && b.empty()) return true;
    if (a.empty()) return b.holds(routes, a.before) && b.holds(routes, a.after);
    if (b.empty()) return a.holds(routes, b.before) && a.holds(routes, b.after);
    return a.holds(routes, b.first) || b.holds(routes, a.first);
}

void append(const Routes& routes, const String& string, bool turn, std::vector<Node>& buffer) {
    Node customer = turn ? string.last : string.first;
    for (int i = 0; i < string.length; ++i) {
        buffer.push_back(customer);
        customer = turn ? routes.pred(customer) : routes.next(customer);
    }
}

}  // namespace

Distance gain_of_leaving(const Evaluation& evaluation, const String& string) {
    const Distance bridge =
        string.before == string.after ? 0 : evaluation.instance.distance(string.before, string.after);
    return dropped_at(evaluation, string) - bridge;
}

void offer_exchange(Evaluation& evaluation, const Move& move, const String& a, bool turn_a, const String& b,
                    bool turn_b) {
    const Routes& routes = evaluation.routes;
    if (a.route != b.route) {
        const Load change = b.load - a.load;
        if (!routes.has_room(a.route, change) || !routes.has_room(b.route, -change)) return;
        Change in_a, in_b;
        put(evaluation, in_a, a, b, turn_b);
        const bool bounded = evaluation.instance.symmetric() || !(turn_a || turn_b);
        if (bounded && !evaluation.promising(in_a.distance + in_a.penalty - dropped_at(evaluation, b)))
            return;
        put(evaluation, in_b, b, a, turn_a);
        carry(evaluation, in_a, in_b, a, turn_a);
        carry(evaluation, in_b, in_a, b, turn_b);
        evaluation.offer(move, a.route, in_a, b.route, in_b);
        return;
    }
    if (overlap(routes, a, b)) return;
    const bool a_first = follows(a, b), b_first = !a_first && follows(b, a);
    Change change;
    if (a_first || b_first) {
        if (a.empty() || b.empty()) {  // the string stays where it is, at best turned round
            const String& string = a.empty() ? b : a;
            if (!(a.empty() ? turn_b : turn_a) || string.length < 2) return;
            put(evaluation, change, string, string, true);
            evaluation.turn(change, string.first, string.last);
            evaluation.offer(move, a.route, change);
            return;
        }
        const String& x = a_first ? a : b;
        const String& y = a_first ? b : a;
        const bool turn_x = a_first ? turn_a : turn_b, turn_y = a_first ? turn_b : turn_a;
        evaluation.drop(change, x.before, x.first);
        evaluation.drop(change, x.last, y.first);
        evaluation.drop(change, y.last, y.after);
        evaluation.add(change, x.before, turn_y ? y.last : y.first);
        evaluation.add(change, turn_y ? y.first : y.last, turn_x ? x.last : x.first);
        evaluation.add(change, turn_x ? x.first : x.last, y.after);
    } else {
        put(evaluation, change, a, b, turn_b);
        put(evaluation, change, b, a, turn_a);
    }
    carry(evaluation, change, change, a, turn_a);
    carry(evaluation, change, change, b, turn_b);
    evaluation.offer(move, a.route, change);
}

void exchange(Routes& routes, const String& a, bool turn_a, const String& b, bool turn_b,
              std::vector<Node>& buffer) {
    buffer.clear();
    if (a.route != b.route) {
        const Window in_a = routes.window(a.route, a.before, a.after);
        const Window in_b = routes.window(b.route, b.before, b.after);
        append(routes, b, turn_b, buffer);
        append(routes, a, turn_a, buffer);
        const std::span<const Node> written(buffer);
        routes.rewrite(in_a, written.first(static_cast<std::size_t>(b.length)));
        routes.rewrite(in_b, written.subspan(static_cast<std::size_t>(b.length)));
        return;
    }
    // One window over both strings and what lies between them.
    const auto place = [&](const String& string) {
        return string.empty() ? (string.before == kDepot ? 0 : routes.position(string.before)) * 2 + 1
                              : routes.position(string.first) * 2;
    };
    const bool a_first = place(a) < place(b);
    const String& x = a_first ? a : b;
    const String& y = a_first ? b : a;
    const bool turn_x = a_first ? turn_a : turn_b, turn_y = a_first ? turn_b : turn_a;
    const Window both = routes.window(a.route, x.before, y.after);
    append(routes, y, turn_y, buffer);
    const bool touching = follows(x, y);
    if (!touching) {
        const Node until = y.empty() ? y.after : y.first;
        for (Node c = x.after; c != until; c = routes.next(c)) buffer.push_back(c);
    }
    append(routes, x, turn_x, buffer);
    routes.rewrite(both, buffer);
}

}  // namespace neurols::routing
