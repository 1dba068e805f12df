// Two-point move: two customers exchange places.
#include "routing/operators/catalogue.h"
#include "routing/operators/strings.h"

namespace neurols::routing {

namespace {

class TwoPoint final : public Operator {
public:
    std::string_view name() const override { return "two-point"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const String string = string_from(routes, u, 1);
        for (const Node v : evaluation.partners(u)) {
            offer_exchange(evaluation, {.u = u, .v = v}, string, false, string_from(routes, v, 1), false);
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        exchange(routes, string_from(routes, move.u, 1), false, string_from(routes, move.v, 1), false,
                 sequence_);
    }
};

}  // namespace

std::unique_ptr<Operator> make_two_point() { return std::make_unique<TwoPoint>(); }

}  // namespace neurols::routing
