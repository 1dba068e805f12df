#include "routing/rich/elites.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {

constexpr std::size_t kNear = 6;  // arcs of one that the other lacks: up to here two are the same

std::vector<std::uint64_t> arcs_of(const Lists& lists) {
    std::vector<std::uint64_t> arcs;
    for (const auto& route : lists.routes) {
        Node before = -1;  // the ends of all routes are alike here
        for (const Node v : route) {
            arcs.push_back(static_cast<std::uint64_t>(before + 1) << 32 | static_cast<std::uint32_t>(v));
            before = v;
        }
        arcs.push_back(static_cast<std::uint64_t>(before + 1) << 32 | 0xFFFFFFFFU);
    }
    std::sort(arcs.begin(), arcs.end());
    return arcs;
}

bool hardly_differ(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    std::size_t missing = 0;
    auto in_b = b.begin();
    for (const std::uint64_t arc : a) {
        while (in_b != b.end() && *in_b < arc) ++in_b;
        if (in_b != b.end() && *in_b == arc) {
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

void Elites::offer(Lists lists, Value cost) {
    auto arcs = arcs_of(lists);
    const auto is_near = [&](const Member& member) { return hardly_differ(arcs, member.arcs); };
    for (const Member& member : members_) {
        if (member.cost <= cost && is_near(member)) return;
    }
    std::erase_if(members_, is_near);
    const auto place = std::ranges::upper_bound(members_, cost, {}, [](const Member& m) { return m.cost; });
    members_.insert(place, Member{std::move(lists), cost, std::move(arcs)});
    make_room(room_);
}

}  // namespace neurols::routing::rich
