// What a policy network sees of a set of routes. Nodes are the depot and the customers, the static
// graph joins nearest neighbours, the dynamic graph is the tours, groups are routes.
#pragma once

#include <vector>

#include "routing/neighbours.h"
#include "routing/routes.h"
#include "search/features.h"

namespace neurols::routing {

class RoutingFeatures : public Features {
public:
    explicit RoutingFeatures(const Routes& routes);

    FeatureShape shape() const override;
    void write_static(float* nodes, std::int32_t* neighbours, float* weights) const override;
    void write_dynamic(float* nodes, std::int32_t* neighbours, float* weights, std::int32_t* group) override;
    void write_estimates(std::span<double> changes, Rng& rng) override;
    double recency() const override { return 0; }

private:
    float closeness(Node a, Node b) const;

    const Routes& routes_;
    Neighbours nearest_;
    double unit_ = 1;  // mean distance to the nearest customers
    std::vector<std::int32_t> slot_of_;
};

}  // namespace neurols::routing
