// Strings of a few customers that change places: relocation, exchange, or-opt and cross-exchange are
// all one kind of move, the exchange of two strings of which one may be empty.
#pragma once

#include "routing/operators/operator.h"

namespace neurols::routing {

struct String {
    RouteId route = kAbsent;
    Node before = kDepot, first = kDepot, last = kDepot, after = kDepot;  // empty: first is the depot
    int length = 0;
    Load load = 0;

    bool empty() const { return length == 0; }
    bool holds(const Routes& routes, Node customer) const;
};

// The string of `length` customers that starts at `first`; an empty one if the route ends before.
String string_from(const Routes& routes, Node first, int length);
// The same, ending at `last`.
String string_to(const Routes& routes, Node last, int length);
// The gaps between stops, as strings of length zero.
String gap_after(const Routes& routes, Node customer);
String gap_before(const Routes& routes, Node customer);
String gap_in_empty(RouteId route);

// What the string drops by leaving its place, less the arc that closes the gap there.
Distance gain_of_leaving(const Evaluation& evaluation, const String& string);

// Calls f(v, gap, behind) for the gaps behind and ahead of every partner v of u, an end of the string
// that is to stand beside v, as far as the string may win there.
template <class F>
void for_promising_gaps(Evaluation& evaluation, const String& string, Node u, F f) {
    const Routes& routes = evaluation.routes;
    const Distance gain = gain_of_leaving(evaluation, string);
    const bool bounded = evaluation.instance.symmetric() || string.length == 1;
    const auto promising = [&](Node a, Node b, Distance dropped) {
        return !bounded || evaluation.promising(evaluation.instance.distance(a, b) - dropped - gain);
    };
    for (const Node v : evaluation.partners(u)) {
        if (string.holds(routes, v)) continue;
        // In the gap beside its own place, the string is turned round and leaves nothing to close.
        if (v == string.before || promising(v, u, evaluation.arc_out(v))) f(v, gap_after(routes, v), true);
        if (v == string.after || promising(u, v, evaluation.arc_in(v))) f(v, gap_before(routes, v), false);
    }
}

// Offers the exchange of a and b to the evaluation, `turn_a` and `turn_b` saying which of them are
// written backwards. Overlapping strings, overloaded routes and exchanges that change nothing are not
// offered.
void offer_exchange(Evaluation& evaluation, const Move& move, const String& a, bool turn_a, const String& b,
                    bool turn_b);

void exchange(Routes& routes, const String& a, bool turn_a, const String& b, bool turn_b,
              std::vector<Node>& buffer);

}  // namespace neurols::routing
