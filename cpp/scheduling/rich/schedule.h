// A semi-active schedule of a rich instance: machines, modes and sequences, a topological order, and from
// these starts, ends, tails and cost. Moves and their undo live here; which move to make does not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scheduling/rich/instance.h"
#include "scheduling/rich/tails.h"

namespace neurols::scheduling::rich {

// A solution without its times: a topological order of the operations, and the machine of each. Machines
// process their operations in this order.
struct Plan {
    std::vector<Op> order;
    std::vector<std::int32_t> machine;
};

class Schedule {
public:
    explicit Schedule(const Instance& instance);

    const Instance& instance() const { return *instance_; }

    // Set everything at once. An operation with machine -1 stays unplaced.
    void assign(std::span<const Op> order, std::span<const std::int32_t> machine);
    void assign(const Plan& plan) { assign(plan.order, plan.machine); }
    // From the sequence of every machine; false if they form a cycle with the precedences.
    bool assign_sequences(std::span<const std::vector<Op>> sequences);
    void copy_to(Plan& plan) const;

    // Cost of the schedule, with a price on what is violated (maximum lags, deadlines, a deadlock of
    // blocking machines).
    double cost() const { return value_ + price_ * static_cast<double>(violation_); }
    bool feasible() const { return violation_ == 0; }
    double value() const { return value_; }
    std::int64_t violation() const { return violation_; }
    double price() const { return price_; }
    void set_price(double price) { price_ = price; }
    std::int64_t total_setup() const { return setup_sum_; }
    Time latest_end() const;
    Time job_end(std::int32_t job) const { return job_end_[at(job)]; }

    Time start(Op op) const { return plain_ ? end_[at(op)] - duration_[at(op)] : start_[at(op)]; }
    Time end(Op op) const { return end_[at(op)]; }
    Time duration(Op op) const { return duration_[at(op)]; }
    std::int32_t machine(Op op) const { return machine_[at(op)]; }
    Op machine_predecessor(Op op) const { return machine_predecessor_[at(op)]; }
    Op machine_successor(Op op) const { return machine_successor_[at(op)]; }
    // Setup before the operation, and the time the machine is available from before the first.
    Time gap(Op op) const { return gap_[at(op)]; }
    Op first_on(std::int32_t machine) const { return first_[at(machine)]; }
    std::span<const Op> order() const { return order_; }
    std::int32_t rank(Op op) const { return rank_[at(op)]; }
    // When the operation could start if its machine were free: precedences and release alone.
    Time ready(Op op, const Time* end) const;
    Time ready(Op op) const { return ready(op, end_.data()); }
    const Time* ends() const { return end_.data(); }
    // Where the operation lies if the ends of all before it are these.
    Calendar::Span place(Op op, const Time* end) const;
    // The first work of `op` after `before` on a machine where that one ends then.
    Time free_after(std::int32_t machine, Op before, Time end_of_before, Op op) const;

    // Longest paths to the sinks; see tails.h. Up to date after `evaluate_tails`.
    const Tails& tails() const { return tails_; }

    // Hash of machines and sequences, kept up to date with every move.
    std::uint64_t fingerprint() const { return fingerprint_; }

    // Take an operation off its machine; put it on one, right after `after` there (none() for first). The
    // latter is false, and changes nothing, if that would close a cycle. Times are stale until `evaluate`.
    void take_out(Op op);
    bool put_in(Op op, std::int32_t machine, Time duration, Op after);
    // Both at once; false leaves the schedule as it was.
    bool move(Op op, std::int32_t machine, Time duration, Op after);

    void evaluate();
    void evaluate_tails();
    // Ends and tails in the middle of a series of moves, without the cost; for plain instances.
    void refresh();
    // Whether `refresh` goes back by a log, which wants tails that are up to date when it begins.
    bool logs_tails() const { return sparse_; }

    // Undo everything since the last `commit`, exactly.
    void undo();
    void commit();

    // What was done since the last commit, in the order made.
    struct Change {
        Op op;
        std::int32_t machine;       // where it was taken from or put in
        Op after;                   // its machine predecessor there
        Time duration;              // before the change
        bool put;                   // put in, else taken out
        std::int32_t window_begin;  // stretch of the topological order that changed
        std::int32_t window_end;
        std::size_t saved;  // where its old content lies in the undo buffer
    };
    std::span<const Change> changes() const { return journal_; }

    // For evaluations without a move: unlink and link again, sequences and gaps alone.
    void unlink(Op op);
    void link(Op op, std::int32_t machine, Time duration, Op after);

private:
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    bool depends_on_marked(Op op, std::uint32_t stamp) const;
    bool leads_to_marked(Op op, std::uint32_t stamp) const;
    bool reorder_forward(Op moved, Op target, Change& change);
    bool reorder_backward(Op moved, Op target, Change& change);
    void write_window(std::int32_t begin, std::span<const Op> ops);
    void save_window(std::int32_t begin, std::int32_t end, Change& change);
    void set_gap(Op op);
    std::uint64_t arc_hash(std::int32_t machine, Op before, Op op) const;
    void rebuild();
    std::uint32_t next_stamp();

    // timing.cpp
    template <bool kChains>
    void run_plain(std::int32_t from);
    void save_times();
    void run_ends();
    void run_tails();
    void run_single_tails();
    void run_rows();
    void run_changed_rows(bool log);
    void compute_row(Op op, Time* row) const;
    void undo_tails();
    void forget_log();
    bool sweep(std::int32_t from, bool pushed);
    void run_pushed();
    std::int64_t lag_violation() const;
    void sum_up();

    const Instance* instance_;
    bool plain_;
    std::vector<std::int32_t> machine_;
    std::vector<Time> duration_;
    std::vector<Op> machine_predecessor_, machine_successor_;
    std::vector<Time> gap_;
    std::vector<Op> first_, last_;  // of every machine
    std::vector<Op> order_;
    std::vector<std::int32_t> rank_;
    std::vector<Time> end_, start_, lower_;
    std::vector<Time> job_end_;
    Tails tails_;
    std::vector<Time> saved_tails_;
    // With many sinks (`sparse_`) only rows are computed whose operation changed its links, or that depend on
    // one which changed; the log holds what they were at the last commit.
    std::vector<std::uint8_t> tail_dirty_, tail_changed_, tail_logged_;
    std::vector<Op> changed_ops_, logged_ops_;
    std::vector<Time> logged_rows_, row_;
    bool sparse_;
    bool tails_clean_ = false;  // at the last commit

    double value_ = 0;
    double price_ = 1;
    std::int64_t violation_ = 0;
    std::int64_t setup_sum_ = 0;
    std::uint64_t fingerprint_ = 0;
    std::int32_t stale_from_ = 0;
    std::int32_t tails_stale_ = 0, committed_tails_stale_ = 0;
    bool tails_saved_ = false;  // those of the last commit, while `refresh` works on others

    std::vector<Change> journal_;
    std::vector<Op> saved_order_;
    std::vector<Time> saved_end_, saved_start_, saved_job_end_;
    double saved_value_ = 0;
    std::int64_t saved_violation_ = 0;
    bool times_saved_ = false;
    std::vector<Op> window_;
    std::vector<std::uint32_t> mark_;
    std::uint32_t stamp_ = 0;
};

}  // namespace neurols::scheduling::rich
