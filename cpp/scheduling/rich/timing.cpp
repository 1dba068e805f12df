// Starts and ends of a schedule, forwards along its topological order, and the cost that follows from them.
#include <algorithm>

#include "scheduling/rich/schedule.h"

namespace neurols::scheduling::rich {

namespace {
constexpr int kMostSweeps = 400;  // before a set of sequences counts as one that has no schedule
}

void Schedule::save_times() {
    if (times_saved_) return;
    std::copy(end_.begin(), end_.end(), saved_end_.begin());
    if (!plain_) std::copy(start_.begin(), start_.end(), saved_start_.begin());
    if (!tails_.is_single()) std::copy(job_end_.begin(), job_end_.end(), saved_job_end_.begin());
    saved_value_ = value_;
    saved_violation_ = violation_;
    times_saved_ = true;
}

void Schedule::evaluate() {
    save_times();
    violation_ = 0;
    if (plain_) {
        run_ends();
    } else if (instance_->pushes_back()) {
        run_pushed();
    } else {
        sweep(stale_from_, false);
    }
    stale_from_ = instance_->operations();
    sum_up();
}

void Schedule::run_ends() {
    if (instance_->has_chains()) {
        run_plain<true>(stale_from_);
    } else {
        run_plain<false>(stale_from_);
    }
}

void Schedule::refresh() {
    save_times();
    run_ends();
    stale_from_ = instance_->operations();
    if (!tails_saved_) {
        tails_clean_ = committed_tails_stale_ == 0;
        if (!sparse_) saved_tails_ = tails_.times();
        tails_saved_ = true;
    }
    run_tails();
}

template <bool kChains>
void Schedule::run_plain(std::int32_t from) {
    const Link* chain = instance_->chain_predecessors();
    const Op* before = machine_predecessor_.data();
    const Time* gap = gap_.data();
    const Time* duration = duration_.data();
    Time* end = end_.data();
    for (const Op op : std::span(order_).subspan(at(from))) {
        Time start = std::max(instance_->release(op), end[before[op]] + gap[op]);
        if constexpr (kChains) {
            start = std::max(start, end[chain[op].op] + chain[op].lag);
        } else {
            for (const Link& each : instance_->predecessors(op))
                start = std::max(start, end[each.op] + each.lag);
        }
        end[op] = start + duration[op];
    }
}

Time Schedule::ready(Op op, const Time* end) const {
    Time ready = instance_->release(op);
    for (const Link& each : instance_->predecessors(op)) ready = std::max(ready, end[each.op] + each.lag);
    return ready;
}

Calendar::Span Schedule::place(Op op, const Time* end) const {
    const Time time = ready(op, end);
    const std::int32_t m = machine_[at(op)];
    if (m < 0) return {time, time + duration_[at(op)]};
    const Op before = machine_predecessor_[at(op)];
    return instance_->calendar(m).place(std::max(time, free_after(m, before, end[before], op)),
                                        duration_[at(op)], instance_->may_pause(op));
}

Time Schedule::free_after(std::int32_t machine, Op before, Time end_of_before, Op op) const {
    Time free = before == instance_->none() ? instance_->available_from(machine) : end_of_before;
    if (before != instance_->none() && instance_->blocks(machine)) {
        for (const Link& next : instance_->job_successors(before)) free = std::max(free, start_[at(next.op)]);
    }
    const Time setup = instance_->setup(machine, before, op);
    if (setup == 0) return free;
    const Calendar& calendar = instance_->calendar(machine);
    if (calendar.empty() || instance_->setup_during_breaks(machine)) return free + setup;
    return calendar.fit(free, setup) + setup;
}

// One pass along the topological order; with `pushed`, no operation starts before its lower limit. True if
// anything changed.
bool Schedule::sweep(std::int32_t from, bool pushed) {
    bool changed = false;
    for (const Op op : std::span(order_).subspan(at(from))) {
        Calendar::Span span = place(op, end_.data());
        if (pushed && lower_[at(op)] > span.start) {
            span = {lower_[at(op)], lower_[at(op)] + duration_[at(op)]};
            if (const std::int32_t m = machine_[at(op)]; m >= 0)
                span = instance_->calendar(m).place(span.start, duration_[at(op)], instance_->may_pause(op));
        }
        changed = changed || span.start != start_[at(op)] || span.end != end_[at(op)];
        start_[at(op)] = span.start;
        end_[at(op)] = span.end;
    }
    return changed;
}

// Maximum lags and blocking push operations to later times than those before them ask for. The earliest
// schedule is the least fixed point; where there is none the schedule stands without these constraints, and
// how far they are violated counts.
void Schedule::run_pushed() {
    std::fill(lower_.begin(), lower_.end(), 0);
    std::fill(start_.begin(), start_.end(), 0);
    sweep(0, true);
    for (int round = 0; round < kMostSweeps; ++round) {
        bool pushed = false;
        for (const MaxLag& lag : instance_->max_lags()) {
            const Time least = start_[at(lag.after)] - lag.lag;
            if (end_[at(lag.before)] >= least) continue;
            const Time start =
                machine_[at(lag.before)] < 0
                    ? least - duration_[at(lag.before)]
                    : instance_->calendar(machine_[at(lag.before)])
                          .start_for_end(least, duration_[at(lag.before)], instance_->may_pause(lag.before));
            Time& lower = lower_[at(lag.before)];
            if (start > lower) {
                lower = start;
                pushed = true;
            }
        }
        const bool changed = sweep(0, true);
        if (!changed && !pushed) break;
        if (latest_end() > instance_->horizon()) break;
    }
    if (!sweep(0, true) && lag_violation() == 0) return;
    std::fill(lower_.begin(), lower_.end(), 0);
    std::fill(start_.begin(), start_.end(), 0);
    sweep(0, false);
    violation_ = 1 + lag_violation();
}

// How far maximum lags, and machines that are held, are from being respected.
std::int64_t Schedule::lag_violation() const {
    std::int64_t sum = 0;
    for (const MaxLag& lag : instance_->max_lags())
        sum += std::max(0, start_[at(lag.after)] - end_[at(lag.before)] - lag.lag);
    if (!instance_->has_blocking()) return sum;
    for (Op op = 0; op < instance_->operations(); ++op) {
        const Op before = machine_predecessor_[at(op)];
        if (before == instance_->none()) continue;
        const std::int32_t m = machine_[at(op)];
        sum += std::max(0, free_after(m, before, end_[at(before)], op) - start_[at(op)]);
    }
    return sum;
}

void Schedule::sum_up() {
    const Objective& objective = instance_->objective();
    const auto setups = objective.setup_weight() * static_cast<double>(setup_sum_);
    if (tails_.is_single()) {
        Time longest = Tails::kUnreachable;
        for (const Op op : instance_->terminals())
            longest = std::max(longest, end_[at(op)] + objective.offset(instance_->job(op)));
        value_ = objective.single_weight() * longest + setups;
        return;
    }
    std::fill(job_end_.begin(), job_end_.end(), 0);
    for (const Op op : instance_->terminals()) {
        Time& end = job_end_[at(instance_->job(op))];
        end = std::max(end, end_[at(op)]);
    }
    value_ = objective.cost(job_end_) + setups;
    if (objective.has_deadlines()) {
        for (std::int32_t j = 0; j < instance_->jobs(); ++j)
            violation_ += std::max(0, job_end_[at(j)] - objective.deadline(j));
    }
}

Time Schedule::latest_end() const {
    Time latest = 0;
    for (const Op op : instance_->terminals()) latest = std::max(latest, end_[at(op)]);
    return latest;
}

}  // namespace neurols::scheduling::rich
