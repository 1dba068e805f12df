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

// Offers the exchange of a and b to the evaluation, `turn_a` and `turn_b` saying which of them are
// written backwards. Overlapping strings, overloaded routes and exchanges that change nothing are not
// offered.
void offer_exchange(Evaluation& evaluation, const Move& move, const String& a, bool turn_a, const String& b,
                    bool turn_b);

void exchange(Routes& routes, const String& a, bool turn_a, const String& b, bool turn_b,
              std::vector<Node>& buffer);

}  // namespace neurols::routing
