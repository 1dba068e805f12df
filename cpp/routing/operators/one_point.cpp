// One-point move: a customer goes to another place, next to one of its neighbours or alone on a
// route of its own.
#include "routing/operators/catalogue.h"
#include "routing/operators/strings.h"

namespace neurols::routing {

namespace {

enum Place : std::int8_t { After, Before, Alone };

class OnePoint final : public Operator {
public:
    std::string_view name() const override { return "one-point"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const String string = string_from(routes, u, 1);
        for_promising_gaps(evaluation, string, u, [&](Node v, const String& gap, bool behind) {
            const Move move{.u = u, .v = v, .kind = behind ? After : Before};
            offer_exchange(evaluation, move, string, false, gap, false);
        });
        if (evaluation.worth_opening(string.route) && routes.route(string.route).size > 1) {
            const RouteId empty = routes.empty_route();
            offer_exchange(evaluation, {.u = u, .route = empty, .kind = Alone}, string, false,
                           gap_in_empty(empty), false);
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        const String gap = move.kind == Alone   ? gap_in_empty(move.route)
                           : move.kind == After ? gap_after(routes, move.v)
                                                : gap_before(routes, move.v);
        exchange(routes, string_from(routes, move.u, 1), false, gap, false, sequence_);
    }
};

}  // namespace

std::unique_ptr<Operator> make_one_point() { return std::make_unique<OnePoint>(); }

}  // namespace neurols::routing
