// Elite solutions of rich routing.
#pragma once

#include "routing/elite_pool.h"
#include "routing/rich/routes.h"

namespace neurols::routing::rich {

class Elites : public ElitePool<Lists, Value> {
public:
    void offer(Lists lists, Value cost) {
        auto arcs = arcs_of(lists);
        ElitePool::offer(std::move(lists), cost, std::move(arcs));
    }

private:
    static std::vector<std::uint64_t> arcs_of(const Lists& lists) {
        std::vector<std::uint64_t> arcs;
        for (const auto& route : lists.routes) {
            Node before = -1;  // the ends of all routes are alike here
            for (const Node v : route) {
                arcs.push_back(key(before, v));
                before = v;
            }
            arcs.push_back(key(before, -1));
        }
        return arcs;
    }

    static std::uint64_t key(Node from, Node to) {
        return static_cast<std::uint64_t>(from + 1) << 32 | static_cast<std::uint32_t>(to);
    }
};

}  // namespace neurols::routing::rich
