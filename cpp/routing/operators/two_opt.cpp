// 2-opt (Croes, 1958): two edges of one route, or of two, are replaced by two others; within a route
// this turns a segment round, between routes it is 2-opt*.
#include <utility>

#include "routing/operators/catalogue.h"
#include "routing/operators/tails.h"

namespace neurols::routing {

namespace {

class TwoOpt final : public Operator {
public:
    std::string_view name() const override { return "2-opt"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const RouteId route = routes.route_of(u);
        for (const Node v : evaluation.partners(u)) {
            if (routes.route_of(v) == route) {
                search_within(evaluation, u, v);
            } else {
                offer_joins(evaluation, u, v);
            }
        }
        offer_split(evaluation, u);
        // Where direction matters, the whole route turned round is a move too.
        const Route& own = routes.route(route);
        if (!evaluation.instance.symmetric() && own.first == u && own.size > 1 &&
            evaluation.worth_testing(route)) {
            offer_reversal(evaluation, u, own.last);
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        if (is_join(move)) {
            join(routes, move, sequence_);
        } else {
            routes.reverse(move.u, move.v);
        }
    }

private:
    static void search_within(Evaluation& evaluation, Node u, Node v) {
        const Routes& routes = evaluation.routes;
        if (routes.position(u) > routes.position(v)) std::swap(u, v);
        if (routes.next(u) == v) {
            // Only the pair itself can be turned round; both ways of joining u and v leave it alone.
            return;
        }
        const bool bounded = evaluation.instance.symmetric();
        const Distance arc = evaluation.instance.distance(u, v);
        if (!bounded || evaluation.promising(arc - evaluation.arc_out(u) - evaluation.arc_out(v)))
            offer_reversal(evaluation, routes.next(u), v);
        if (!bounded || evaluation.promising(arc - evaluation.arc_in(u) - evaluation.arc_in(v)))
            offer_reversal(evaluation, u, routes.pred(v));
    }

    static void offer_reversal(Evaluation& evaluation, Node first, Node last) {
        const Routes& routes = evaluation.routes;
        const Node before = routes.pred(first), after = routes.next(last);
        Change change;
        evaluation.drop(change, before, first);
        evaluation.drop(change, last, after);
        evaluation.add(change, before, last);
        evaluation.add(change, first, after);
        evaluation.turn(change, first, last);
        evaluation.offer({.u = first, .v = last}, routes.route_of(first), change);
    }
};

}  // namespace

std::unique_ptr<Operator> make_two_opt() { return std::make_unique<TwoOpt>(); }

}  // namespace neurols::routing
