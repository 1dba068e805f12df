// Elite solutions of classical routing; where distances are symmetric, a route is what it is backwards.
#pragma once

#include "routing/constructions.h"
#include "routing/elite_pool.h"
#include "routing/instance.h"
#include "routing/penalties.h"

namespace neurols::routing {

class Elites : public ElitePool<RouteLists, Distance> {
public:
    explicit Elites(const Instance& instance) : instance_(&instance) {}

    void offer(RouteLists routes, Distance total) {
        auto arcs = arcs_of(routes);
        ElitePool::offer(std::move(routes), total, std::move(arcs));
    }

private:
    std::vector<std::uint64_t> arcs_of(const RouteLists& routes) const {
        std::vector<std::uint64_t> arcs;
        arcs.reserve(static_cast<std::size_t>(instance_->customers()) + routes.size());
        for (const auto& route : routes) {
            Node before = kDepot;
            for (const Node c : route) {
                arcs.push_back(edge_key(instance_->symmetric(), before, c));
                before = c;
            }
            arcs.push_back(edge_key(instance_->symmetric(), before, kDepot));
        }
        return arcs;
    }

    const Instance* instance_;
};

}  // namespace neurols::routing
