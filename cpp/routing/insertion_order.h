// A learned order in which ruined customers return: those that are hardest to place go first. It sees of
// each what it needs, how far away it is, and what its old place cost.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "routing/routes.h"
#include "search/perceptron.h"
#include "search/rng.h"

namespace neurols::routing {

class InsertionOrder {
public:
    static constexpr std::size_t kFeatures = 4;
    static const std::vector<std::string>& feature_names();

    InsertionOrder(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights);

    // A new ruin, and each string of it while it is still in its route.
    void start() { ruined_.clear(); }
    void note_string(const Routes& routes, Node first, int count);

    // The noted customers, in the order in which they were noted, by rank: the lowest first.
    void sort(std::vector<Node>& absent, Rng& rng);

private:
    using Ruined = std::array<float, kFeatures>;

    Ruined weights_by_deviation() const;

    const Instance& instance_;
    std::shared_ptr<const PerceptronWeights> weights_;
    std::vector<Ruined> fixed_;  // by customer: what no solution changes
    std::vector<Ruined> ruined_;
    std::vector<float> ranks_;
    std::vector<Node> sorted_;
};

}  // namespace neurols::routing
