// The three intervention points as rules. A classical controller is one of each.
#pragma once

#include <limits>
#include <optional>

#include "search/decision.h"
#include "search/observation.h"
#include "search/rng.h"

namespace neurols {

// First point: is the pending candidate accepted? Asked about every pending candidate, so that a rule can
// keep statistics; the search accepts improving ones whatever the answer.
class AcceptanceRule {
public:
    virtual ~AcceptanceRule() = default;
    virtual void start(const Observation& /*seen*/) {}
    virtual bool accept(const Observation& seen, Rng& rng) = 0;
    // The most that the next candidate may cost to be accepted, where the rule can tell before it sees
    // the candidate. `current` is what the solution costs that the candidate will be made from.
    virtual Cost ceiling(const Observation& /*seen*/, Cost /*current*/, Rng& /*rng*/) {
        return std::numeric_limits<Cost>::infinity();
    }
};

// Second point: which action comes next?
class SelectionRule {
public:
    virtual ~SelectionRule() = default;
    virtual void start(const Observation& /*seen*/) {}
    // Nothing when every action has been tried without success: a local optimum.
    virtual std::optional<Action> select(const Observation& seen, Rng& rng) = 0;
};

// Third point: is it time to leave this region, and how?
class PerturbationRule {
public:
    virtual ~PerturbationRule() = default;
    virtual void start(const Observation& /*seen*/) {}
    // `stuck` is true when the selection rule has no action left.
    virtual std::optional<Decision> perturb(const Observation& seen, bool stuck, Rng& rng) = 0;
};

}  // namespace neurols
