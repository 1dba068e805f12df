#include "search/search.h"

#include <algorithm>
#include <cmath>

namespace neurols {

namespace {
constexpr double kPollSeconds = 5e-4;  // aim at one look at the clocks per half millisecond
constexpr std::int64_t kMaxPollSteps = 4096;
constexpr std::size_t kTraceReserve = 256;
}  // namespace

Search::Search(Workspace& workspace, const SearchSettings& settings, Rng rng)
    : workspace_(workspace), settings_(settings), rng_(rng), visits_(settings.track_visits ? 1 << 14 : 1) {
    trace_.reserve(kTraceReserve);
}

void Search::start(const StopRules& stop) {
    stop_ = stop;
    started_wall_ = wall_clock();
    started_cpu_ = thread_cpu_clock();
    workspace_.construct(rng_);
    visits_.clear();
    trace_.clear();
    operator_counters_.assign(workspace_.operators().size(), {});
    perturbation_counters_.assign(workspace_.perturbations().size(), {});

    seen_ = Observation{};
    seen_.initial = seen_.current = seen_.candidate = seen_.best = workspace_.cost();
    seen_.unit = workspace_.unit();
    current_penalty_ = workspace_.penalty();
    since_restart_ = 0;
    forced_ = false;
    next_poll_ = last_poll_ = 0;
    last_poll_wall_ = started_wall_;
    time_progress_ = 0;
    stopped_by_ = StopReason::None;
    trace_.push_back({0, wall_clock() - started_wall_, seen_.best});
}

SearchResult Search::run(Controller& controller, const StopRules& stop, Progress* progress) {
    start(stop);
    if (progress) progress->report(seen_.best);
    controller.start(seen_);
    while ((stopped_by_ = stop_reason(progress)) == StopReason::None) {
        Decision decision = controller.decide(seen_, rng_);
        if (decision.stop) {
            stopped_by_ = StopReason::Controller;
            break;
        }
        const bool restart = restart_is_due();
        if (restart) {
            decision.next = settings_.restart.action;
            decision.ceiling = kNoLimit;
        }
        step(decision);
        if (restart) {
            forced_ = true;
            since_restart_ = 0;
        }
    }
    if (progress) progress->report(seen_.best);
    return result();
}

void Search::step(const Decision& decision) {
    settle(decision.acceptance);
    if (!workspace_.feasible()) seen_.current = workspace_.cost();  // its price may have changed
    if (decision.penalise) {
        workspace_.penalise();
        seen_.exhausted = 0;  // penalties change the rank of every move
        current_penalty_ = workspace_.penalty();
    }
    workspace_.set_ceiling(decision.ceiling);
    produce(decision.next);
    note_progress();
}

// Improving candidates, and those of the restart rule, are accepted whatever the decision says.
void Search::settle(Acceptance acceptance) {
    if (!seen_.pending) {
        seen_.last_accepted = false;
        return;
    }
    const bool accepted =
        acceptance == Acceptance::Accept || forced_ || (seen_.improving && settings_.accept_improving);
    if (accepted) {
        workspace_.accept();
        seen_.current = seen_.candidate;
        seen_.exhausted = 0;
        current_penalty_ += seen_.penalty_change;
        ++counters(seen_.last_action).accepted;
    } else {
        workspace_.reject();
    }
    seen_.last_accepted = accepted;
    seen_.pending = false;
    forced_ = false;
}

void Search::produce(const Action& action) {
    ++seen_.iteration;
    ++seen_.since_best;
    ++seen_.since_improvement;
    ++seen_.since_perturbation;
    ++since_restart_;
    seen_.last_action = action;
    ActionCounters& used = counters(action);
    ++used.proposed;

    if (action.is_perturbation()) {
        workspace_.perturb(action.index, action.strength, rng_);
        ++seen_.perturbations;
        seen_.since_perturbation = 0;
    } else if (!workspace_.propose(action.index, rng_)) {
        seen_.candidate = seen_.current;
        seen_.improving = false;
        seen_.penalty_change = 0;
        seen_.outcome = Outcome::Exhausted;
        seen_.exhausted |= std::uint64_t{1} << (action.index & 63);
        return;
    }

    seen_.pending = true;
    seen_.candidate = workspace_.cost();
    seen_.penalty_change = workspace_.penalty() - current_penalty_;
    seen_.improving = seen_.candidate < seen_.current - settings_.epsilon;
    if (settings_.track_visits) seen_.visits = visits_.visit(workspace_.fingerprint());

    if (seen_.improving) {
        ++used.improving;
        seen_.since_improvement = 0;
    }
    if (seen_.candidate < seen_.best && workspace_.feasible()) {
        workspace_.keep_best();
        seen_.best = seen_.candidate;
        seen_.since_best = 0;
        ++used.new_best;
        seen_.outcome = Outcome::NewBest;
        trace_.push_back({seen_.iteration, wall_clock() - started_wall_, seen_.best});
    } else if (seen_.candidate < seen_.current) {
        seen_.outcome = Outcome::Better;
    } else {
        seen_.outcome = seen_.candidate == seen_.current ? Outcome::Equal : Outcome::Worse;
    }
}

bool Search::budget_spent() const {
    return seen_.iteration >= stop_.iterations || seen_.best <= workspace_.lower_bound();
}

bool Search::restart_is_due() const {
    const std::int64_t after = settings_.restart.after;
    return after > 0 && std::min(seen_.since_best, since_restart_) >= after;
}

StopReason Search::stop_reason(Progress* progress) {
    if (seen_.best <= workspace_.lower_bound()) return StopReason::Optimal;
    if (seen_.best <= stop_.target) return StopReason::Target;
    if (seen_.iteration >= stop_.iterations) return StopReason::Iterations;
    if (seen_.since_best >= stop_.stagnation) return StopReason::Stagnation;
    if (seen_.iteration >= next_poll_) {
        const StopReason reason = poll_clocks(progress);
        if (reason != StopReason::None) return reason;
    }
    return StopReason::None;
}

void Search::note_progress() {
    const double by_steps = static_cast<double>(seen_.iteration) / static_cast<double>(stop_.iterations);
    seen_.progress = std::min(1.0, std::max(by_steps, time_progress_));
}

// Clocks cost as much as a small step, so look at them only as often as their resolution needs.
StopReason Search::poll_clocks(Progress* progress) {
    const double wall = wall_clock();
    const std::int64_t steps = seen_.iteration - last_poll_;
    const double per_step = steps > 0 ? (wall - last_poll_wall_) / static_cast<double>(steps) : kPollSeconds;
    const auto interval = static_cast<std::int64_t>(kPollSeconds / std::max(per_step, 1e-9));
    next_poll_ = seen_.iteration + std::clamp<std::int64_t>(interval, 1, kMaxPollSteps);
    last_poll_ = seen_.iteration;
    last_poll_wall_ = wall;

    if (progress) {
        progress->iterations.fetch_add(steps, std::memory_order_relaxed);
        progress->report(seen_.best);
        if (progress->cancel.load(std::memory_order_relaxed)) return StopReason::Interrupted;
    }
    const double elapsed = wall - started_wall_;
    if (elapsed >= stop_.wall_seconds) return StopReason::WallTime;
    time_progress_ = elapsed / stop_.wall_seconds;
    if (stop_.cpu_seconds < kNoLimit) {
        const double cpu = thread_cpu_clock() - started_cpu_;
        if (cpu >= stop_.cpu_seconds) return StopReason::CpuTime;
        time_progress_ = std::max(time_progress_, cpu / stop_.cpu_seconds);
    }
    return StopReason::None;
}

ActionCounters& Search::counters(const Action& action) {
    auto& table = action.is_perturbation() ? perturbation_counters_ : operator_counters_;
    return table[static_cast<std::size_t>(action.index)];
}

SearchResult Search::result() const {
    SearchResult result;
    result.cost = seen_.best;
    result.initial_cost = seen_.initial;
    result.iterations = seen_.iteration;
    result.seconds = wall_clock() - started_wall_;
    result.cpu_seconds = thread_cpu_clock() - started_cpu_;
    result.stopped_by = stopped_by_;
    result.trace = trace_;
    result.operators = operator_counters_;
    result.perturbations = perturbation_counters_;
    return result;
}

}  // namespace neurols
