#include "scheduling/rich/dispatch.h"

#include <algorithm>
#include <cmath>

namespace neurols::scheduling::rich {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// Look-ahead factors of ATC (Vepsalainen and Morton, 1987) and ATCS (Lee, Bhaskaran and Pinedo, 1997).
constexpr double kLookAhead = 2;
constexpr double kSetupFactor = 0.5;

}  // namespace

const std::vector<std::string>& rule_names() {
    static const std::vector<std::string> names{"spt",  "lpt",   "mwkr", "fdd/mwkr", "edd",   "atc",
                                                "atcs", "slack", "cr",   "fifo",     "random"};
    return names;
}

Dispatcher::Dispatcher(const Instance& instance)
    : instance_(&instance),
      flow_due_(at(instance.operations())),
      due_(at(instance.jobs())),
      end_(at(instance.operations()) + 1),
      free_(at(instance.machines())),
      last_(at(instance.machines())),
      waits_(at(instance.operations())),
      candidate_(at(instance.operations())),
      job_rank_(at(instance.jobs())) {
    const Objective& objective = instance.objective();
    for (const Op op : instance.topological())
        flow_due_[at(op)] = instance.earliest_start(op) + instance.shortest(op);
    // Jobs without a due date are due when they could be done twice over.
    std::vector<Time> length(at(instance.jobs()), 0);
    for (Op op = 0; op < instance.operations(); ++op)
        length[at(instance.job(op))] = std::max(length[at(instance.job(op))], flow_due_[at(op)]);
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        const Time due = std::min(objective.due_date(j), objective.deadline(j));
        due_[at(j)] = due < Objective::kNever ? due : 2 * length[at(j)];
    }
    double setups = 0;
    int pairs = 0;
    for (Op op = 0; instance.has_setups() && op + 1 < instance.operations(); ++op) {
        setups += instance.setup(instance.modes(op).front().machine, op, op + 1);
        ++pairs;
    }
    mean_setup_ = pairs > 0 ? setups / pairs : 0;
}

void Dispatcher::clear(Plan& plan) {
    const Op n = instance_->operations();
    plan.order.clear();
    plan.machine.assign(at(n), -1);
    std::fill(end_.begin(), end_.end(), 0);
    std::fill(last_.begin(), last_.end(), n);
    for (std::int32_t m = 0; m < instance_->machines(); ++m) free_[at(m)] = instance_->available_from(m);
    waiting_.clear();
    for (Op op = 0; op < n; ++op) {
        waits_[at(op)] = static_cast<std::int32_t>(instance_->predecessors(op).size());
        if (waits_[at(op)] == 0) waiting_.push_back(op);
    }
}

Dispatcher::Candidate Dispatcher::best_mode(Op op) const {
    Time ready = instance_->release(op);
    for (const Link& link : instance_->predecessors(op))
        ready = std::max(ready, end_[at(link.op)] + link.lag);
    Candidate best{-1, 0, 0, 0, 0};
    for (const Mode& mode : instance_->modes(op)) {
        const std::int32_t m = mode.machine;
        const Calendar& calendar = instance_->calendar(m);
        const Time setup = instance_->setup(m, last_[at(m)], op);
        Time free = free_[at(m)];
        if (setup > 0) {
            const bool anywhere = calendar.empty() || instance_->setup_during_breaks(m);
            free = (anywhere ? free : calendar.fit(free, setup)) + setup;
        }
        const auto span = calendar.place(std::max(ready, free), mode.duration, instance_->may_pause(op));
        if (best.machine < 0 || span.end < best.end || (span.end == best.end && setup < best.setup))
            best = {m, span.start, span.end, setup, mode.duration};
    }
    return best;
}

void Dispatcher::append(Op op, const Candidate& candidate, Plan& plan) {
    const std::size_t m = at(candidate.machine);
    plan.order.push_back(op);
    plan.machine[at(op)] = candidate.machine;
    last_[m] = op;
    free_[m] = end_[at(op)] = candidate.end;
}

