// Insertions: an operation taken out of the schedule and put in anywhere. Without it heads and tails of all
// others are computed exactly; the cost with it then follows from the longest path through it alone (after
// Mastrolilli and Gambardella, 2000), for every place at which no way leads round it.
#pragma once

#include <span>
#include <vector>

#include "scheduling/rich/moves.h"

namespace neurols::scheduling::rich {

class InsertionEvaluator {
public:
    explicit InsertionEvaluator(const Instance& instance);

    // Moves of these operations, given in topological order: all places on an operation's own machine but its
    // present one, and the best place on every other. The schedule is the same afterwards.
    void list(Schedule& schedule, std::span<const Op> ops, MoveList& moves);

    // The best place on every machine for an operation that has none; each better place is passed over with
    // this probability. Ends and tails of a plain schedule must be fresh.
    void list_unplaced(const Schedule& schedule, Op op, double blinks, Rng& rng, MoveList& moves);

    // Without calendars, pushes and setups that break the triangle inequality, estimates are exact.
    bool is_exact() const { return exact_; }

private:
    void list_one(Schedule& schedule, Op op, MoveList& moves);
    // Ends of all operations from this rank on, and tails of all up to it; `op` itself takes no time.
    void run_forward(const Schedule& schedule, Op op, std::int32_t from);
    void run_backward(const Schedule& schedule, Op op, std::int32_t to);
    void judge_by_own(Op op);
    void note_ends(const Schedule& schedule);
    bool goes_before(const Schedule& schedule, Op other, Op op) const;
    bool goes_after(const Schedule& schedule, Op other, Op op) const;
    Time start(const Schedule& schedule, Op op) const;
    template <bool kSingle>
    void list_machine(const Schedule& schedule, Op op, const Mode& mode, bool own, Op now_after,
                      MoveList& moves);
    double single_cost(Time longest, double setups) const;
    double sink_cost(const Schedule& schedule, Op op, Op next, std::int32_t machine, Time end, double setups);

    const Instance* instance_;
    bool exact_;
    std::vector<Time> own_end_;  // without the operation
    std::vector<Time> start_;    // where that is not end minus duration
    Tails own_tails_;
    // What places are judged by: these, or the schedule's own.
    const Time* end_ = nullptr;
    const Tails* tails_ = nullptr;
    Time ready_ = 0;             // when the operation could start if every machine were free
    std::vector<Time> job_row_;  // tails by way of the precedences of the operation
    std::vector<Time> row_;
    std::vector<Time> job_end_;
    std::vector<Time> sink_end_;
    Time longest_ = 0;  // without the operation
    double blinks_ = 0;
    Rng* rng_ = nullptr;  // of the blinks
    double base_ = 0;
    Time base_makespan_ = 0, base_lateness_ = 0;
};

}  // namespace neurols::scheduling::rich
