#include "scheduling/rich/critical.h"

#include <algorithm>

namespace neurols::scheduling::rich {

CriticalPaths::CriticalPaths(const Instance& instance)
    : instance_(&instance),
      weight_(static_cast<std::size_t>(instance.jobs())),
      is_listed_(static_cast<std::size_t>(instance.operations()), 0) {
    ops_.reserve(static_cast<std::size_t>(instance.operations()));
    distinct_.reserve(static_cast<std::size_t>(instance.operations()));
}

void CriticalPaths::draw(const Schedule& schedule, int paths, Rng& rng) {
    for (const Op op : distinct_) is_listed_[static_cast<std::size_t>(op)] = 0;
    ops_.clear();
    blocks_.clear();
    distinct_.clear();
    ends_.clear();
    for (int path = 0; path < paths; ++path) {
        const Op last = draw_end(schedule, rng);
        if (last == instance_->none() || std::find(ends_.begin(), ends_.end(), last) != ends_.end()) continue;
        ends_.push_back(last);
        trace(schedule, last, rng);
    }
    std::sort(distinct_.begin(), distinct_.end(),
              [&](Op a, Op b) { return schedule.rank(a) < schedule.rank(b); });
}

// A last operation: one that ends latest, or one of a job drawn by what its end costs.
Op CriticalPaths::draw_end(const Schedule& schedule, Rng& rng) {
    const Objective& objective = instance_->objective();
    if (objective.is_single()) {
        Op found = instance_->none();
        Time longest = Tails::kUnreachable;
        std::uint32_t ties = 0;
        for (const Op op : instance_->terminals()) {
            const Time length = schedule.end(op) + objective.offset(instance_->job(op));
            if (length < longest) continue;
            if (length > longest) ties = 0;
            longest = length;
            if (rng.below(++ties) == 0) found = op;
        }
        return found;
    }
    Time makespan = 0, lateness = Tails::kUnreachable;
    const std::int32_t jobs = instance_->jobs();
    for (std::int32_t j = 0; j < jobs; ++j) {
        makespan = std::max(makespan, schedule.job_end(j));
        if (objective.due_date(j) < Objective::kNever)
            lateness = std::max(lateness, schedule.job_end(j) - objective.due_date(j));
    }
    double sum = 0;
    for (std::int32_t j = 0; j < jobs; ++j) {
        const Time end = schedule.job_end(j);
        double share = objective.term(j, end) + schedule.price() * std::max(0, end - objective.deadline(j));
        if (end == makespan) share += std::max(0.0, objective.maximum_term(makespan, 0));
        if (objective.due_date(j) < Objective::kNever && end - objective.due_date(j) == lateness)
            share += std::max(0.0, objective.maximum_term(0, lateness));
        sum += std::max(0.0, share);
        weight_[static_cast<std::size_t>(j)] = sum;
    }
    const double drawn = rng.uniform() * sum;
    const auto job = std::upper_bound(weight_.begin(), weight_.end(), drawn) - weight_.begin();
    const auto found = sum > 0 && job < jobs
                           ? static_cast<std::int32_t>(job)
                           : static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(jobs)));
    return draw_job_end(schedule, found, rng);
}

Op CriticalPaths::draw_job_end(const Schedule& schedule, std::int32_t job, Rng& rng) const {
    Op found = instance_->none();
    std::uint32_t ties = 0;
    for (const Op op : instance_->terminals_of(job))
        if (schedule.end(op) == schedule.job_end(job) && rng.below(++ties) == 0) found = op;
    return found;
}

// The operation that this one waits for; none() where it waits for its release date, its machine or nothing.
Op CriticalPaths::before(const Schedule& schedule, Op op, Rng& rng) const {
    const Op none = instance_->none();
    Time latest = instance_->release(op);
    Op found = none;
    std::uint32_t ties = 0;
    const auto offer = [&](Op candidate, Time time) {
        if (time < latest || (time == latest && candidate == none)) return;
        if (time > latest || found == none) ties = 0;
        latest = time;
        if (rng.below(++ties) == 0) found = candidate;
    };
    for (const Link& link : instance_->predecessors(op)) offer(link.op, schedule.end(link.op) + link.lag);
    const std::int32_t m = schedule.machine(op);
    if (m >= 0) {
        const Op previous = schedule.machine_predecessor(op);
        Op held_for = previous;
        if (previous != none && instance_->blocks(m)) {
            Time held = schedule.end(previous);
            for (const Link& next : instance_->job_successors(previous)) {
                if (next.op == op || schedule.start(next.op) <= held) continue;
                held = schedule.start(next.op);
                held_for = next.op;
            }
        }
        offer(held_for, schedule.free_after(m, previous, schedule.end(previous), op));
    }
    if (schedule.start(op) > latest && !instance_->max_lags().empty()) {
        for (const MaxLag& lag : instance_->max_lags()) {
            if (lag.before == op && schedule.start(lag.after) - lag.lag == schedule.end(op)) return lag.after;
        }
    }
    return found;
}

void CriticalPaths::trace(const Schedule& schedule, Op last, Rng& rng) {
    const auto begin = static_cast<std::ptrdiff_t>(ops_.size());
    // Where operations push each other back, "waits for" may lead in a circle.
    std::int32_t left = instance_->operations();
    for (Op op = last; op != instance_->none() && left-- > 0; op = before(schedule, op, rng))
        ops_.push_back(op);
    std::reverse(ops_.begin() + begin, ops_.end());
    const auto end = static_cast<std::int32_t>(ops_.size());
    for (auto first = static_cast<std::int32_t>(begin); first < end;) {
        std::int32_t stop = first;
        while (stop + 1 < end && schedule.machine_successor(ops_[static_cast<std::size_t>(stop)]) ==
                                     ops_[static_cast<std::size_t>(stop) + 1])
            ++stop;
        blocks_.push_back({first, stop, first == begin, stop + 1 == end});
        first = stop + 1;
    }
    for (auto p = static_cast<std::size_t>(begin); p < ops_.size(); ++p) {
        std::uint8_t& listed = is_listed_[static_cast<std::size_t>(ops_[p])];
        if (!listed) distinct_.push_back(ops_[p]);
        listed = 1;
    }
}

}  // namespace neurols::scheduling::rich
