// What a controller sees of the search: plain numbers, refreshed before every decision.
#pragma once

#include <cstdint>

#include "search/decision.h"
#include "search/memory.h"

namespace neurols {

struct Observation {
    std::int64_t iteration = 0;
    double progress = 0;  // share of the budget used, 0 to 1; 0 when there is no limit

    Cost initial = 0;
    Cost current = 0;
    Cost candidate = 0;  // equals current when nothing is pending
    Cost best = 0;
    Cost unit = 1;  // what a small change costs here: a mean arc, a mean duration

    bool pending = false;    // a candidate waits for acceptance
    bool improving = false;  // it improves on the current solution: accepted without a question
    Outcome outcome = Outcome::None;
    Action last_action;
    bool last_accepted = false;  // was the candidate before this one accepted?

    std::int64_t since_best = 0;         // steps since the last new best
    std::int64_t since_improvement = 0;  // steps since a candidate last improved on the current one
    std::int64_t since_perturbation = 0;
    std::int64_t perturbations = 0;

    // Operators that have no candidate left from the current solution, one bit each.
    std::uint64_t exhausted = 0;

    Cost penalty_change = 0;  // guided local search: penalty of the candidate less the current one's
    std::int32_t visits = 0;  // how often the candidate was visited before, where that is tracked
    const VisitMemory* visited = nullptr;  // all that was visited, where that is tracked
};

}  // namespace neurols
