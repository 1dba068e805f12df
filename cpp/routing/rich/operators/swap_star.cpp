#include "routing/rich/operators/swap_star.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {
constexpr std::size_t kPlaces = 3, kPartners = 4;
constexpr std::size_t kNear = 12;
std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The visits of route r with the stop `out` gone and stop `in` of another route behind stop k.
void describe(Move& move, int r, int out, int other, int in, int k, int last) {
    NewRoute& changed = move.change(r);
    if (k == out || k == out - 1) {
        changed.add(r, 1, out - 1).add(other, in, in).add(r, out + 1, last - 1);
    } else if (k < out) {
        changed.add(r, 1, k).add(other, in, in).add(r, k + 1, out - 1).add(r, out + 1, last - 1);
    } else {
        changed.add(r, 1, out - 1).add(r, out + 1, k).add(other, in, in).add(r, k + 1, last - 1);
    }
}
}  // namespace

// The places of a route where a client would add least to the distance.
void SwapStar::best_places(const Routes& routes, int r, Node c, std::vector<Place>& places) const {
    const Instance& instance = routes.instance();
    const Route& route = routes.route(r);
    places.assign(kPlaces, {});
    for (int i = 0; i < route.last(); ++i) {
        const Node a = route.stops[at(i)].node, b = route.stops[at(i + 1)].node;
        const Value longer = instance.distance(route.type, a, c) +
                             Value{instance.distance(route.type, c, b)} - route.leg(i + 1);
        if (longer >= places.back().longer) continue;
        places.back() = {longer, i};
        for (std::size_t k = kPlaces - 1; k > 0 && places[k].longer < places[k - 1].longer; --k)
            std::swap(places[k], places[k - 1]);
    }
}

void SwapStar::search(Evaluation& evaluation, Node u) {
    const Routes& routes = evaluation.routes();
    const int a = routes.route_of(u), at_u = routes.index_of(u), last_a = routes.route(a).last();
    partners_.clear();
    std::size_t seen = 0;
    for (const Node v : evaluation.near(u)) {
        if (++seen > kNear || partners_.size() == kPartners) break;
        if (!routes.present(v)) continue;
        const int b = routes.route_of(v);
        if (a == b || evaluation.is_tested(a, b)) continue;
        if (std::ranges::find(partners_, b) == partners_.end()) partners_.push_back(b);
    }
    for (const int b : partners_) {
        best_places(routes, b, u, for_u_);
        const Route& theirs = routes.route(b);
        for (int at_v = 1; at_v < theirs.last(); ++at_v) {
            const Node v = theirs.stops[at(at_v)].node;
            if (routes.instance().is_depot(v)) continue;
            best_places(routes, a, v, for_v_);
            // The place of the other client, and the best one that is not beside it.
            const auto apart = [](const std::vector<Place>& places, int out) {
                for (const Place& place : places) {
                    if (place.longer < kForever && place.behind != out && place.behind != out - 1)
                        return place.behind;
                }
                return out;
            };
            for (const int k : {at_v, apart(for_u_, at_v)}) {
                for (const int l : {at_u, apart(for_v_, at_u)}) {
                    if (k == at_v && l == at_u) continue;  // a plain swap
                    Move move;
                    describe(move, a, at_u, b, at_v, l, last_a);
                    describe(move, b, at_v, a, at_u, k, theirs.last());
                    evaluation.consider(move);
                }
            }
        }
    }
}

}  // namespace neurols::routing::rich
