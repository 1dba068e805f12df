// Or-opt (Or, 1976): a string of two or three customers goes to another place of its own or another
// route, either way round.
#include "routing/operators/catalogue.h"
#include "routing/operators/strings.h"

namespace neurols::routing {

namespace {

enum Place : std::int8_t { After, Before, InPlace, Alone };

// Strings start at u (length > 0) or end there (length < 0).
String string_at(const Routes& routes, Node u, int length) {
    return length > 0 ? string_from(routes, u, length) : string_to(routes, u, -length);
}

class OrOpt final : public Operator {
public:
    std::string_view name() const override { return "or-opt"; }

    void search(Evaluation& evaluation, Node u) const override {
        for (const int length : {2, 3, -2, -3}) {
            const String string = string_at(evaluation.routes, u, length);
            if (!string.empty()) search_string(evaluation, u, length, string);
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        const String string = string_at(routes, move.u, move.length_u);
        const String gap = move.kind == Alone     ? gap_in_empty(move.route)
                           : move.kind == InPlace ? gap_after(routes, string.last)
                           : move.kind == After   ? gap_after(routes, move.v)
                                                  : gap_before(routes, move.v);
        exchange(routes, string, move.turn, gap, false, sequence_);
    }

private:
    // Where u is to stand beside v, its end of the string has to point there: that fixes the way round.
    static void search_string(Evaluation& evaluation, Node u, int length, const String& string) {
        const Routes& routes = evaluation.routes;
        Move move{.u = u, .length_u = static_cast<std::int8_t>(length)};
        for_promising_gaps(evaluation, string, u, [&](Node v, const String& gap, bool behind) {
            move.v = v;
            move.kind = behind ? After : Before;
            move.turn = behind == (length < 0);
            offer_exchange(evaluation, move, string, move.turn, gap, false);
        });
        move.v = kDepot;
        if (length > 0 && evaluation.worth_testing(string.route)) {
            move.kind = InPlace;
            move.turn = true;
            offer_exchange(evaluation, move, string, true, gap_after(routes, string.last), false);
        }
        if (evaluation.worth_opening(string.route) && routes.route(string.route).size > string.length) {
            move.kind = Alone;
            move.route = routes.empty_route();
            for (const bool turn : {false, true}) {
                move.turn = turn;
                offer_exchange(evaluation, move, string, turn, gap_in_empty(move.route), false);
            }
        }
    }
};

}  // namespace

std::unique_ptr<Operator> make_or_opt() { return std::make_unique<OrOpt>(); }

}  // namespace neurols::routing
