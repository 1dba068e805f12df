// Acceptance rules without memory.
#pragma once

#include "search/rules.h"

namespace neurols {

// Hill climbing: improvements only (and equal costs, if asked for).
class AcceptImproving : public AcceptanceRule {
public:
    explicit AcceptImproving(bool equal) : equal_(equal) {}
    bool accept(const Observation& seen, Rng&) override {
        return seen.improving || (equal_ && seen.candidate <= seen.current);
    }

private:
    bool equal_;
};

// A random walk over the operator's best candidates; with a tabu memory, tabu search.
class AcceptAlways : public AcceptanceRule {
public:
    bool accept(const Observation&, Rng&) override { return true; }
};

// Accept with a fixed probability, whatever the candidate: the acceptance of a random policy.
class AcceptByCoin : public AcceptanceRule {
public:
    explicit AcceptByCoin(double probability) : probability_(probability) {}
    bool accept(const Observation&, Rng& rng) override { return rng.coin(probability_); }

private:
    double probability_;
};

// Guided local search (Voudouris and Tsang, 1999): improving on cost plus penalties. The search must
// not accept on cost alone, or it falls back into the optimum that the penalties drive it out of.
class AcceptGuided : public AcceptanceRule {
public:
    bool accept(const Observation& seen, Rng&) override { return improves(seen); }

    static bool improves(const Observation& seen) {
        return seen.outcome == Outcome::NewBest || seen.candidate + seen.penalty_change < seen.current;
    }
};

}  // namespace neurols
