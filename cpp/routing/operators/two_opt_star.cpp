// 2-opt* (Potvin and Rousseau, 1995): two routes exchange their ends, straight or turned round.
#include "routing/operators/catalogue.h"
#include "routing/operators/tails.h"

namespace neurols::routing {

namespace {

class TwoOptStar final : public Operator {
public:
    std::string_view name() const override { return "2-opt*"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const RouteId route = routes.route_of(u);
        for (const Node v : evaluation.partners(u)) {
            if (routes.route_of(v) != route) offer_joins(evaluation, u, v);
        }
        offer_split(evaluation, u);
    }

    void apply(Routes& routes, const Move& move) const override { join(routes, move, sequence_); }
};

}  // namespace

std::unique_ptr<Operator> make_two_opt_star() { return std::make_unique<TwoOptStar>(); }

}  // namespace neurols::routing
