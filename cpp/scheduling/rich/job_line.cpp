#include "scheduling/rich/job_line.h"

#include <algorithm>
#include <limits>

namespace neurols::scheduling::rich {

namespace {
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// A price on deadlines missed and lags exceeded at which no order that breaks them is cheaper than one that
// keeps them.
double deterring_price(const Instance& instance) {
    const Objective& objective = instance.objective();
    return 2 * (objective.slope() + objective.setup_weight()) * std::max<double>(1, instance.horizon());
}
}  // namespace

JobLine::JobLine(const Instance& instance)
    : instance_(&instance),
      price_(deterring_price(instance)),
      pushed_(instance.pushes_back()),
      end_(at(instance.operations()), 0) {
    list_operations();
    find_stages();
    Front empty;
    for (std::int32_t m = 0; m < instance.machines(); ++m) empty.free.push_back(instance.available_from(m));
    empty.last.assign(at(instance.machines()), instance.none());
    empty.tally.lateness = Tails::kUnreachable;
    fronts_.assign(pushed_ ? 1 : at(instance.jobs()) + 1, empty);
    scratch_ = empty;
    if (pushed_) schedule_.emplace(instance);
}

void JobLine::list_operations() {
    const std::size_t jobs = at(instance_->jobs());
    job_first_.assign(jobs + 1, 0);
    by_job_.resize(at(instance_->operations()));
    for (Op op = 0; op < instance_->operations(); ++op) ++job_first_[at(instance_->job(op)) + 1];
    for (std::size_t j = 0; j < jobs; ++j) job_first_[j + 1] += job_first_[j];
    std::vector<std::int32_t> next(job_first_.begin(), job_first_.end() - 1);
    for (const Op op : instance_->topological()) by_job_[at(next[at(instance_->job(op))]++)] = op;
}

// A flow shop: all jobs visit the same machines in the same order. For the makespan alone, insertions are
// judged at once.
void JobLine::find_stages() {
    if (!instance_->is_plain() || !instance_->has_chains()) return;
    const std::int32_t stages = job_first_[1];
    for (std::int32_t j = 0; j < instance_->jobs(); ++j) {
        if (job_first_[at(j) + 1] != (j + 1) * stages) return;
        for (std::int32_t k = 0; k < stages; ++k) {
            const Op op = by_job_[at(j * stages + k)];
            const Mode& mode = instance_->modes(op).front();
            if (instance_->is_flexible(op) || instance_->predecessors(op).size() != (k > 0 ? 1U : 0U)) return;
            if (k > 0 && instance_->release(op) > instance_->release(by_job_[at(j * stages)])) return;
            if (j == 0) machine_of_stage_.push_back(mode.machine);
            if (machine_of_stage_[at(k)] != mode.machine) return;
            duration_.push_back(mode.duration);
            lag_.push_back(k > 0 ? instance_->predecessors(op).front().lag : 0);
        }
    }
    std::vector<std::int32_t> machines(machine_of_stage_);
    std::sort(machines.begin(), machines.end());
    if (std::adjacent_find(machines.begin(), machines.end()) != machines.end()) return;
    stages_ = stages;
    staged_ = true;
    const Objective& objective = instance_->objective();
    accelerated_ = objective.is_single() && !objective.has_due_dates() && objective.setup_weight() == 0;
    const std::size_t size = (at(instance_->jobs()) + 2) * at(stages);
    head_.assign(size, 0);
    tail_.assign(size, 0);
    with_.assign(at(stages), 0);
    released_.assign(at(instance_->jobs()) + 2, 0);
    Tally nothing;
    nothing.lateness = Tails::kUnreachable;
    tallies_.assign(at(instance_->jobs()) + 1, nothing);
}

// The job behind all others, each operation where it ends first.
void JobLine::append(std::int32_t job, Front& front, Plan* plan) {
    Time job_end = 0;
    for (std::int32_t k = job_first_[at(job)]; k < job_first_[at(job) + 1]; ++k) {
        const Op op = by_job_[at(k)];
        Time ready = instance_->release(op);
        for (const Link& link : instance_->predecessors(op))
            ready = std::max(ready, end_[at(link.op)] + link.lag);
        std::int32_t best = -1;
        Time best_end = 0, best_setup = 0;
        for (const Mode& mode : instance_->modes(op)) {
            const std::int32_t m = mode.machine;
            const Time setup = instance_->setup(m, front.last[at(m)], op);
            Time free = front.free[at(m)];
            Time end = 0;
            if (const Calendar& calendar = instance_->calendar(m); calendar.empty()) {
                end = std::max(ready, free + setup) + mode.duration;
            } else {
                if (setup > 0)
                    free = (instance_->setup_during_breaks(m) ? free : calendar.fit(free, setup)) + setup;
                end = calendar.place(std::max(ready, free), mode.duration, instance_->may_pause(op)).end;
            }
            if (best >= 0 && (end > best_end || (end == best_end && setup >= best_setup))) continue;
            best = m;
            best_end = end;
            best_setup = setup;
        }
        end_[at(op)] = front.free[at(best)] = best_end;
        front.last[at(best)] = op;
        front.tally.setups += best_setup;
        if (instance_->is_terminal(op)) job_end = std::max(job_end, best_end);
        if (!plan) continue;
        plan->order.push_back(op);
        plan->machine[at(op)] = best;
    }
    count(job, job_end, front.tally);
}

void JobLine::count(std::int32_t job, Time end, Tally& tally) const {
    const Objective& objective = instance_->objective();
    tally.makespan = std::max(tally.makespan, end);
    if (objective.is_single() && !objective.has_due_dates()) return;
    tally.sum += objective.term(job, end);
    if (objective.due_date(job) < Objective::kNever)
        tally.lateness = std::max(tally.lateness, end - objective.due_date(job));
    tally.violation += std::max(0, end - objective.deadline(job));
}

JobLine::Cost JobLine::cost_of(const Tally& tally) const {
    const Objective& objective = instance_->objective();
    return {objective.constant() + tally.sum + objective.maximum_term(tally.makespan, tally.lateness) +
                objective.setup_weight() * tally.setups,
            tally.violation};
}

JobLine::Cost JobLine::evaluate(std::span<const std::int32_t> order, std::size_t from) {
    if (pushed_) return evaluate_pushed(order);
    if (staged_) return evaluate_staged(order, from);
    for (std::size_t k = from; k < order.size(); ++k) {
        fronts_[k + 1] = fronts_[k];
        append(order[k], fronts_[k + 1], nullptr);
    }
    return cost_of(fronts_[order.size()].tally);
}

// Jobs that are not in the order come last.
JobLine::Cost JobLine::evaluate_pushed(std::span<const std::int32_t> order) {
    plan(order, plan_);
    schedule_->assign(plan_);
    return {schedule_->value(), schedule_->violation()};
}

void JobLine::plan(std::span<const std::int32_t> order, Plan& plan) {
    plan.order.clear();
    plan.machine.assign(at(instance_->operations()), -1);
    scratch_ = fronts_.front();
    for (const std::int32_t job : order) append(job, scratch_, &plan);
    if (plan.order.size() == plan.machine.size()) return;
    for (const Op op : instance_->topological())
        if (plan.machine[at(op)] < 0) plan.order.push_back(op);  // stays without a machine
}

std::optional<JobLine::Place> JobLine::best_place(const Jobs& order, std::int32_t job,
                                                  std::optional<std::size_t> barred, Rng& rng) {
    std::optional<Place> best;
    std::uint32_t ties = 0;
    const auto offer = [&](std::size_t position, const Cost& cost) {
        if (best && cost.total(price_) > best->cost.total(price_)) return;
        if (best && cost.total(price_) < best->cost.total(price_)) ties = 0;
        if (rng.below(++ties) == 0) best = Place{position, cost};
    };
    if (accelerated_) {
        evaluate_staged(order, 0);
        run_tails(order);
        const double weight = instance_->objective().single_weight();
        for (std::size_t k = 0; k <= order.size(); ++k)
            if (barred != k) offer(k, {weight * length_with(order, job, k), 0});
        return best;
    }
    if (!pushed_) evaluate(order);
    for (std::size_t k = 0; k <= order.size(); ++k) {
        if (barred == k) continue;
        if (pushed_) {
            trial_.assign(order.begin(), order.end());
            trial_.insert(trial_.begin() + static_cast<std::ptrdiff_t>(k), job);
            offer(k, evaluate_pushed(trial_));
            continue;
        }
        offer(k, cost_with(order, job, k, best ? best->cost.total(price_) : kNoLimit));
    }
    return best;
}

// The cost with the job at this position, or one above the limit as soon as that is sure: it never falls.
JobLine::Cost JobLine::cost_with(const Jobs& order, std::int32_t job, std::size_t position, double limit) {
    const auto append_next = [&](std::int32_t before, std::int32_t next) {
        if (staged_) {
            append_staged(before, next, with_.data(), scratch_.tally);
        } else {
            append(next, scratch_, nullptr);
        }
    };
    if (staged_) {
        std::copy_n(&head_[position * at(stages_)], stages_, with_.data());
        scratch_.tally = tallies_[position];
    } else {
        scratch_ = fronts_[position];
    }
    append_next(position > 0 ? order[position - 1] : -1, job);
    Cost cost = cost_of(scratch_.tally);
    for (std::size_t next = position; next < order.size() && cost.total(price_) <= limit; ++next) {
        append_next(next == position ? job : order[next - 1], order[next]);
        cost = cost_of(scratch_.tally);
    }
    return cost;
}

// Row 0 of the heads is what machines are available from.
JobLine::Cost JobLine::evaluate_staged(std::span<const std::int32_t> order, std::size_t from) {
    if (from == 0) {
        for (std::int32_t k = 0; k < stages_; ++k)
            head_[at(k)] = instance_->available_from(machine_of_stage_[at(k)]);
    }
    for (std::size_t i = from; i < order.size(); ++i) {
        Time* row = &head_[(i + 1) * at(stages_)];
        std::copy_n(row - stages_, stages_, row);
        tallies_[i + 1] = tallies_[i];
        append_staged(i > 0 ? order[i - 1] : -1, order[i], row, tallies_[i + 1]);
    }
    return cost_of(tallies_[order.size()]);
}

// Turns the ends of the job before, stage by stage, into those of the next one.
void JobLine::append_staged(std::int32_t before, std::int32_t job, Time* ends, Tally& tally) const {
    const Time* duration = &duration_[at(job * stages_)];
    const Time* lag = &lag_[at(job * stages_)];
    Time end = instance_->release(op(job, 0));
    if (!instance_->has_setups()) {
        for (std::int32_t k = 0; k < stages_; ++k)
            ends[k] = end = std::max(end + lag[k], ends[k]) + duration[k];
    } else {
        Time setups = 0;
        for (std::int32_t k = 0; k < stages_; ++k) {
            const Op last = before < 0 ? instance_->none() : op(before, k);
            const Time setup = instance_->setup(machine_of_stage_[at(k)], last, op(job, k));
            setups += setup;
            ends[k] = end = std::max(end + lag[k], ends[k] + setup) + duration[k];
        }
        tally.setups += setups;
    }
    count(job, end, tally);
}

void JobLine::run_tails(const Jobs& order) {
    const bool setups = instance_->has_setups();
    const std::size_t count = order.size();
    released_[count] = 0;
    for (std::size_t i = count; i-- > 0;) {
        const std::int32_t job = order[i];
        const Time* after = &tail_[(i + 1) * at(stages_)];
        Time* row = &tail_[i * at(stages_)];
        const Time* duration = &duration_[at(job * stages_)];
        const Time* lag = &lag_[at(job * stages_)];
        Time tail = 0;
        for (std::int32_t k = stages_ - 1; k >= 0; --k) {
            Time by_machine = 0;
            if (i + 1 < count) {
                by_machine = after[k];
                if (setups)
                    by_machine += instance_->setup(machine_of_stage_[at(k)], op(job, k), op(order[i + 1], k));
            }
            tail = std::max(tail, by_machine) + duration[k];
            row[k] = tail;
            tail += lag[k];
        }
        released_[i] = std::max(released_[i + 1], instance_->release(op(job, 0)) + tail);
    }
}

// The makespan with the job at this position: every path of jobs before and behind leads through it, but for
// those that begin with a release date behind it.
Time JobLine::length_with(const Jobs& order, std::int32_t job, std::size_t position) {
    const bool setups = instance_->has_setups();
    const Time* before = &head_[position * at(stages_)];
    const Time* after = &tail_[position * at(stages_)];
    const Time* duration = &duration_[at(job * stages_)];
    const Time* lag = &lag_[at(job * stages_)];
    const bool is_last = position == order.size();
    Time end = instance_->release(op(job, 0));
    Time longest = released_[position];
    for (std::int32_t k = 0; k < stages_; ++k) {
        const std::int32_t m = machine_of_stage_[at(k)];
        Time free = before[k];
        if (setups)
            free += instance_->setup(m, position > 0 ? op(order[position - 1], k) : instance_->none(),
                                     op(job, k));
        end = std::max(end + lag[k], free) + duration[k];
        Time path = end;
        if (!is_last) {
            path += after[k];
            if (setups) path += instance_->setup(m, op(job, k), op(order[position], k));
        }
        longest = std::max(longest, path);
    }
    return longest;
}

}  // namespace neurols::scheduling::rich
