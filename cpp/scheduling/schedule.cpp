#include "scheduling/schedule.h"

#include <algorithm>
#include <cstring>

#include "search/memory.h"

namespace neurols::scheduling {

namespace {
// Weight of "b directly follows a on its machine" in the fingerprint.
std::uint64_t arc_hash(Op a, Op b) {
    return mix64(pair_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)) + 1);
}
}  // namespace

Schedule::Schedule(const Instance& instance)
    : instance_(&instance),
      sequence_(at(instance.operations())),
      place_(at(instance.operations())),
      machine_predecessor_(at(instance.operations()) + 1, instance.none()),
      machine_successor_(at(instance.operations()) + 1, instance.none()),
      order_(at(instance.operations())),
      rank_(at(instance.operations()) + 1),
      end_(at(instance.operations()) + 1),
      tail_(at(instance.operations()) + 1),
      saved_end_(at(instance.operations()) + 1),
      window_(at(instance.operations())),
      next_place_(at(instance.machines())),
      mark_(at(instance.operations()) + 1) {
    journal_.reserve(8);
    saved_order_.reserve(2 * at(instance.operations()));
}

void Schedule::assign(std::span<const Op> order) {
    for (std::int32_t m = 0; m < instance_->machines(); ++m) next_place_[at(m)] = instance_->machine_begin(m);
    std::copy(order.begin(), order.end(), order_.begin());
    for (const Op op : order) sequence_[at(next_place_[at(instance_->machine(op))]++)] = op;
    rebuild();
}

bool Schedule::assign_sequences(std::span<const Op> sequences) {
    const Op n = instance_->operations();
    std::vector<std::int8_t> waiting(at(n), 0);
    std::vector<Op> next_on_machine(at(n), instance_->none());
    std::vector<Op> ready, order;
    for (Op op = 0; op < n; ++op) waiting[at(op)] = instance_->job_predecessor(op) != instance_->none();
    for (std::int32_t m = 0; m < instance_->machines(); ++m) {
        for (std::int32_t p = instance_->machine_begin(m); p + 1 < instance_->machine_end(m); ++p) {
            next_on_machine[at(sequences[at(p)])] = sequences[at(p) + 1];
            ++waiting[at(sequences[at(p) + 1])];
        }
    }
    for (Op op = n - 1; op >= 0; --op) {
        if (waiting[at(op)] == 0) ready.push_back(op);
    }
    while (!ready.empty()) {
        const Op op = ready.back();
        ready.pop_back();
        order.push_back(op);
        for (const Op after : {instance_->job_successor(op), next_on_machine[at(op)]}) {
            if (after != instance_->none() && --waiting[at(after)] == 0) ready.push_back(after);
        }
    }
    if (order.size() != at(n)) return false;
    assign(order);
    return true;
}

void Schedule::rebuild() {
    const Op n = instance_->operations();
    for (std::int32_t r = 0; r < n; ++r) rank_[at(order_[at(r)])] = r;
    fingerprint_ = 0;
    for (std::int32_t m = 0; m < instance_->machines(); ++m) {
        Op before = instance_->none();
        for (std::int32_t p = instance_->machine_begin(m); p < instance_->machine_end(m); ++p) {
            const Op op = sequence_[at(p)];
            place_[at(op)] = p;
            machine_predecessor_[at(op)] = before;
            if (before != instance_->none()) machine_successor_[at(before)] = op;
            fingerprint_ ^= arc_hash(before, op);
            before = op;
        }
        if (before != instance_->none()) {
            machine_successor_[at(before)] = instance_->none();
            fingerprint_ ^= arc_hash(before, instance_->none());
        }
    }
    stale_from_ = 0;
    tails_stale_ = n;
    journal_.clear();
    saved_order_.clear();
    end_saved_ = true;  // nothing to go back to: do not save while evaluating
    evaluate();
    evaluate_tails();
    end_saved_ = false;
}

bool Schedule::relocate(std::int32_t from, std::int32_t to) {
    const Op moved = sequence_[at(from)];
    const Op target = sequence_[at(to)];
    Relocation entry{from, to, 0, 0, saved_order_.size()};
    shift_sequence(from, to);
    const bool acyclic =
        from < to ? reorder_forward(moved, target, entry) : reorder_backward(moved, target, entry);
    if (!acyclic) {
        shift_sequence(to, from);
        return false;
    }
    journal_.push_back(entry);
    stale_from_ = std::min(stale_from_, entry.window_begin);
    tails_stale_ = std::max(tails_stale_, entry.window_end);
    return true;
}

