#include "routing/operators/operator.h"

#include <algorithm>

namespace neurols::routing {

void Evaluation::list_partners(Node u) {
    const auto all = near(u);
    partners_.assign(all.begin(), all.end());
    if (!worth_testing(routes.route_of(u)))
        std::erase_if(partners_, [&](Node v) { return !worth_testing(routes.route_of(v)); });
    listed_ = u;
}

void Evaluation::add_guidance(Change& change, Node a, Node b) const {
    if (penalties) change.penalty += penalties->of(a, b);
    if (tabu) {
        const auto* entry = tabu->find(edge_key(instance.symmetric(), a, b));
        change.tabu = change.tabu || (entry && entry->expires > now);
    }
}

void Evaluation::turn_asymmetric(Change& change, Node a, Node b) const {
    change.distance += routes.reach_back(b) - routes.reach_back(a) - (routes.reach(b) - routes.reach(a));
    if (!penalties && !tabu) return;
    for (Node c = a; c != b; c = routes.next(c)) {
        const Node d = routes.next(c);
        add_guidance(change, d, c);
        if (penalties) change.penalty -= penalties->of(c, d);
    }
}

void Evaluation::consider(const Move& move, Distance distance, Distance penalty, bool is_tabu) {
    if (is_tabu && distance >= to_best) return;
    if (must_change_distance && distance == 0) return;
    if (std::find(rejected.begin(), rejected.end(), move) != rejected.end()) return;
    best_score_ = distance + penalty;
    best_ = move;
    found_ = true;
}

}  // namespace neurols::routing
