#include "scheduling/rich/schedule.h"

#include <algorithm>

#include "search/memory.h"

namespace neurols::scheduling::rich {

namespace {
constexpr std::size_t kSparseWidth = 32;  // sinks above which it pays to see which rows have changed
}

Schedule::Schedule(const Instance& instance)
    : instance_(&instance), plain_(instance.is_plain()), tails_(instance) {
    const std::size_t size = at(instance.operations()) + 1;
    machine_.assign(size, -1);
    duration_.assign(size, 0);
    machine_predecessor_.assign(size, instance.none());
    machine_successor_.assign(size, instance.none());
    gap_.assign(size, 0);
    first_.assign(at(instance.machines()), instance.none());
    last_.assign(at(instance.machines()), instance.none());
    order_.assign(instance.topological().begin(), instance.topological().end());
    rank_.assign(size, 0);
    end_.assign(size, 0);
    saved_end_ = end_;
    start_.assign(plain_ ? 1 : size, 0);
    saved_start_ = start_;
    lower_.assign(instance.pushes_back() ? size : 0, 0);
    job_end_.assign(at(instance.jobs()), 0);
    saved_job_end_ = job_end_;
    window_.assign(size, 0);
    mark_.assign(size, 0);
    sparse_ = tails_.width() > kSparseWidth;
    tail_dirty_.assign(size, 1);
    tail_changed_.assign(size, 0);
    tail_logged_.assign(size, 0);
    row_.assign(tails_.width(), 0);
    price_ = 2 * instance.objective().slope();
    journal_.reserve(64);
    saved_order_.reserve(4 * size);
    for (Op op = 0; op < instance.operations(); ++op) duration_[at(op)] = instance.shortest(op);
}

void Schedule::assign(std::span<const Op> order, std::span<const std::int32_t> machine) {
    std::copy(order.begin(), order.end(), order_.begin());
    std::copy(machine.begin(), machine.end(), machine_.begin());
    rebuild();
}

bool Schedule::assign_sequences(std::span<const std::vector<Op>> sequences) {
    const Op n = instance_->operations();
    std::vector<std::int32_t> machine(at(n), -1), waits(at(n), 0);
    std::vector<Op> next(at(n), n), order;
    order.reserve(at(n));
    for (std::size_t m = 0; m < sequences.size(); ++m) {
        for (std::size_t k = 0; k < sequences[m].size(); ++k) {
            const Op op = sequences[m][k];
            machine[at(op)] = static_cast<std::int32_t>(m);
            if (k > 0) {
                next[at(sequences[m][k - 1])] = op;
                ++waits[at(op)];
            }
        }
    }
    for (Op op = 0; op < n; ++op) {
        waits[at(op)] += static_cast<std::int32_t>(instance_->predecessors(op).size());
        if (waits[at(op)] == 0) order.push_back(op);
    }
    for (std::size_t k = 0; k < order.size(); ++k) {
        const Op op = order[k];
        if (next[at(op)] != n && --waits[at(next[at(op)])] == 0) order.push_back(next[at(op)]);
        for (const Link& link : instance_->successors(op))
            if (--waits[at(link.op)] == 0) order.push_back(link.op);
    }
    if (order.size() != at(n)) return false;
    assign(order, machine);
    return true;
}

void Schedule::copy_to(Plan& plan) const {
    plan.order.assign(order_.begin(), order_.end());
    plan.machine.assign(machine_.begin(), machine_.end() - 1);
}

void Schedule::rebuild() {
    const Op n = instance_->operations();
    const Op none = instance_->none();
    std::fill(first_.begin(), first_.end(), none);
    std::fill(last_.begin(), last_.end(), none);
    fingerprint_ = 0;
    setup_sum_ = 0;
    for (std::int32_t r = 0; r < n; ++r) {
        const Op op = order_[at(r)];
        const std::int32_t m = machine_[at(op)];
        rank_[at(op)] = r;
        machine_predecessor_[at(op)] = machine_successor_[at(op)] = none;
        gap_[at(op)] = 0;
        duration_[at(op)] = m < 0 ? instance_->shortest(op) : instance_->duration_on(op, m);
        if (m >= 0) link(op, m, duration_[at(op)], last_[at(m)]);
    }
    stale_from_ = 0;
    tails_stale_ = n;
    committed_tails_stale_ = n;
    std::fill(tail_dirty_.begin(), tail_dirty_.end(), 1);
    forget_log();
    journal_.clear();
    saved_order_.clear();
    times_saved_ = true;  // nothing to go back to
    evaluate();
    times_saved_ = false;
}

std::uint64_t Schedule::arc_hash(std::int32_t machine, Op before, Op op) const {
    const Op from = before == instance_->none() ? instance_->none() + 1 + machine : before;
    return mix64(pair_key(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(op)) +
                 0x9E3779B97F4A7C15ULL);
}

// Setup and gap before an operation, from its links; the sum of setups must not count the old one any more.
void Schedule::set_gap(Op op) {
    const std::int32_t m = machine_[at(op)];
    const Op before = machine_predecessor_[at(op)];
    const Time setup = instance_->setup(m, before, op);
    gap_[at(op)] = setup + (before == instance_->none() ? instance_->available_from(m) : 0);
    setup_sum_ += setup;
}

void Schedule::unlink(Op op) {
    const Op none = instance_->none();
    const std::int32_t m = machine_[at(op)];
    const Op before = machine_predecessor_[at(op)];
    const Op after = machine_successor_[at(op)];
    tail_dirty_[at(op)] = tail_dirty_[at(before)] = 1;
    setup_sum_ -= instance_->setup(m, before, op);
    fingerprint_ ^= arc_hash(m, before, op);
    (before == none ? first_[at(m)] : machine_successor_[at(before)]) = after;
    if (after == none) {
        last_[at(m)] = before;
    } else {
        setup_sum_ -= instance_->setup(m, op, after);
        fingerprint_ ^= arc_hash(m, op, after) ^ arc_hash(m, before, after);
        machine_predecessor_[at(after)] = before;
        set_gap(after);
    }
    machine_predecessor_[at(op)] = machine_successor_[at(op)] = none;
    gap_[at(op)] = 0;
    machine_[at(op)] = -1;
}

void Schedule::link(Op op, std::int32_t m, Time duration, Op before) {
    const Op none = instance_->none();
    const Op after = before == none ? first_[at(m)] : machine_successor_[at(before)];
    tail_dirty_[at(op)] = tail_dirty_[at(before)] = 1;
    machine_[at(op)] = m;
    duration_[at(op)] = duration;
    machine_predecessor_[at(op)] = before;
    machine_successor_[at(op)] = after;
    fingerprint_ ^= arc_hash(m, before, op);
    (before == none ? first_[at(m)] : machine_successor_[at(before)]) = op;
    if (after == none) {
        last_[at(m)] = op;
    } else {
        setup_sum_ -= instance_->setup(m, before, after);
        fingerprint_ ^= arc_hash(m, before, after) ^ arc_hash(m, op, after);
        machine_predecessor_[at(after)] = op;
        set_gap(after);
    }
    set_gap(op);
}

void Schedule::take_out(Op op) {
    const std::int32_t r = rank_[at(op)];
    journal_.push_back({op, machine_[at(op)], machine_predecessor_[at(op)], duration_[at(op)], false, r, r,
                        saved_order_.size()});
    unlink(op);
    duration_[at(op)] = instance_->shortest(op);
    stale_from_ = std::min(stale_from_, r);
    tails_stale_ = std::max(tails_stale_, r + 1);
}

bool Schedule::put_in(Op op, std::int32_t m, Time duration, Op after) {
    const Op none = instance_->none();
    const Op next = after == none ? first_[at(m)] : machine_successor_[at(after)];
    const std::int32_t r = rank_[at(op)];
    Change change{op, m, after, duration_[at(op)], true, r, r, saved_order_.size()};
    link(op, m, duration, after);
    bool acyclic = true;
    if (after != none && rank_[at(after)] > r) {
        acyclic = reorder_forward(op, after, change);
    } else if (next != none && rank_[at(next)] < r) {
        acyclic = reorder_backward(op, next, change);
    }
    if (!acyclic) {
        unlink(op);
        duration_[at(op)] = change.duration;
        return false;
    }
    journal_.push_back(change);
    stale_from_ = std::min({stale_from_, change.window_begin, rank_[at(op)]});
    tails_stale_ = std::max({tails_stale_, change.window_end, rank_[at(op)] + 1});
    return true;
}

bool Schedule::move(Op op, std::int32_t m, Time duration, Op after) {
    const std::int32_t stale = stale_from_, stale_tails = tails_stale_;
    take_out(op);
    if (put_in(op, m, duration, after)) return true;
    const Change& out = journal_.back();
    link(op, out.machine, out.duration, out.after);
    journal_.pop_back();
    stale_from_ = stale;
    tails_stale_ = stale_tails;
    return false;
}

bool Schedule::depends_on_marked(Op op, std::uint32_t stamp) const {
    if (mark_[at(machine_predecessor_[at(op)])] == stamp) return true;
    if (instance_->has_chains()) return mark_[at(instance_->chain_predecessors()[op].op)] == stamp;
    for (const Link& link : instance_->predecessors(op))
        if (mark_[at(link.op)] == stamp) return true;
    return false;
}

bool Schedule::leads_to_marked(Op op, std::uint32_t stamp) const {
    if (mark_[at(machine_successor_[at(op)])] == stamp) return true;
    if (instance_->has_chains()) return mark_[at(instance_->chain_successors()[op].op)] == stamp;
    for (const Link& link : instance_->successors(op))
        if (mark_[at(link.op)] == stamp) return true;
    return false;
}

// `moved` now comes after `target`. Within their stretch of the topological order, whatever depends on
// `moved` goes behind `target`, the rest keeps its place. A cycle shows as `target` depending on `moved`.
bool Schedule::reorder_forward(Op moved, Op target, Change& change) {
    const std::int32_t begin = rank_[at(moved)];
    const std::int32_t end = rank_[at(target)] + 1;
    const std::uint32_t stamp = next_stamp();
    mark_[at(moved)] = stamp;
    std::size_t front = 0;
    std::size_t back = at(end - begin);  // dependents gather at the end, in reverse
    window_[--back] = moved;
    for (std::int32_t r = begin + 1; r < end; ++r) {
        const Op op = order_[at(r)];
        if (depends_on_marked(op, stamp)) {
            if (op == target) return false;
            mark_[at(op)] = stamp;
            window_[--back] = op;
        } else {
            window_[front++] = op;
        }
    }
    std::reverse(window_.begin() + static_cast<std::ptrdiff_t>(back), window_.begin() + (end - begin));
    save_window(begin, end, change);
    return true;
}

// The mirror image: `moved` now comes before `target`; what `moved` depends on goes before both.
bool Schedule::reorder_backward(Op moved, Op target, Change& change) {
    const std::int32_t begin = rank_[at(target)];
    const std::int32_t end = rank_[at(moved)] + 1;
    const std::uint32_t stamp = next_stamp();
    mark_[at(moved)] = stamp;
    std::size_t back = at(end - begin);
    std::size_t front = 0;  // what `moved` needs gathers at the start, in reverse
    window_[front++] = moved;
    for (std::int32_t r = end - 2; r >= begin; --r) {
        const Op op = order_[at(r)];
        if (leads_to_marked(op, stamp)) {
            if (op == target) return false;
            mark_[at(op)] = stamp;
            window_[front++] = op;
        } else {
            window_[--back] = op;
        }
    }
    std::reverse(window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(front));
    save_window(begin, end, change);
    return true;
}

void Schedule::save_window(std::int32_t begin, std::int32_t end, Change& change) {
    change.window_begin = begin;
    change.window_end = end;
    saved_order_.insert(saved_order_.end(), order_.begin() + begin, order_.begin() + end);
    write_window(begin, std::span(window_).first(at(end - begin)));
}

void Schedule::write_window(std::int32_t begin, std::span<const Op> ops) {
    for (const Op op : ops) {
        order_[at(begin)] = op;
        rank_[at(op)] = begin++;
    }
}

void Schedule::undo() {
    for (auto change = journal_.rbegin(); change != journal_.rend(); ++change) {
        if (change->put) {
            unlink(change->op);
            duration_[at(change->op)] = change->duration;
            write_window(change->window_begin,
                         std::span(saved_order_)
                             .subspan(change->saved, at(change->window_end - change->window_begin)));
        } else {
            link(change->op, change->machine, change->duration, change->after);
        }
    }
    if (times_saved_) {
        end_.swap(saved_end_);
        if (!plain_) start_.swap(saved_start_);
        if (!tails_.is_single()) job_end_.swap(saved_job_end_);
        value_ = saved_value_;
        violation_ = saved_violation_;
    }
    stale_from_ = instance_->operations();
    tails_stale_ = committed_tails_stale_;
    if (tails_saved_) undo_tails();
    journal_.clear();
    saved_order_.clear();
    times_saved_ = false;
}

void Schedule::commit() {
    committed_tails_stale_ = tails_stale_;
    forget_log();
    journal_.clear();
    saved_order_.clear();
    times_saved_ = false;
}

std::uint32_t Schedule::next_stamp() {
    if (++stamp_ == 0) {
        std::fill(mark_.begin(), mark_.end(), 0U);
        stamp_ = 1;
    }
    return stamp_;
}

}  // namespace neurols::scheduling::rich
