// The best solutions that differ from each other which a search has met: parents of new ones.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/rich/routes.h"

namespace neurols::routing::rich {

class Elites {
public:
    struct Member {
        Lists lists;
        Value cost = 0;
        std::vector<std::uint64_t> arcs;  // sorted
    };

    void clear() { members_.clear(); }
    std::size_t size() const { return members_.size(); }
    const Member& operator[](std::size_t index) const { return members_[index]; }  // the best first

    void make_room(std::size_t members);  // keep up to so many, the best of them

    // Takes the routes in where there is room or they cost less than the worst member. Members that hardly
    // differ make way for them, unless one of those is as good.
    void offer(Lists lists, Value cost);

private:
    std::size_t room_ = 0;
    std::vector<Member> members_;
};

}  // namespace neurols::routing::rich
