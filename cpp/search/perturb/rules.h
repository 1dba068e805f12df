// Perturbation rules: when to leave a region of the search space, and how.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/accept/simple.h"
#include "search/cycles.h"
#include "search/rules.h"

namespace neurols {

// Never: the search ends at a local optimum, or walks on if its acceptance rule lets it.
class PerturbNever : public PerturbationRule {
public:
    std::optional<Decision> perturb(const Observation&, bool, Rng&) override { return std::nullopt; }
};

// After `patience` steps without an improvement (or without a new best), or when the selection
// rule is stuck. Patience 0: only when stuck.
class PerturbAfter : public PerturbationRule {
public:
    enum class Counting : std::uint8_t {
        Improvement,  // since a candidate last improved on the current solution
        NewBest,      // since the last new best
        PhaseBest,    // since the best of this phase, which began with the last perturbation
    };

    PerturbAfter(std::int64_t patience, Counting counting, Action action, int strength_spread)
        : patience_(patience), counting_(counting), action_(action), strength_spread_(strength_spread) {}

    void start(const Observation& seen) override { begin_phase(seen); }

    std::optional<Decision> perturb(const Observation& seen, bool stuck, Rng& rng) override {
        const std::int64_t still = std::min(seen.since_perturbation, standing_still(seen));
        if (!stuck && (patience_ == 0 || still < patience_)) return std::nullopt;
        Decision decision;
        decision.next = action_;
        if (strength_spread_ > 0) decision.next.strength += rng.between(0, strength_spread_);
        return decision;
    }

private:
    std::int64_t standing_still(const Observation& seen) {
        switch (counting_) {
            case Counting::Improvement:
                return seen.since_improvement;
            case Counting::NewBest:
                return seen.since_best;
            case Counting::PhaseBest:
                if (seen.since_perturbation == 0 || seen.candidate < phase_best_) begin_phase(seen);
                return seen.iteration - phase_best_at_;
        }
        return 0;
    }

    void begin_phase(const Observation& seen) {
        phase_best_ = seen.candidate;
        phase_best_at_ = seen.iteration;
    }

    std::int64_t patience_;
    Counting counting_;
    Action action_;
    int strength_spread_;
    Cost phase_best_ = 0;
    std::int64_t phase_best_at_ = 0;
};

// Once at the start of every cycle but the first: with the return to the best as its action, no cycle
// loses what an earlier one found.
class PerturbEachCycle : public PerturbationRule {
public:
    PerturbEachCycle(const Cycles& cycles, Action action) : cycles_(cycles), action_(action) {}

    void start(const Observation&) override { cycle_ = 0; }

    std::optional<Decision> perturb(const Observation& seen, bool stuck, Rng&) override {
        const bool due = cycles_.count() > 1 && cycles_.at(seen.progress).cycle > cycle_;
        if (due) ++cycle_;
        if (!due && !stuck) return std::nullopt;
        Decision decision;
        decision.next = action_;
        return decision;
    }

private:
    Cycles cycles_;
    Action action_;
    int cycle_ = 0;  // the last one that has begun
};

// Guided local search: at a local optimum of cost plus penalties (`patience` failures in a row, or
// no candidate left) raise the penalties of its worst features and go on.
class PenaliseAfter : public PerturbationRule {
public:
    PenaliseAfter(int patience, Action first) : patience_(patience), first_(first) {}

    void start(const Observation&) override { failures_ = 0; }

    std::optional<Decision> perturb(const Observation& seen, bool stuck, Rng&) override {
        if (seen.pending) failures_ = AcceptGuided::improves(seen) ? 0 : failures_ + 1;
        if (!stuck && (patience_ == 0 || failures_ < patience_)) return std::nullopt;
        failures_ = 0;
        Decision decision;
        decision.penalise = true;
        decision.next = first_;
        return decision;
    }

private:
    int patience_;
    Action first_;
    int failures_ = 0;
};

}  // namespace neurols
