// Selection rules that learn online, within one run, which action pays: the baselines of trained
// policies.
#pragma once

#include <cstdint>
#include <vector>

#include "search/rules.h"

namespace neurols {

// What a step was worth, as a share of the initial cost: its improvement on the current solution,
// and once more its improvement on the best one.
double step_value(const Observation& seen, Cost best_before);

// Bandits over the actions with exponentially forgotten mean rewards.
class SelectByBandit : public SelectionRule {
public:
    enum class Exploration : std::uint8_t {
        EpsilonGreedy,  // a random action with probability `exploration`, else the best mean so far
        Ucb,            // mean + exploration * scale * sqrt(log t / n) (Auer et al., 2002)
    };

    SelectByBandit(std::vector<Action> actions, Exploration kind, double exploration, double forgetting);

    void start(const Observation& seen) override;
    std::optional<Action> select(const Observation& seen, Rng& rng) override;

private:
    struct Arm {
        double mean = 0;
        double count = 0;
    };
    void learn(const Observation& seen);
    std::size_t best_arm(Rng& rng) const;

    std::vector<Action> actions_;
    Exploration kind_;
    double exploration_;
    double forgetting_;
    std::vector<Arm> arms_;
    int last_ = -1;
    Cost best_before_ = 0;
    double total_ = 0;
    double largest_ = 0;
};

// Roulette wheel with adaptive weights (Ropke and Pisinger, 2006): scores for a new best, a better
// and an accepted candidate, weights smoothed after every segment of steps.
class SelectByRoulette : public SelectionRule {
public:
    struct Scores {
        double new_best = 25;
        double better = 5;
        double accepted = 1;
    };

    SelectByRoulette(std::vector<Action> actions, Scores scores, int segment, double reaction);

    void start(const Observation& seen) override;
    std::optional<Action> select(const Observation& seen, Rng& rng) override;

private:
    struct Slot {
        double weight = 1;
        double score = 0;
        int uses = 0;
    };
    void close_segment();

    std::vector<Action> actions_;
    Scores scores_;
    int segment_;
    double reaction_;
    std::vector<Slot> slots_;
    int last_ = -1;
    int before_last_ = -1;
    int steps_ = 0;
};

}  // namespace neurols
