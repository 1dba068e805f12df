// Two routes cut in two each and joined crosswise: the moves of 2-opt* (Potvin and Rousseau, 1995)
// and of 2-opt between routes.
#pragma once

#include "routing/operators/operator.h"

namespace neurols::routing {

// A cut of a route behind the customer `at`, or at its very start when `at` is the depot.
struct Cut {
    RouteId route;
    Node at;
};

// Offers the joins at u with neighbour v of another route that create the arc or edge between them.
void offer_joins(Evaluation& evaluation, Node u, Node v);

// Offers to start a new route behind u.
void offer_split(Evaluation& evaluation, Node u);

// Carries out a move of either kind.
void join(Routes& routes, const Move& move, std::vector<Node>& buffer);

bool is_join(const Move& move);

}  // namespace neurols::routing
