// Phases of a search that start between elite solutions.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/perturb/rules.h"

namespace neurols {

// Ends a phase after `patience` steps without a new best of that phase. The strength says between
// how many elites the workspace relinks: more where the budget has room for more phases, so that a
// short search converges and a long one does not do so too soon. `elites` other than 0 is for good.
class RelinkAfter : public PerturbationRule {
public:
    RelinkAfter(std::int64_t patience, Action action, int elites)
        : after_(patience, PerturbAfter::Counting::PhaseBest, action, 0), elites_(elites) {}

    void start(const Observation& seen) override { after_.start(seen); }

    std::optional<Decision> perturb(const Observation& seen, bool stuck, Rng& rng) override {
        auto decision = after_.perturb(seen, stuck, rng);
        if (decision) decision->next.strength = elites_ > 0 ? elites_ : elites_for(seen);
        return decision;
    }

    // As many as the budget feeds.
    static int elites_for(const Observation& seen) {
        if (seen.progress <= 0) return kMostElites;
        const double phases = static_cast<double>(seen.perturbations + 1) / seen.progress;
        return std::clamp(static_cast<int>(1 + std::pow(phases, kGrowth)), 2, kMostElites);
    }

private:
    static constexpr int kMostElites = 30;  // Peng, Lü and Cheng (2015)
    static constexpr double kGrowth = 0.3;  // 10 phases feed 2 elites, 100 feed 4, 1,000 feed 8

    PerturbAfter after_;
    int elites_;
};

}  // namespace neurols
