#include "routing/elites.h"

#include <algorithm>

#include "routing/penalties.h"

namespace neurols::routing {

namespace {

constexpr std::size_t kNear = 6;  // edges of one that the other lacks: up to here two are the same

std::vector<std::uint64_t> edges_of(const Instance& instance, const RouteLists& routes) {
    std::vector<std::uint64_t> edges;
    edges.reserve(static_cast<std::size_t>(instance.customers()) + routes.size());
    for (const auto& route : routes) {
        Node before = kDepot;
        for (const Node c : route) {
            edges.push_back(edge_key(instance.symmetric(), before, c));
            before = c;
        }
        edges.push_back(edge_key(instance.symmetric(), before, kDepot));
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

bool hardly_differ(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    std::size_t missing = 0;
    auto in_b = b.begin();
    for (const std::uint64_t edge : a) {
        while (in_b != b.end() && *in_b < edge) ++in_b;
        if (in_b != b.end() && *in_b == edge) {
            ++in_b;
        } else if (++missing > kNear) {
            return false;
        }
    }
    return true;
}

}  // namespace

void Elites::make_room(std::size_t members) {
    room_ = members;
    if (members_.size() > room_) members_.resize(room_);
}

void Elites::offer(const RouteLists& routes, Distance total) {
    auto edges = edges_of(*instance_, routes);
    const auto is_near = [&](const Member& member) { return hardly_differ(edges, member.edges); };
    for (const Member& member : members_) {
        if (member.total <= total && is_near(member)) return;
    }
    std::erase_if(members_, is_near);
    const auto place =
        std::ranges::upper_bound(members_, total, {}, [](const Member& member) { return member.total; });
    members_.insert(place, Member{routes, total, std::move(edges)});
    make_room(room_);
}

}  // namespace neurols::routing
