// Immutable data of rich scheduling: operations with modes, precedences with lags, machines with setups,
// calendars and blocking, and an objective. Times are whole numbers of 32 bits; what adds up to more is
// refused. `none()` is one past the last operation and stands for "no such neighbour".
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "scheduling/rich/calendar.h"
#include "scheduling/rich/objective.h"

namespace neurols::scheduling::rich {

using Op = std::int32_t;

// The data as flat arrays, as Python hands them over. Absent families and initial families are -1, absent
// maximum lags kNoLimit, absent due dates and deadlines kNever.
struct InstanceData {
    std::int32_t families = 0;
    bool permutation = false;

    std::vector<std::int32_t> job;  // of every operation
    std::vector<std::int32_t> family;
    std::vector<std::int64_t> release;
    std::vector<std::uint8_t> may_pause;
    std::vector<std::int32_t> mode_first;  // one more than operations
    std::vector<std::int32_t> mode_machine;
    std::vector<std::int64_t> mode_duration;

    std::vector<std::int32_t> before, after;  // precedences
    std::vector<std::int64_t> min_lag, max_lag;

    std::vector<std::int64_t> available_from;  // of every machine
    std::vector<std::int32_t> initial_family;
    std::vector<std::uint8_t> blocking;
    std::vector<std::uint8_t> setup_during_breaks;
    std::vector<std::int32_t> break_first;  // one more than machines
    std::vector<std::int64_t> break_start, break_end;
    std::vector<std::uint8_t> has_setups;
    std::vector<std::int64_t> setup_times;  // families x families for each machine that has setups

    std::vector<std::int64_t> due_date, deadline;  // of every job
    std::vector<std::int64_t> job_release;
    std::vector<double> job_weight;
    std::vector<std::string> job_name;  // for messages; may be left out
    ObjectiveWeights objective;

    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
};

struct Mode {
    std::int32_t machine;
    Time duration;
};

// One side of a precedence as seen from the other operation.
struct Link {
    Op op;
    Time lag;
};

struct MaxLag {
    Op before;
    Op after;
    Time lag;
};

class Instance {
public:
    // Throws std::invalid_argument on data that contradict themselves or are too large.
    explicit Instance(const InstanceData& data);

    Op operations() const { return n_; }
    Op none() const { return n_; }
    std::int32_t jobs() const { return jobs_; }
    std::int32_t machines() const { return machines_; }
    std::string job_name(std::int32_t job) const;
    bool permutation() const { return permutation_; }

    std::int32_t job(Op op) const { return job_[at(op)]; }
    Time release(Op op) const { return release_[at(op)]; }
    bool may_pause(Op op) const { return may_pause_[at(op)] != 0; }
    std::int32_t family(Op op) const { return family_[at(op)]; }  // no_family() where there is none
    std::int32_t no_family() const { return families_; }
    std::span<const Mode> modes(Op op) const {
        return std::span(modes_).subspan(at(mode_first_[at(op)]),
                                         at(mode_first_[at(op) + 1] - mode_first_[at(op)]));
    }
    bool is_flexible(Op op) const { return mode_first_[at(op) + 1] - mode_first_[at(op)] > 1; }
    Time shortest(Op op) const { return shortest_[at(op)]; }
    // Duration of the operation on the machine, or -1 where it has no such mode.
    Time duration_on(Op op, std::int32_t machine) const;

    std::span<const Link> predecessors(Op op) const {
        return std::span(predecessors_)
            .subspan(at(predecessor_first_[at(op)]),
                     at(predecessor_first_[at(op) + 1] - predecessor_first_[at(op)]));
    }
    std::span<const Link> successors(Op op) const {
        return std::span(successors_)
            .subspan(at(successor_first_[at(op)]),
                     at(successor_first_[at(op) + 1] - successor_first_[at(op)]));
    }
    // Where every operation has at most one predecessor and one successor: these, none() included.
    bool has_chains() const { return chains_; }
    const Link* chain_predecessors() const { return chain_predecessor_.data(); }
    const Link* chain_successors() const { return chain_successor_.data(); }
    bool has_negative_lags() const { return negative_lags_; }

