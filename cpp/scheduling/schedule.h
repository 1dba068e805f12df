// A semi-active schedule: machine sequences, a topological order of the operations, and from these
// the completion times (forwards) and tails (backwards). Moves and their undo live here; which move
// to make does not.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scheduling/instance.h"

namespace neurols::scheduling {

class Schedule {
public:
    explicit Schedule(const Instance& instance);

    const Instance& instance() const { return *instance_; }

    // Set all machine sequences at once. `order` lists every operation once, each after its job
    // predecessor; machines process their operations in this order.
    void assign(std::span<const Op> order);

    // Set the machine sequences from a flat list (machine by machine). False if they form a cycle.
    bool assign_sequences(std::span<const Op> sequences);

    Time makespan() const { return makespan_; }
    Time head(Op op) const { return end_[at(op)] - instance_->duration(op); }
    Time end(Op op) const { return end_[at(op)]; }
    // Longest path from the start of the operation to the end of the schedule.
    Time tail(Op op) const { return tail_[at(op)]; }

    Op machine_predecessor(Op op) const { return machine_predecessor_[at(op)]; }
    Op machine_successor(Op op) const { return machine_successor_[at(op)]; }
    std::int32_t place(Op op) const { return place_[at(op)]; }
    Op at_place(std::int32_t place) const { return sequence_[at(place)]; }
    std::span<const Op> sequences() const { return sequence_; }
    std::span<const Op> order() const { return order_; }

    // Hash of the machine sequences, kept up to date with every move.
    std::uint64_t fingerprint() const { return fingerprint_; }

    // What it would be after one or two relocations on one machine, the second one where not negative.
    std::uint64_t fingerprint_after(std::int32_t from, std::int32_t to, std::int32_t second_from,
                                    std::int32_t second_to);

    // Move the operation at place `from` to place `to` of its machine, shifting those between.
    // False, and no change, if that would close a cycle. Completion times are stale until
    // `evaluate`; several moves may share one evaluation.
    bool relocate(std::int32_t from, std::int32_t to);

    // Bring completion times and makespan up to date after moves.
    void evaluate();

    // Bring tails up to date. They are needed for the solution that moves start from only, so
    // candidates that are rejected never pay for them. To be called with nothing to undo.
    void evaluate_tails();

    // Undo everything since the last `commit`, exactly.
    void undo();
    void commit();

    // The moves since the last commit, as (from, to) in the order made.
    struct Relocation {
        std::int32_t from;
        std::int32_t to;
        std::int32_t window_begin;  // stretch of the topological order that changed
        std::int32_t window_end;
        std::size_t saved;  // where its old content lies in the undo buffer
    };
    std::span<const Relocation> relocations() const { return journal_; }

private:
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    bool reorder_forward(Op moved, Op target, Relocation& entry);
    bool reorder_backward(Op moved, Op target, Relocation& entry);
    void write_window(std::int32_t begin, std::span<const Op> ops);
    void shift_sequence(std::int32_t from, std::int32_t to);
    void relink(std::int32_t begin, std::int32_t end);
    void rebuild();
    std::uint32_t next_stamp();

    const Instance* instance_;
    std::vector<Op> sequence_;             // machine sequences, machine by machine
    std::vector<std::int32_t> place_;      // of an operation in sequence_
    std::vector<Op> machine_predecessor_;  // one entry more, for none()
    std::vector<Op> machine_successor_;
    std::vector<Op> order_;           // topological
    std::vector<std::int32_t> rank_;  // of an operation in order_
    std::vector<Time> end_;           // one entry more, for none(): 0
    std::vector<Time> tail_;          // likewise
    Time makespan_ = 0;
    std::uint64_t fingerprint_ = 0;
    std::int32_t stale_from_ = 0;   // completion times are stale from this rank on
    std::int32_t tails_stale_ = 0;  // tails are stale below this rank
    std::int32_t committed_tails_stale_ = 0;

    std::vector<Relocation> journal_;
    std::vector<Op> saved_order_;
    std::vector<Time> saved_end_;
    Time saved_makespan_ = 0;
    bool end_saved_ = false;
    std::vector<Op> window_;
    std::vector<std::int32_t> next_place_;  // scratch of assign, one per machine
    std::vector<std::uint32_t> mark_;
    std::uint32_t stamp_ = 0;
};

}  // namespace neurols::scheduling
