// A learned ranking of ruins: which of several is worth the local search that follows it. It sees what
// each has done to the solution, and how often its customers have been ruined without success.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/routes.h"
#include "search/observation.h"
#include "search/perceptron.h"

namespace neurols::routing {

// A ruin that has been recreated; the routes hold the outcome.
struct RuinOutcome {
    Distance before = 0;         // length of all routes
    Distance after_removal = 0;  // the same, with the customers gone
    const std::vector<Node>* removed = nullptr;
};

class RuinRanking {
public:
    static constexpr std::size_t kRuinFeatures = 16;
    static constexpr std::size_t kStateFeatures = 2;
    static const std::vector<std::string>& ruin_feature_names();
    static const std::vector<std::string>& state_feature_names();

    RuinRanking(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights);

    // A new search, whose small changes cost so much.
    void start(double unit);

    // The search as it stands before the next ruin.
    void see(const Observation& seen);

    // Of several ruins the lowest rank, less a chance deviation, is the choice.
    float rank(const Routes& routes, const RuinOutcome& outcome);

    // What the search made of the chosen ruin: customers of routes that have changed are worth another
    // ruin, those that were ruined without success less so.
    void note_change(const Routes& routes);
    void note_failure(const std::vector<Node>& removed);

private:
    const Instance& instance_;
    Perceptron perceptron_;
    double unit_ = 1;
    double late_ = 0;                      // from -1/2 at the start of the search to 1/2 at its end
    std::vector<std::uint32_t> failures_;  // by customer: ruins since its route last changed
    std::array<float, kRuinFeatures> features_{};
};

// Whether the step has changed any route, or only put everything back.
bool has_moved(const Routes& routes);

}  // namespace neurols::routing
