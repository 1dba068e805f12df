// Cross-exchange (Taillard et al., 1997): two routes exchange strings of up to three customers, each
// keeping its direction.
#include "routing/operators/catalogue.h"
#include "routing/operators/strings.h"

namespace neurols::routing {

namespace {

constexpr int kLongest = 3;

// The new arc that names the move: from u to the string that starts at v, or from the string that
// ends at v to u.
enum Side : std::int8_t { Behind, Ahead };

class CrossExchange final : public Operator {
public:
    std::string_view name() const override { return "cross-exchange"; }

    void search(Evaluation& evaluation, Node u) const override {
        const Routes& routes = evaluation.routes;
        String behind[kLongest], ahead[kLongest];
        for (int length = 1; length <= kLongest; ++length) {
            behind[length - 1] = string_at(routes, u, Behind, length);
            ahead[length - 1] = string_at(routes, u, Ahead, length);
        }
        for (const Node v : evaluation.near(u)) {
            const RouteId other = routes.route_of(v);
            if (other == routes.route_of(u) || !evaluation.worth_testing(routes.route_of(u), other)) continue;
            for (int length = 1; length <= kLongest; ++length) {
                const String from = string_from(routes, v, length), to = string_to(routes, v, length);
                for (int own = 1; own <= kLongest; ++own) {
                    consider(evaluation, u, v, Behind, behind[own - 1], from);
                    consider(evaluation, u, v, Ahead, ahead[own - 1], to);
                }
            }
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        const auto side = static_cast<Side>(move.kind);
        const String own = string_at(routes, move.u, side, move.length_u);
        const String other = side == Behind ? string_from(routes, move.v, move.length_v)
                                            : string_to(routes, move.v, move.length_v);
        exchange(routes, own, false, other, false, sequence_);
    }

private:
    static String string_at(const Routes& routes, Node u, Side side, int length) {
        const Node start = side == Behind ? routes.next(u) : routes.pred(u);
        if (start == kDepot) return {};
        return side == Behind ? string_from(routes, start, length) : string_to(routes, start, length);
    }

    static void consider(Evaluation& evaluation, Node u, Node v, Side side, const String& own,
                         const String& other) {
        if (own.empty() || other.empty()) return;
        offer_exchange(evaluation,
                       {.u = u,
                        .v = v,
                        .kind = side,
                        .length_u = static_cast<std::int8_t>(own.length),
                        .length_v = static_cast<std::int8_t>(other.length)},
                       own, false, other, false);
    }
};

}  // namespace

std::unique_ptr<Operator> make_cross_exchange() { return std::make_unique<CrossExchange>(); }

}  // namespace neurols::routing
