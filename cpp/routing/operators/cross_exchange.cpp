// Cross-exchange (Taillard et al., 1997): two routes exchange strings of up to three customers, each
// keeping its direction.
#include <algorithm>

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
        const Load capacity = evaluation.instance.capacity();
        const Ends own_behind = ends_of(evaluation, routes.next(u), Behind);
        const Ends own_ahead = ends_of(evaluation, routes.pred(u), Ahead);
        for (const Node v : evaluation.partners(u)) {
            if (routes.route_of(v) == routes.route_of(u)) continue;
            const Ends behind = ends_of(evaluation, v, Behind), ahead = ends_of(evaluation, v, Ahead);
            const Distance near_behind = near_change(evaluation, u, Behind, own_behind, behind);
            const Distance near_ahead = near_change(evaluation, u, Ahead, own_ahead, ahead);
            const bool try_behind = evaluation.promising(near_behind - own_behind.farthest - behind.farthest);
            const bool try_ahead = evaluation.promising(near_ahead - own_ahead.farthest - ahead.farthest);
            if (!try_behind && !try_ahead) continue;
            const Room room{capacity - routes.route(routes.route_of(u)).load,
                            capacity - routes.route(routes.route_of(v)).load};
            for (int length = 1; length <= kLongest; ++length) {
                for (int own = 1; own <= kLongest; ++own) {
                    if (try_behind)
                        consider(evaluation, u, Behind, own_behind, own, behind, length, near_behind, room);
                    if (try_ahead)
                        consider(evaluation, u, Ahead, own_ahead, own, ahead, length, near_ahead, room);
                }
            }
        }
    }

    void apply(Routes& routes, const Move& move) const override {
        const auto side = static_cast<Side>(move.kind);
        const String own = string_at(routes, beside(routes, move.u, side), side, move.length_u);
        const String other = string_at(routes, move.v, side, move.length_v);
        exchange(routes, own, false, other, false, sequence_);
    }

private:
    static String string_at(const Routes& routes, Node start, Side side, int length) {
        if (start == kDepot) return {};
        return side == Behind ? string_from(routes, start, length) : string_to(routes, start, length);
    }
    static Node beside(const Routes& routes, Node u, Side side) {
        return side == Behind ? routes.next(u) : routes.pred(u);
    }

    // The strings that start (or end) at a customer: the arc there and, for each length, the one at the
    // far end and the load.
    struct Ends {
        Node start;
        int count = 0;
        Distance near = 0, farthest = 0;
        struct {
            Node last, after;
            Distance arc;
            Load load;
        } far[kLongest]{};
    };
    static Ends ends_of(const Evaluation& evaluation, Node start, Side side) {
        Ends ends{.start = start};
        if (start == kDepot) return ends;
        ends.near = side == Behind ? evaluation.arc_in(start) : evaluation.arc_out(start);
        Load load = 0;
        for (Node last = start; ends.count < kLongest && last != kDepot; ++ends.count) {
            const Node after = beside(evaluation.routes, last, side);
            const Distance arc = side == Behind ? evaluation.arc_out(last) : evaluation.arc_in(last);
            load += evaluation.instance.demand(last);
            ends.far[ends.count] = {last, after, arc, load};
            ends.farthest = std::max(ends.farthest, arc);
            last = after;
        }
        return ends;
    }

    // Load that the routes of u and v can take.
    struct Room {
        Load own, other;
    };

    static Distance arc(const Evaluation& evaluation, Side side, Node a, Node b) {
        return side == Behind ? evaluation.instance.distance(a, b) : evaluation.instance.distance(b, a);
    }

    // What all exchanges of these strings do at the near ends, whatever their lengths.
    static Distance near_change(const Evaluation& evaluation, Node u, Side side, const Ends& own,
                                const Ends& other) {
        const Node before = beside(evaluation.routes, other.start, side == Behind ? Ahead : Behind);
        return arc(evaluation, side, u, other.start) + arc(evaluation, side, before, own.start) - own.near -
               other.near;
    }

    static void consider(Evaluation& evaluation, Node u, Side side, const Ends& own, int length_u,
                         const Ends& other, int length_v, Distance near, Room room) {
        if (length_u > own.count || length_v > other.count) return;
        const auto& end_u = own.far[length_u - 1];
        const auto& end_v = other.far[length_v - 1];
        const Load change = end_v.load - end_u.load;
        if (change > room.own || -change > room.other) return;
        if (!evaluation.promising(near - end_u.arc - end_v.arc +
                                  arc(evaluation, side, end_u.last, end_v.after) +
                                  arc(evaluation, side, end_v.last, end_u.after)))
            return;
        offer_exchange(evaluation,
                       {.u = u,
                        .v = other.start,
                        .kind = side,
                        .length_u = static_cast<std::int8_t>(length_u),
                        .length_v = static_cast<std::int8_t>(length_v)},
                       string_at(evaluation.routes, own.start, side, length_u), false,
                       string_at(evaluation.routes, other.start, side, length_v), false);
    }
};

}  // namespace

std::unique_ptr<Operator> make_cross_exchange() { return std::make_unique<CrossExchange>(); }

}  // namespace neurols::routing
