// A decision carried on for several native steps: the slow tempo of learned control. A burst of one
// step is per-step control.
#pragma once

#include "search/decision.h"

namespace neurols {

class Burst {
public:
    // An operator is applied again at every step of the burst, and the decision's verdict falls on
    // every candidate. A perturbation (`once`) is made in the first step alone; its candidate is
    // kept, or the burst would have nothing to work on, and the operator decided on last, at first
    // `operator_at_first`, goes on from there.
    Decision begin(const Decision& decision, bool once) {
        if (!once) operator_ = decision.next;
        carried_on_ = decision;
        carried_on_.next = operator_;
        keep_ = once;
        return decision;
    }

    // The decision of each further step.
    Decision carry_on() {
        Decision decision = carried_on_;
        if (keep_) decision.acceptance = Acceptance::Accept;
        keep_ = false;
        return decision;
    }

    void reset(const Action& operator_at_first) { operator_ = operator_at_first; }

private:
    Action operator_;
    Decision carried_on_;
    bool keep_ = false;
};

// What a burst brought, for the controller to see.
struct BurstTally {
    int steps = 0;
    int accepted = 0;
    Cost best_change = 0;  // of a candidate against the current solution, the lowest
    Cost sum_of_changes = 0;

    void add(Cost change, bool accepted_one) {
        best_change = steps == 0 ? change : (change < best_change ? change : best_change);
        sum_of_changes += change;
        accepted += accepted_one ? 1 : 0;
        ++steps;
    }
};

}  // namespace neurols
