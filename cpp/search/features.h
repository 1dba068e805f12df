// What a policy network sees of a working solution: a graph with static and dynamic parts. Each
// problem writes its own; everything is normalised, so that it means the same on every size.
#pragma once

#include <cstdint>
#include <span>

#include "search/rng.h"

namespace neurols {

// Changes whenever the meaning of a feature changes; models are for one version.
constexpr int kFeatureVersion = 3;

struct FeatureShape {
    std::int32_t nodes = 0;
    std::int32_t groups = 0;             // machines, or routes at most
    std::int32_t static_features = 0;    // per node
    std::int32_t dynamic_features = 0;   // per node
    std::int32_t static_neighbours = 0;  // per node; unused ones say `nodes`
    static constexpr std::int32_t kDynamicNeighbours = 2;

    bool operator==(const FeatureShape&) const = default;
};

class Features {
public:
    virtual ~Features() = default;

    virtual FeatureShape shape() const = 0;

    // The parts that depend on the instance alone: [nodes][features] and [nodes][neighbours].
    virtual void write_static(float* nodes, std::int32_t* neighbours, float* weights) const = 0;

    // The parts that depend on the working solution; `group` of a node, or `groups` for none.
    virtual void write_dynamic(float* nodes, std::int32_t* neighbours, float* weights,
                               std::int32_t* group) = 0;

    // For each operator the estimated change of its best candidate from the *working* solution, as
    // a share of its cost; infinity where it has none, NaN where that cannot be told cheaply.
    virtual void write_estimates(std::span<double> changes, Rng& rng) = 0;

    // The fingerprint of the candidate that was estimated so last; 0 where it is not told.
    virtual std::uint64_t estimated_fingerprint(int /*op*/) const { return 0; }

    // How recently the arcs or edges that the pending candidate changes were changed before: 1 just
    // now, falling towards 0 for long ago or never.
    virtual double recency() const = 0;
};

}  // namespace neurols
