// Moves within a machine sequence, when they are safe, and what they are estimated to cost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scheduling/schedule.h"
#include "search/memory.h"

namespace neurols::scheduling {

// One relocation, or two at once (ECET). A swap of neighbours is a relocation by one place.
struct Move {
    std::int32_t from = 0;
    std::int32_t to = 0;
    std::int32_t second_from = -1;  // -1: there is no second relocation
    std::int32_t second_to = -1;
    Time estimate = 0;  // makespan of the longest path through the moved operations
    bool rejected = false;
    bool guessed = false;  // is the rank but a bound from below, and higher than the lowest one?
    float rank = 0;        // by a learned ranking, where there is one; the lowest is chosen

    bool is_double() const { return second_from >= 0; }
};

using MoveList = std::vector<Move>;

// Two operations of a machine, whichever comes first, as a key of the memory.
inline std::uint64_t pair_of(Op a, Op b) {
    return pair_key(static_cast<std::uint32_t>(std::min(a, b)), static_cast<std::uint32_t>(std::max(a, b)));
}

// Estimates makespans after moves from heads and tails of the schedule before (Taillard, 1994, for
// swaps; Balas and Vazacopoulos, 1998, for insertions), in time linear in the moved segment.
class MoveEstimator {
public:
    explicit MoveEstimator(const Instance& instance);

    // What a relocation does to the stretch that it moves, beyond its longest path.
    struct Effect {
        float mean_excess;  // longest path through an operation beyond the makespan, mean over all of them
        Time end_shift;     // by how much later it ends
        Time tail_shift;    // by how much longer it is from its start to the end of the schedule
    };
    // Of every move that is listed, in that order, note this, too (or no longer). Half of the work is
    // shared with the estimate. Of two relocations at once it is the first one's.
    void note_effects(std::vector<Effect>* effects) { effects_ = effects; }

    // Append the relocation if it is safe.
    void add(const Schedule& schedule, std::int32_t from, std::int32_t to, MoveList& moves);
    // Both swaps at the ends of the stretch first … last, at least four operations.
    void add_double_swap(const Schedule& schedule, std::int32_t first, std::int32_t last, MoveList& moves);

private:
    // Sufficient for the move to close no cycle. Weaker than the condition of Balas and
    // Vazacopoulos, and safe with zero durations and jobs that visit a machine twice: a path from
    // the job successor of `u` to `v` would be at least as long as these tails say.
    static bool is_safe(const Schedule& schedule, std::int32_t from, std::int32_t to);

    Time estimate(const Schedule& schedule, std::int32_t from, std::int32_t to);
    Time estimate_double_swap(const Schedule& schedule, std::int32_t first, std::int32_t last);
    std::size_t arrange(const Schedule& schedule, std::int32_t from, std::int32_t to);
    Time set_heads(const Schedule& schedule, Op before, std::size_t count);
    Time longest_through(const Schedule& schedule, Op before, Op after, std::size_t count);
    Time estimate_with_effect(const Schedule& schedule, std::int32_t from, std::int32_t to);

    std::vector<Op> segment_;  // the moved stretch in its new order
    std::vector<Time> head_;
    std::vector<float> inverse_;  // of 0, which is none, 1, 2, … operations: divisions are slow
    std::vector<Effect>* effects_ = nullptr;
};

}  // namespace neurols::scheduling
