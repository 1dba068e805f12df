// Moves of strings of clients: one string goes elsewhere, or two change places.
#include "routing/rich/operators/strings.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {

// Stops i to j of route a leave for the place behind stop k of route b.
void consider_transfer(Evaluation& evaluation, int a, int i, int j, int b, int k, bool reversed) {
    const int last_a = evaluation.routes().route(a).last(), last_b = evaluation.routes().route(b).last();
    Move move;
    if (a != b) {
        move.change(a).add(a, 1, i - 1).add(a, j + 1, last_a - 1);
        move.change(b).add(b, 1, k).add(a, i, j, reversed).add(b, k + 1, last_b - 1);
    } else if (k < i - 1) {
        move.change(a).add(a, 1, k).add(a, i, j, reversed).add(a, k + 1, i - 1).add(a, j + 1, last_a - 1);
    } else if (k > j) {
        move.change(a).add(a, 1, i - 1).add(a, j + 1, k).add(a, i, j, reversed).add(a, k + 1, last_a - 1);
    } else {
        return;
    }
    evaluation.consider(move);
}

// Stops i to j of route a and k to l of route b change places.
void consider_exchange(Evaluation& evaluation, int a, int i, int j, int b, int k, int l) {
    const int last_a = evaluation.routes().route(a).last(), last_b = evaluation.routes().route(b).last();
    Move move;
    if (a != b) {
        move.change(a).add(a, 1, i - 1).add(b, k, l).add(a, j + 1, last_a - 1);
        move.change(b).add(b, 1, k - 1).add(a, i, j).add(b, l + 1, last_b - 1);
    } else {
        if (i > k) std::swap(i, k), std::swap(j, l);
        if (j >= k) return;
        move.change(a)
            .add(a, 1, i - 1)
            .add(a, k, l)
            .add(a, j + 1, k - 1)
            .add(a, i, j)
            .add(a, l + 1, last_a - 1);
    }
    evaluation.consider(move);
}

}  // namespace

void Transfer::search(Evaluation& evaluation, Node u) {
    const Routes& routes = evaluation.routes();
    const int a = routes.route_of(u), at_u = routes.index_of(u), last_a = routes.route(a).last();
    for (const Node v : evaluation.near(u)) {
        if (!routes.present(v)) continue;
        const int b = routes.route_of(v), at_v = routes.index_of(v);
        if (evaluation.is_tested(a, b)) continue;
        for (int length = shortest_; length <= longest_; ++length) {
            // The client is the first of its string, or the last one.
            if (at_u + length - 1 < last_a) {
                consider_transfer(evaluation, a, at_u, at_u + length - 1, b, at_v, false);
                if (length > 1) consider_transfer(evaluation, a, at_u, at_u + length - 1, b, at_v - 1, true);
            }
            if (at_u - length + 1 > 0) {
                consider_transfer(evaluation, a, at_u - length + 1, at_u, b, at_v - 1, false);
                if (length > 1) consider_transfer(evaluation, a, at_u - length + 1, at_u, b, at_v, true);
            }
        }
    }
}

void Exchange::search(Evaluation& evaluation, Node u) {
    const Routes& routes = evaluation.routes();
    const int a = routes.route_of(u), at_u = routes.index_of(u), last_a = routes.route(a).last();
    for (const Node v : evaluation.near(u)) {
        if (!routes.present(v)) continue;
        const int b = routes.route_of(v), at_v = routes.index_of(v);
        if (evaluation.is_tested(a, b)) continue;
        const int last_b = routes.route(b).last();
        for (int mine = 1; mine <= longest_; ++mine) {
            for (int theirs = 1; theirs <= longest_; ++theirs) {
                if (std::max(mine, theirs) < shortest_) continue;
                // The client comes to stand straight behind its neighbour, or before it.
                if (at_u + mine - 1 < last_a && at_v + theirs < last_b)
                    consider_exchange(evaluation, a, at_u, at_u + mine - 1, b, at_v + 1, at_v + theirs);
                if (at_u - mine + 1 > 0 && at_v - theirs > 0)
                    consider_exchange(evaluation, a, at_u - mine + 1, at_u, b, at_v - theirs, at_v - 1);
            }
        }
    }
}

}  // namespace neurols::routing::rich
