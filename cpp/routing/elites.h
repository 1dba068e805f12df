// The best solutions that differ from each other which a search has met: parents of new ones.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/constructions.h"
#include "routing/instance.h"

namespace neurols::routing {

class Elites {
public:
    struct Member {
        RouteLists routes;
        Distance total = 0;
        std::vector<std::uint64_t> edges;  // sorted
    };

    explicit Elites(const Instance& instance) : instance_(&instance) {}

    void clear() { members_.clear(); }
    std::size_t size() const { return members_.size(); }
    const Member& operator[](std::size_t index) const { return members_[index]; }  // the best first

    // Keep up to so many members, the best of them.
    void make_room(std::size_t members);

    // Take the routes in where there is room or they cost less than the worst member. Members that
    // hardly differ make way for them, unless one of those is as good.
    void offer(const RouteLists& routes, Distance total);

private:
    const Instance* instance_;
    std::size_t room_ = 0;
    std::vector<Member> members_;
};

}  // namespace neurols::routing