    // An operation whose end may be the end of its job.
    bool is_terminal(Op op) const { return terminal_[at(op)] != 0; }
    std::span<const Op> terminals() const { return terminals_; }
    std::span<const Op> terminals_of(std::int32_t job) const {
        return std::span(terminals_)
            .subspan(at(terminal_first_[at(job)]),
                     at(terminal_first_[at(job) + 1] - terminal_first_[at(job)]));
    }
    // A topological order of the precedences.
    std::span<const Op> topological() const { return topological_; }

    bool has_setups() const { return setups_; }
    // None where one of the two is none() or has no family: then 0, or the initial setup for `before` none().
    Time setup(std::int32_t machine, Op before, Op after) const {
        const Time* table = setup_table_[at(machine)];
        if (!table) return 0;
        const std::int32_t from = before == n_ ? families_ + 1 : family_[at(before)];
        return table[from * (families_ + 1) + family_[at(after)]];
    }
    Time available_from(std::int32_t machine) const { return available_[at(machine)]; }
    const Calendar& calendar(std::int32_t machine) const { return calendars_[at(machine)]; }
    bool setup_during_breaks(std::int32_t machine) const { return setup_during_breaks_[at(machine)] != 0; }
    bool blocks(std::int32_t machine) const { return blocking_[at(machine)] != 0; }
    std::span<const Link> job_successors(Op op) const {  // those of the same job, for blocking
        return std::span(job_successors_)
            .subspan(at(job_successor_first_[at(op)]),
                     at(job_successor_first_[at(op) + 1] - job_successor_first_[at(op)]));
    }

    std::span<const MaxLag> max_lags() const { return max_lags_; }
    bool has_blocking() const { return any_blocking_; }
    // Operations that may be pushed to later times by what comes after them.
    bool pushes_back() const { return any_blocking_ || !max_lags_.empty(); }
    // Whether starts are longest paths in a graph of fixed lengths.
    bool is_plain() const { return !any_calendar_ && !pushes_back(); }

    const Objective& objective() const { return objective_; }
    // Every semi-active schedule ends before.
    Time horizon() const { return horizon_; }
    double mean_duration() const { return mean_duration_; }  // never 0
    double lower_bound() const { return lower_bound_; }
    // Longest path from the start of the first to the start of this one, in the fastest modes; and from the
    // start of this one to the last end.
    Time earliest_start(Op op) const { return earliest_[at(op)]; }
    Time shortest_tail(Op op) const { return shortest_tail_[at(op)]; }

private:
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    void read_operations(const InstanceData& data);
    void read_machines(const InstanceData& data);
    void read_precedences(const InstanceData& data);
    void sort_topologically();
    void compute_bounds();

    Op n_ = 0;
    std::int32_t jobs_ = 0;
    std::int32_t machines_ = 0;
    std::int32_t families_ = 0;
    bool permutation_ = false;
    bool chains_ = true;
    bool negative_lags_ = false;
    bool setups_ = false;
    bool any_blocking_ = false;
    bool any_calendar_ = false;

    std::vector<std::int32_t> job_, family_;
    std::vector<std::string> job_name_;
    std::vector<Time> release_;
    std::vector<std::uint8_t> may_pause_;
    std::vector<std::int32_t> mode_first_;
    std::vector<Mode> modes_;
    std::vector<Time> shortest_;

    std::vector<std::int32_t> predecessor_first_, successor_first_, job_successor_first_;
    std::vector<Link> predecessors_, successors_, job_successors_;
    std::vector<Link> chain_predecessor_, chain_successor_;
    std::vector<MaxLag> max_lags_;
    std::vector<std::uint8_t> terminal_;
    std::vector<Op> terminals_, topological_;  // the former job by job
    std::vector<std::int32_t> terminal_first_;

    std::vector<Time> setup_times_;
    std::vector<const Time*> setup_table_;  // null for none
    std::vector<Time> available_;
    std::vector<Calendar> calendars_;
    std::vector<std::uint8_t> setup_during_breaks_, blocking_;

    Objective objective_;
    Time horizon_ = 0;
    double mean_duration_ = 1;
    double lower_bound_ = 0;
    std::vector<Time> earliest_, shortest_tail_;
};

}  // namespace neurols::scheduling::rich
