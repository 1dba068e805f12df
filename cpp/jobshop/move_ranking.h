// A learned ranking of moves: what it sees of each move, of the memory and of the search.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "jobshop/moves.h"
#include "search/memory.h"
#include "search/observation.h"
#include "search/perceptron.h"

namespace neurols::jobshop {

class MoveRanking {
public:
    static constexpr std::size_t kMoveFeatures = 15;
    static constexpr std::size_t kStateFeatures = 8;
    static const std::vector<std::string>& move_feature_names();
    static const std::vector<std::string>& state_feature_names();

    MoveRanking(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights);

    // The search as it stands before the next move.
    void see(const Observation& seen);

    struct Memory {
        const PairMemory& pairs;
        std::int64_t now;
        Time best_makespan;
        bool tabu;  // does the operator keep to it?
    };
    // Fills in the rank of every move from the current solution.
    void rank(const Schedule& schedule, std::size_t blocks, const Memory& memory, MoveEstimator& estimator,
              MoveList& moves);

private:
    struct Past;  // of the pairs that a move turns round
    static Past past_of(const Schedule& schedule, const Move& move, const Memory& memory);

    const Instance& instance_;
    Perceptron perceptron_;
    std::array<float, kStateFeatures> state_{};
    static constexpr std::int64_t kMostChanges = 255;
    std::array<float, kMostChanges + 1> log_changes_{};  // logarithms are dear, and numbers small
};

}  // namespace neurols::jobshop
