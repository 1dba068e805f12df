#include "routing/rich/operators/tails.h"

#include <algorithm>

namespace neurols::routing::rich {

void TwoOpt::search(Evaluation& evaluation, Node u) {
    const Routes& routes = evaluation.routes();
    const int a = routes.route_of(u), at_u = routes.index_of(u), last = routes.route(a).last();
    const auto turn = [&](int first, int past) {
        if (past - first < 2) return;
        Move move;
        move.change(a).add(a, 1, first - 1).add(a, first, past - 1, true).add(a, past, last - 1);
        evaluation.consider(move);
    };
    if (evaluation.is_tested(a, a)) return;
    for (const Node v : evaluation.near(u)) {
        if (!routes.present(v) || routes.route_of(v) != a) continue;
        const int low = std::min(at_u, routes.index_of(v)), high = std::max(at_u, routes.index_of(v));
        turn(low + 1, high + 1);  // the two stand beside each other, and those behind them do
        turn(low, high);
    }
}

void TwoOptStar::search(Evaluation& evaluation, Node u) {
    const Routes& routes = evaluation.routes();
    const bool timed = evaluation.instance().has().timed;
    const int a = routes.route_of(u), at_u = routes.index_of(u), last_a = routes.route(a).last();
    // Heads of routes a and b, up to stops i and j, with the tail of the other.
    const auto exchange = [&](int i, int b, int j, int last_b) {
        Move move;
        move.change(a).add(a, 1, i).add(b, j + 1, last_b - 1);
        move.change(b).add(b, 1, j).add(a, i + 1, last_a - 1);
        evaluation.consider(move);
    };
    for (const Node v : evaluation.near(u)) {
        if (!routes.present(v)) continue;
        const int b = routes.route_of(v), at_v = routes.index_of(v), last_b = routes.route(b).last();
        if (a == b || evaluation.is_tested(a, b)) continue;
        exchange(at_u, b, at_v - 1, last_b);
        exchange(at_u - 1, b, at_v, last_b);
        if (timed) continue;
        Move heads;
        heads.change(a).add(a, 1, at_u).add(b, 1, at_v, true);
        heads.change(b).add(a, at_u + 1, last_a - 1, true).add(b, at_v + 1, last_b - 1);
        evaluation.consider(heads);
        Move tails;
        tails.change(a).add(a, 1, at_u - 1).add(b, 1, at_v - 1, true);
        tails.change(b).add(a, at_u, last_a - 1, true).add(b, at_v, last_b - 1);
        evaluation.consider(tails);
    }
}

}  // namespace neurols::routing::rich