// The smaller, the sooner.
double Dispatcher::priority(Rule rule, Op op, const Candidate& candidate, Time now, Rng& rng) const {
    const std::int32_t job = instance_->job(op);
    const double duration = candidate.duration;
    const double remaining = instance_->shortest_tail(op);
    const double left = due_[at(job)] - now;
    const double slack = std::max(0.0, left - remaining);
    const double weight = instance_->objective().weight(job);
    switch (rule) {
        case Rule::Spt:
            return duration + candidate.setup;
        case Rule::Lpt:
            return -duration + candidate.setup;
        case Rule::Mwkr:
            return -remaining + candidate.setup;
        case Rule::FddMwkr:
            return flow_due_[at(op)] / std::max(1.0, remaining);
        case Rule::Edd:
            return due_[at(job)];
        case Rule::Atc:
            return -weight / std::max(1.0, duration) *
                   std::exp(-slack / (kLookAhead * instance_->mean_duration()));
        case Rule::Atcs:
            return -weight / std::max(1.0, duration) *
                   std::exp(-slack / (kLookAhead * instance_->mean_duration()) -
                            candidate.setup / std::max(1e-9, kSetupFactor * mean_setup_));
        case Rule::Slack:
            return left - remaining;
        case Rule::CriticalRatio:
            return left / std::max(1.0, remaining);
        case Rule::Fifo:
            return candidate.start;
        case Rule::Random:
            return rng.uniform();
    }
    return 0;
}

void Dispatcher::dispatch(Rule rule, std::uint32_t choices, Rng& rng, Plan& plan) {
    clear(plan);
    for (const Op op : waiting_) candidate_[at(op)] = best_mode(op);
    while (!waiting_.empty()) {
        Op first = waiting_.front();
        for (const Op op : waiting_)
            if (candidate_[at(op)].end < candidate_[at(first)].end) first = op;
        const Candidate& earliest = candidate_[at(first)];
        ranked_.clear();
        for (const Op op : waiting_) {
            const Candidate& other = candidate_[at(op)];
            if (other.machine != earliest.machine || (other.start >= earliest.end && op != first)) continue;
            ranked_.push_back({priority(rule, op, other, earliest.start, rng), op});
        }
        const auto several = std::min(ranked_.size(), static_cast<std::size_t>(choices));
        std::partial_sort(ranked_.begin(), ranked_.begin() + static_cast<std::ptrdiff_t>(several),
                          ranked_.end(), [](const Ranked& a, const Ranked& b) {
                              return a.priority != b.priority ? a.priority < b.priority : a.op < b.op;
                          });
        const Op chosen = ranked_[several > 1 ? rng.below(static_cast<std::uint32_t>(several)) : 0].op;
        const std::int32_t machine = candidate_[at(chosen)].machine;
        append(chosen, candidate_[at(chosen)], plan);
        waiting_.erase(std::find(waiting_.begin(), waiting_.end(), chosen));
        for (const Link& link : instance_->successors(chosen)) {
            if (--waits_[at(link.op)] > 0) continue;
            waiting_.push_back(link.op);
            candidate_[at(link.op)] = best_mode(link.op);
        }
        for (const Op op : waiting_)
            if (instance_->duration_on(op, machine) >= 0) candidate_[at(op)] = best_mode(op);
    }
}

void Dispatcher::dispatch_jobs(std::span<const std::int32_t> jobs, Plan& plan) {
    clear(plan);
    for (std::size_t k = 0; k < jobs.size(); ++k) job_rank_[at(jobs[k])] = static_cast<std::int32_t>(k);
    while (!waiting_.empty()) {
        const auto next = std::min_element(waiting_.begin(), waiting_.end(), [&](Op a, Op b) {
            return job_rank_[at(instance_->job(a))] < job_rank_[at(instance_->job(b))];
        });
        const Op op = *next;
        waiting_.erase(next);
        append(op, best_mode(op), plan);
        for (const Link& link : instance_->successors(op))
            if (--waits_[at(link.op)] == 0) waiting_.push_back(link.op);
    }
}

}  // namespace neurols::scheduling::rich
