// Moves of an operation, or of two, and the neighbourhoods that list them. Every move is an operation that is
// taken out and put in somewhere; estimates are of the cost afterwards.
#pragma once

#include <span>
#include <vector>

#include "scheduling/rich/critical.h"
#include "scheduling/rich/schedule.h"

namespace neurols::scheduling::rich {

struct Move {
    Op op = 0;
    std::int32_t machine = 0;
    Time duration = 0;
    Op after = 0;    // its machine predecessor then; none() for first
    Op second = -1;  // another operation, put right after `second_after` on its own machine
    Op second_after = -1;
    double estimate = 0;
    double rank = 0;  // what moves are compared by: the estimate, or the cost where that was found out
    bool rejected = false;
    bool exact = false;  // was the cost found out?

    bool is_double() const { return second >= 0; }
};

using MoveList = std::vector<Move>;

// Estimates moves within a machine from the heads and tails of the schedule: the operations of the stretch
// that changes get new ones, and the cost is that of the longest paths through them (Taillard, 1994; Balas
// and Vazacopoulos, 1998), sink by sink. Linear in the length of the stretch.
class StretchEstimator {
public:
    explicit StretchEstimator(const Instance& instance);

    // The cost if the stretch from `first` to `last`, neighbours on a machine, were in this order.
    double estimate(const Schedule& schedule, Op first, Op last, std::span<const Op> order);

private:
    void note_current(const Schedule& schedule, std::span<const Op> order);
    double cost_of_sinks(const Schedule& schedule) const;
    double setup_cost(const Schedule& schedule, Op first, Op last, std::span<const Op> order) const;

    const Instance* instance_;
    std::vector<Time> head_;
    std::vector<Time> row_, through_, before_;
};

// List the moves of a neighbourhood on the blocks of critical paths.
using ListMoves = void (*)(const Schedule&, const CriticalPaths&, StretchEstimator&, MoveList&);
// Swaps of neighbours (van Laarhoven et al., 1992).
void list_ct(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
             MoveList& moves);
// The first two or the last two of a block (Nowicki and Smutnicki, 1996).
void list_cet(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
              MoveList& moves);
// Swaps at both ends of a block at once, at either, or both (Kuhpfahl and Bierwirth, 2016).
void list_ecet(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
               MoveList& moves);
// Operations to the start or end of their block, and the first or last inward (Dell'Amico and Trubian, 1993;
// Balas and Vazacopoulos, 1998).
void list_cei(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
              MoveList& moves);

}  // namespace neurols::scheduling::rich
