// Three-point move: a pair of neighbouring customers exchanges places with a single one.
#include "routing/operators/catalogue.h"
#include "routing/operators/strings.h"

namespace neurols::routing {

namespace {

// Where the pair stands: it starts or ends at u, or it starts or ends at v.
enum Pair : std::int8_t { FromU, ToU, FromV, ToV };

class ThreePoint final : public Operator {
public:
    std::string_view name() const override { return "three-point"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        const String one = string_from(routes, u, 1);
        const String from = string_from(routes, u, 2), to = string_to(routes, u, 2);
        for (const Node v : evaluation.partners(u)) {
            const String other = string_from(routes, v, 1);
            consider(evaluation, {.u = u, .v = v, .kind = FromU}, from, other);
            consider(evaluation, {.u = u, .v = v, .kind = ToU}, to, other);
            consider(evaluation, {.u = u, .v = v, .kind = FromV}, string_from(routes, v, 2), one);
            consider(evaluation, {.u = u, .v = v, .kind = ToV}, string_to(routes, v, 2), one);
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        const bool pair_at_u = move.kind == FromU || move.kind == ToU;
        const Node end = pair_at_u ? move.u : move.v, single = pair_at_u ? move.v : move.u;
        const bool from = move.kind == FromU || move.kind == FromV;
        exchange(routes, from ? string_from(routes, end, 2) : string_to(routes, end, 2), false,
                 string_from(routes, single, 1), false, sequence_);
    }

private:
    static void consider(Evaluation& evaluation, const Move& move, const String& pair, const String& single) {
        if (!pair.empty()) offer_exchange(evaluation, move, pair, false, single, false);
    }
};

}  // namespace

std::unique_ptr<Operator> make_three_point() { return std::make_unique<ThreePoint>(); }

}  // namespace neurols::routing
