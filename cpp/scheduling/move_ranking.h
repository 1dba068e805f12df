// A learned ranking of moves: what it sees of each move, of the memory and of the search.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scheduling/critical.h"
#include "scheduling/moves.h"
#include "search/memory.h"
#include "search/observation.h"
#include "search/perceptron.h"

namespace neurols::scheduling {

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
    // Effects of the listed moves, one each.
    std::vector<MoveEstimator::Effect>& effects() { return effects_; }

    // Fills in the ranks of all moves from the current solution, listed block by block. A linear ranking
    // looks into the memory for those moves alone that could have the lowest one, or, where moves of several
    // blocks are joined, the lowest of their block and one below zero. It guesses the rest.
    void rank(const Schedule& schedule, std::span<const Block> blocks, const Memory& memory, bool joins,
              MoveList& moves);
    // Does so for the guessed ones, too: the lowest was not to be had.
    void finish(const Schedule& schedule, const Memory& memory, MoveList& moves) const;

private:
    struct Past;  // of the pairs that a move turns round
    static Past past_of(const Schedule& schedule, const Move& move, const Memory& memory);
    static constexpr std::size_t kPast = 3;       // the first feature that asks the memory
    static constexpr std::size_t kAfterPast = 7;  // the first behind those
    using PastFeatures = std::array<float, kAfterPast - kPast>;
    using MoveFeatures = std::array<float, kMoveFeatures>;
    using PresentFeatures = std::array<float, kMoveFeatures - (kAfterPast - kPast)>;
    PastFeatures past_features(const Schedule& schedule, const Move& move, const Memory& memory) const;
    static MoveFeatures joined(const PresentFeatures& present, const PastFeatures& past);
    float rank_of_past(const Schedule& schedule, const Move& move, const Memory& memory) const;

    const Instance& instance_;
    Perceptron perceptron_;
    std::array<float, kStateFeatures> state_{};
    std::vector<MoveEstimator::Effect> effects_;
    PresentFeatures present_weights_{};  // of a linear ranking
    PastFeatures past_weights_{};
    float least_past_ = 0;  // that the past of a move can add to its rank, where the ranking is linear
    static constexpr std::int64_t kMostChanges = 255;
    std::array<float, kMostChanges + 1> log_changes_{};  // logarithms are slow, and the numbers small
};

}  // namespace neurols::scheduling
