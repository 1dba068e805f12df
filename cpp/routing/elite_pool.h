// The best solutions that differ from each other which a search has met: parents of new ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/rng.h"

namespace neurols::routing {

// Whether two solutions, by their sorted arcs, are the same but for a few of them.
bool hardly_differ(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

template <class Lists, class Total>
class ElitePool {
public:
    struct Member {
        Lists lists;
        Total total = 0;
        std::vector<std::uint64_t> arcs;  // sorted
    };

    void clear() { members_.clear(); }
    std::size_t size() const { return members_.size(); }

    // Keep up to so many members, the best of them.
    void make_room(std::size_t members) {
        room_ = members;
        if (members_.size() > room_) members_.resize(room_);
    }

    // Take the routes, with a key for each of their arcs, in where there is room or they cost less than the
    // worst member. Members that hardly differ make way for them, unless one of those is as good.
    void offer(Lists lists, Total total, std::vector<std::uint64_t> arcs) {
        std::sort(arcs.begin(), arcs.end());
        const auto is_near = [&](const Member& member) { return hardly_differ(arcs, member.arcs); };
        for (const Member& member : members_) {
            if (member.total <= total && is_near(member)) return;
        }
        std::erase_if(members_, is_near);
        const auto place =
            std::ranges::upper_bound(members_, total, {}, [](const Member& member) { return member.total; });
        members_.insert(place, Member{std::move(lists), total, std::move(arcs)});
        make_room(room_);
    }

    // Two of at least two members, in random order: one drawn from all, the other the better of two draws.
    std::pair<const Lists&, const Lists&> parents(Rng& rng) const {
        const auto draw = [&] { return rng.below(static_cast<std::uint32_t>(members_.size())); };
        const std::size_t better = std::min(draw(), draw());  // the best stands first
        std::size_t other = draw();
        if (other == better) other = (other + 1) % members_.size();
        const bool swapped = rng.coin(0.5);
        return {members_[swapped ? other : better].lists, members_[swapped ? better : other].lists};
    }

private:
    std::size_t room_ = 0;
    std::vector<Member> members_;
};

}  // namespace neurols::routing