// `moved` now comes after `target`. Within their stretch of the topological order, whatever depends
// on `moved` goes behind `target`, the rest keeps its place. A cycle shows as `target` depending on
// `moved`.
bool Schedule::reorder_forward(Op moved, Op target, Relocation& entry) {
    const std::int32_t begin = rank_[at(moved)];
    const std::int32_t end = rank_[at(target)] + 1;
    const Op* job_predecessor = instance_->job_predecessors();
    const std::uint32_t stamp = next_stamp();
    mark_[at(moved)] = stamp;
    std::size_t front = 0;
    std::size_t back = at(end - begin);  // dependents gather at the end, in reverse
    window_[--back] = moved;
    for (std::int32_t r = begin + 1; r < end; ++r) {
        const Op op = order_[at(r)];
        if (mark_[at(job_predecessor[at(op)])] == stamp || mark_[at(machine_predecessor_[at(op)])] == stamp) {
            if (op == target) return false;
            mark_[at(op)] = stamp;
            window_[--back] = op;
        } else {
            window_[front++] = op;
        }
    }
    std::reverse(window_.begin() + static_cast<std::ptrdiff_t>(back), window_.begin() + (end - begin));
    entry.window_begin = begin;
    entry.window_end = end;
    saved_order_.insert(saved_order_.end(), order_.begin() + begin, order_.begin() + end);
    write_window(begin, std::span(window_).first(at(end - begin)));
    return true;
}

// The mirror image: `moved` now comes before `target`; what `moved` depends on goes before both.
bool Schedule::reorder_backward(Op moved, Op target, Relocation& entry) {
    const std::int32_t begin = rank_[at(target)];
    const std::int32_t end = rank_[at(moved)] + 1;
    const Op* job_successor = instance_->job_successors();
    const std::uint32_t stamp = next_stamp();
    mark_[at(moved)] = stamp;
    std::size_t back = at(end - begin);
    std::size_t front = 0;  // what `moved` needs gathers at the start, in reverse
    window_[front++] = moved;
    for (std::int32_t r = end - 2; r >= begin; --r) {
        const Op op = order_[at(r)];
        if (mark_[at(job_successor[at(op)])] == stamp || mark_[at(machine_successor_[at(op)])] == stamp) {
            if (op == target) return false;
            mark_[at(op)] = stamp;
            window_[front++] = op;
        } else {
            window_[--back] = op;
        }
    }
    std::reverse(window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(front));
    entry.window_begin = begin;
    entry.window_end = end;
    saved_order_.insert(saved_order_.end(), order_.begin() + begin, order_.begin() + end);
    write_window(begin, std::span(window_).first(at(end - begin)));
    return true;
}

void Schedule::write_window(std::int32_t begin, std::span<const Op> ops) {
    for (const Op op : ops) {
        order_[at(begin)] = op;
        rank_[at(op)] = begin++;
    }
}

void Schedule::shift_sequence(std::int32_t from, std::int32_t to) {
    const Op moved = sequence_[at(from)];
    if (from < to) {
        std::memmove(&sequence_[at(from)], &sequence_[at(from) + 1], at(to - from) * sizeof(Op));
    } else {
        std::memmove(&sequence_[at(to) + 1], &sequence_[at(to)], at(from - to) * sizeof(Op));
    }
    sequence_[at(to)] = moved;
    relink(std::min(from, to), std::max(from, to));
}

std::uint64_t Schedule::fingerprint_after(std::int32_t from, std::int32_t to, std::int32_t second_from,
                                          std::int32_t second_to) {
    const bool twice = second_from >= 0;
    const std::int32_t begin = std::min({from, to, twice ? std::min(second_from, second_to) : from});
    const std::int32_t end = std::max({from, to, second_from, second_to});
    const auto size = at(end - begin) + 1;
    const std::span<Op> stretch = std::span(window_).first(size);
    std::copy_n(&sequence_[at(begin)], size, stretch.begin());
    const auto shift = [&](std::int32_t a, std::int32_t b) {
        const auto first = stretch.begin() + (std::min(a, b) - begin);
        const auto last = stretch.begin() + (std::max(a, b) - begin) + 1;
        std::rotate(first, a < b ? first + 1 : last - 1, last);
    };
    shift(from, to);
    if (twice) shift(second_from, second_to);

    Op before = machine_predecessor_[at(sequence_[at(begin)])];
    Op was_before = before;
    std::uint64_t found = fingerprint_;
    for (std::size_t i = 0; i < size; ++i) {
        const Op was = sequence_[at(begin) + i];
        found ^= arc_hash(was_before, was) ^ arc_hash(before, stretch[i]);
        was_before = was;
        before = stretch[i];
    }
    const Op after = machine_successor_[at(was_before)];
    return found ^ arc_hash(was_before, after) ^ arc_hash(before, after);
}

