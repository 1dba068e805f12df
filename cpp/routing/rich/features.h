// What a policy network sees of rich routes. Nodes are the depots and the clients, the static graph joins
// clients that may well stand beside each other, the dynamic graph is the routes, groups are routes.
#pragma once

#include <vector>

#include "routing/rich/proximity.h"
#include "routing/rich/routes.h"
#include "search/features.h"

namespace neurols::routing::rich {

class RichFeatures : public Features {
public:
    RichFeatures(const Routes& routes, std::shared_ptr<const Proximity> proximity);

    FeatureShape shape() const override;
    void write_static(float* nodes, std::int32_t* neighbours, float* weights) const override;
    void write_dynamic(float* nodes, std::int32_t* neighbours, float* weights, std::int32_t* group) override;
    void write_estimates(std::span<double> changes, Rng& rng) override;
    double recency() const override { return 0; }

private:
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    float closeness(Node a, Node b) const;
    void write_client(Node c, float* node) const;
    void write_stop(const Route& route, int index, float* node) const;

    const Routes& routes_;
    const Instance& instance_;
    std::shared_ptr<const Proximity> proximity_;
    double unit_ = 1;     // mean distance to the nearest clients
    double horizon_ = 1;  // from the first start to the last end of a route
    Value opens_ = 0;
    std::vector<std::int32_t> slot_of_;
};

}  // namespace neurols::routing::rich
