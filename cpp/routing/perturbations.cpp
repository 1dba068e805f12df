#include "routing/perturbations.h"

#include <algorithm>

namespace neurols::routing {

namespace {
constexpr double kBlur = 0.2;    // Li: ratios are blurred by so much, or it would repeat itself
constexpr double kDearer = 2.0;  // Osman: a new detour may exceed the old one by this factor
constexpr int kTries = 10;       // Osman: places tried per move
constexpr int kAround = 20;      // Osman: nearest neighbours considered
constexpr int kTournament = 3;   // targeted: the worst detour of so many
}  // namespace

Perturbations::Perturbations(const Instance& instance, const Neighbours& neighbours, Recreate& recreate)
    : instance_(instance), neighbours_(neighbours), recreate_(recreate) {
    ranked_.reserve(static_cast<std::size_t>(instance.nodes()));
}

Distance Perturbations::detour(const Routes& routes, Node c) const {
    const Node before = routes.pred(c), behind = routes.next(c);
    const Distance bridge = before == behind ? 0 : instance_.distance(before, behind);
    return routes.stop(c).in + routes.arc_out(c) - bridge;
}

bool Perturbations::li(Routes& routes, int moves, Rng& rng) {
    ranked_.clear();
    for (Node c = 1; c < instance_.nodes(); ++c) {
        const double demand = 1.0 + static_cast<double>(instance_.demand(c));
        const double ratio = demand / (1.0 + static_cast<double>(std::max<Distance>(0, detour(routes, c))));
        ranked_.emplace_back(ratio * (1 + kBlur * (2 * rng.uniform() - 1)), c);
    }
    const auto count = std::min(static_cast<std::size_t>(moves), ranked_.size());
    std::partial_sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(count), ranked_.end());
    for (std::size_t i = 0; i < count; ++i) {
        const Node c = ranked_[i].second;
        const RouteId home = routes.route_of(c);
        recreate_.start();
        recreate_.look_around(routes, c);
        routes.remove(c);
        recreate_.absent().push_back(c);
        recreate_.forbid(home);
        if (!recreate_.insert_all(routes, rng)) return false;
    }
    return true;
}

bool Perturbations::osman(Routes& routes, int moves, Rng& rng) {
    if (neighbours_.count() == 0) return true;
    const auto customers = static_cast<std::uint32_t>(instance_.customers());
    for (int move = 0; move < moves; ++move) {
        const Node c = static_cast<Node>(1 + rng.below(customers));
        const auto near = neighbours_.of(c, kAround);
        const Distance old_detour = detour(routes, c);
        for (int attempt = 0; attempt < kTries; ++attempt) {
            const Node v = near[rng.below(static_cast<std::uint32_t>(near.size()))];
            const RouteId from = routes.route_of(c), to = routes.route_of(v);
            if (routes.pred(c) == v || (to != from && !routes.has_room(to, instance_.demand(c)))) continue;
            const Node behind = routes.next(v);
            if (behind == c) continue;
            const Distance cost =
                instance_.distance(v, c) + instance_.distance(c, behind) - routes.arc_out(v);
            const Distance extra = to == from ? cost - old_detour : cost;
            if (static_cast<double>(cost) > kDearer * static_cast<double>(old_detour)) continue;
            if (instance_.limits_distance()) {
                // Taking c out can lengthen its route where the triangle inequality fails.
                if (!routes.in_reach(to, extra) || (to != from && !routes.in_reach(from, -old_detour)))
                    continue;
            }
            routes.remove(c);
            routes.insert(c, to, v);
            break;
        }
    }
    return true;
}

bool Perturbations::targeted(Routes& routes, int moves, Rng& rng) {
    const auto customers = static_cast<std::uint32_t>(instance_.customers());
    Node seed = static_cast<Node>(1 + rng.below(customers));
    for (int i = 1; i < kTournament; ++i) {
        const Node other = static_cast<Node>(1 + rng.below(customers));
        if (detour(routes, other) > detour(routes, seed)) seed = other;
    }
    recreate_.start();
    auto& absent = recreate_.absent();
    absent.push_back(seed);
    for (const Node c : neighbours_.of(seed, moves - 1)) absent.push_back(c);
    for (const Node c : absent) {
        recreate_.add_route(routes.route_of(c));
        routes.remove(c);
    }
    recreate_.look_around(routes, seed);
    recreate_.sort_absent(rng);
    return recreate_.insert_all(routes, rng);
}

}  // namespace neurols::routing