// Repair places, neighbours and fingerprint for the places begin … end of one machine.
void Schedule::relink(std::int32_t begin, std::int32_t end) {
    const std::int32_t m = instance_->machine(sequence_[at(begin)]);
    Op before = begin == instance_->machine_begin(m) ? instance_->none() : sequence_[at(begin) - 1];
    const Op after = end + 1 == instance_->machine_end(m) ? instance_->none() : sequence_[at(end) + 1];
    // Old arcs first: each operation of the stretch still knows its old predecessor.
    for (std::int32_t p = begin; p <= end; ++p) {
        const Op op = sequence_[at(p)];
        fingerprint_ ^= arc_hash(machine_predecessor_[at(op)], op);
        if (machine_successor_[at(op)] == after) fingerprint_ ^= arc_hash(op, after);
    }
    for (std::int32_t p = begin; p <= end; ++p) {
        const Op op = sequence_[at(p)];
        place_[at(op)] = p;
        machine_predecessor_[at(op)] = before;
        machine_successor_[at(before)] = op;
        fingerprint_ ^= arc_hash(before, op);
        before = op;
    }
    machine_successor_[at(before)] = after;
    machine_predecessor_[at(after)] = before;
    fingerprint_ ^= arc_hash(before, after);
    // Slots of none() are scratch for the two writes above; reads there must say "none".
    machine_successor_[at(instance_->none())] = machine_predecessor_[at(instance_->none())] =
        instance_->none();
}

void Schedule::evaluate() {
    if (!end_saved_) {
        std::copy(end_.begin(), end_.end(), saved_end_.begin());
        saved_makespan_ = makespan_;
        end_saved_ = true;
    }
    const Time* duration = instance_->durations();
    const Op* job_predecessor = instance_->job_predecessors();
    const Op* machine_predecessor = machine_predecessor_.data();
    Time* end = end_.data();
    for (const Op op : std::span(order_).subspan(at(stale_from_))) {
        end[op] = std::max(end[job_predecessor[op]], end[machine_predecessor[op]]) + duration[op];
    }
    stale_from_ = instance_->operations();
    makespan_ = 0;
    for (std::int32_t j = 0; j < instance_->jobs(); ++j) {
        makespan_ = std::max(makespan_, end_[at(instance_->last_of_job(j))]);
    }
}

void Schedule::evaluate_tails() {
    const Time* duration = instance_->durations();
    const Op* job_successor = instance_->job_successors();
    const Op* machine_successor = machine_successor_.data();
    Time* tail = tail_.data();
    for (std::int32_t r = tails_stale_ - 1; r >= 0; --r) {
        const Op op = order_[at(r)];
        tail[op] = std::max(tail[job_successor[op]], tail[machine_successor[op]]) + duration[op];
    }
    tails_stale_ = committed_tails_stale_ = 0;
}

void Schedule::undo() {
    for (auto entry = journal_.rbegin(); entry != journal_.rend(); ++entry) {
        shift_sequence(entry->to, entry->from);
        write_window(
            entry->window_begin,
            std::span(saved_order_).subspan(entry->saved, at(entry->window_end - entry->window_begin)));
    }
    if (end_saved_) {
        std::copy(saved_end_.begin(), saved_end_.end(), end_.begin());
        makespan_ = saved_makespan_;
    }
    stale_from_ = instance_->operations();
    tails_stale_ = committed_tails_stale_;
    journal_.clear();
    saved_order_.clear();
    end_saved_ = false;
}

void Schedule::commit() {
    committed_tails_stale_ = tails_stale_;
    journal_.clear();
    saved_order_.clear();
    end_saved_ = false;
}

std::uint32_t Schedule::next_stamp() {
    if (++stamp_ == 0) {
        std::fill(mark_.begin(), mark_.end(), 0U);
        stamp_ = 1;
    }
    return stamp_;
}

}  // namespace neurols::scheduling
