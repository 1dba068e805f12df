// 3-opt (Lin, 1965) within a route: three edges are replaced by three others. The route is taken as
// a cycle through the depot and cut behind a, c and e, in this order from customer a on; b, d and f
// are the nodes behind the cuts.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "routing/operators/catalogue.h"

namespace neurols::routing {

namespace {

// Which ends are joined. Only the first keeps the direction of every segment, so only it serves
// asymmetric distances. The others are named after the two tails that they join.
enum Reconnection : std::int8_t { Segments, JoinAC, JoinCE, JoinAE };

class ThreeOpt final : public Operator {
public:
    std::string_view name() const override { return "3-opt"; }

    // At least one of three edges does not touch the depot, so a and b may be taken as customers.
    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const RouteId id = routes.route_of(u);
        const Node b = routes.next(u);
        if (b == kDepot || routes.route(id).size < 2 || !evaluation.worth_testing(id)) return;
        const int width = std::max(1, evaluation.width() / 2);  // pairs of neighbours: keep the product small
        // Every reconnection joins a with v and w with b and drops an arc at each of v and w.
        const auto dropped = [&](Node n) {
            const Route& route = routes.route(id);
            return n == kDepot ? std::max(evaluation.arc_in(route.first), evaluation.arc_out(route.last))
                               : std::max(evaluation.arc_in(n), evaluation.arc_out(n));
        };
        const Instance& instance = evaluation.instance;
        Distance most = std::numeric_limits<Distance>::min();
        ends_.clear();
        const auto list = [&](Node w) {
            if (w != kDepot && routes.route_of(w) != id) return;
            ends_.push_back({w, dropped(w) - instance.distance(w, b)});
            most = std::max(most, ends_.back().gain);
        };
        for (const Node w : evaluation.neighbours.of(b, width)) list(w);
        list(kDepot);
        const auto with = [&](Node v) {
            if (v != kDepot && routes.route_of(v) != id) return;
            const Distance bound = instance.distance(u, v) - evaluation.arc_out(u) - dropped(v);
            if (!evaluation.promising(bound - most)) return;
            for (const auto& [w, gain] : ends_) {
                if (evaluation.promising(bound - gain)) reconnect(evaluation, id, u, b, v, w);
            }
        };
        for (const Node v : evaluation.neighbours.of(u, width)) with(v);
        with(kDepot);
    }

    void apply(Routes& routes, const Move& move) const override {
        const auto place = [&](Node tail) { return tail == kDepot ? 0 : routes.position(tail); };
        std::array<std::pair<int, Node>, 3> cuts{
            {{place(move.u), move.u}, {place(move.v), move.v}, {place(move.w), move.w}}};
        std::sort(cuts.begin(), cuts.end());
        const auto [i, at_i] = cuts[0];
        const int middle = cuts[1].first - i, length = cuts[2].first - i;

        // The joined tails as places in the line instead of labels on the cycle.
        const Node joined_1 = move.kind == JoinCE ? move.v : move.u;
        const Node joined_2 = move.kind == JoinAC ? move.v : move.w;
        const bool at_1 = joined_1 == cuts[0].second || joined_2 == cuts[0].second;
        const bool at_2 = joined_1 == cuts[1].second || joined_2 == cuts[1].second;

        std::vector<Node>& line = sequence_;
        line.clear();
        Node c = at_i == kDepot ? routes.route(move.route).first : routes.next(at_i);
        for (int k = 0; k < length; ++k, c = routes.next(c)) line.push_back(c);
        const Window window = routes.window(move.route, at_i, c);
        const auto first = line.begin(), second = line.begin() + middle, end = line.end();
        if (move.kind == Segments) {
            std::rotate(first, second, end);
        } else if (at_1 && at_2) {  // both segments turned, order kept
            std::reverse(first, second);
            std::reverse(second, end);
        } else if (at_2) {  // order changed, the first segment turned
            std::reverse(first, second);
            std::rotate(first, second, end);
        } else {  // order changed, the second segment turned
            std::reverse(second, end);
            std::rotate(first, second, end);
        }
        routes.rewrite(window, line);
    }

private:
    // A node to join with b, and what that wins at most.
    struct End {
        Node w;
        Distance gain;
    };
    mutable std::vector<End> ends_;

    static void reconnect(Evaluation& evaluation, RouteId id, Node a, Node b, Node v, Node w) {
        const Routes& routes = evaluation.routes;
        const Route& route = routes.route(id);
        const int cycle = route.size + 1;
        const int start = routes.position(a);
        const auto offset = [&](Node n) {  // steps from a along the cycle
            const int ahead = (n == kDepot ? 0 : routes.position(n)) - start;
            return ahead < 0 ? ahead + cycle : ahead;
        };
        const auto next = [&](Node n) { return n == kDepot ? route.first : routes.next(n); };
        const auto pred = [&](Node n) { return n == kDepot ? route.last : routes.pred(n); };
        const int to_v = offset(v), to_w = offset(w);
        if (to_v == 0 || to_w == 0) return;

        const auto offer = [&](Reconnection kind, Node c, Node d, Node e, Node f, std::array<Node, 6> added) {
            Change change;
            evaluation.drop(change, a, b);
            evaluation.drop(change, c, d);
            evaluation.drop(change, e, f);
            for (std::size_t i = 0; i < 6; i += 2) evaluation.add(change, added[i], added[i + 1]);
            evaluation.offer({.u = a, .v = c, .w = e, .route = id, .kind = kind}, id, change);
        };
        if (to_v >= 2 && to_v <= to_w) {
            const Node c = pred(v), d = v, e = w, f = next(w);
            offer(Segments, c, d, e, f, {a, d, e, b, c, f});
        }
        if (!evaluation.instance.symmetric()) return;
        if (to_v >= 2 && to_w > to_v) {
            Node c = v, d = next(v), e = w, f = next(w);
            offer(JoinAC, c, d, e, f, {a, c, b, e, d, f});
            c = pred(v), d = v, e = pred(w), f = w;
            offer(JoinCE, c, d, e, f, {a, d, e, c, b, f});
        }
        if (to_w >= 2 && to_v >= to_w) {
            const Node c = pred(w), d = w, e = v, f = next(v);
            offer(JoinAE, c, d, e, f, {a, e, d, b, c, f});
        }
    }
};

}  // namespace

std::unique_ptr<Operator> make_three_opt() { return std::make_unique<ThreeOpt>(); }

}  // namespace neurols::routing
