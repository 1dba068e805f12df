#include "search/search.h"

#include <algorithm>
#include <cmath>

#include "search/menu_check.h"

namespace neurols {

namespace {
constexpr double kPollSeconds = 5e-4;  // aim at one look at the clocks per half millisecond
constexpr std::int64_t kMaxPollSteps = 4096;
constexpr std::size_t kTraceReserve = 256;
constexpr double kFirstDescent = 0.2;    // share of the time that it may take
constexpr double kLargestReserve = 0.1;  // of the time for the last one
}  // namespace

Search::Search(Workspace& workspace, const SearchSettings& settings, Rng rng)
    : workspace_(workspace), settings_(settings), rng_(rng), visits_(settings.track_visits ? 1 << 14 : 1) {
    trace_.reserve(kTraceReserve);
    if (settings_.restart.after > 0) {
        settings_.restart.action = looked_up(settings_.restart.action, workspace_);
    }
    for (auto* actions : {&settings_.descents.first, &settings_.descents.last}) {
        for (Action& action : *actions) action = looked_up(action, workspace_);
    }
}

void Search::start(const StopRules& stop, double origin, const Progress* progress) {
    stop_ = stop;
    origin_ = origin;
    workspace_.prepare(progress ? &progress->cancel : nullptr);
    watch_.start();
    workspace_.construct(rng_);
    visits_.clear();
    trace_.clear();
    operator_counters_.assign(workspace_.operators().size(), {});
    perturbation_counters_.assign(workspace_.perturbations().size(), {});
    decisions_.start(static_cast<std::size_t>(settings_.trace_bins), operator_counters_.size(),
                     perturbation_counters_.size());

    seen_ = Observation{};
    seen_.initial = seen_.current = seen_.candidate = seen_.best = workspace_.cost();
    seen_.unit = workspace_.unit();
    if (settings_.track_visits) seen_.visited = &visits_;
    current_penalty_ = workspace_.penalty();
    since_restart_ = 0;
    forced_ = false;
    next_poll_ = last_poll_ = 0;
    last_poll_wall_ = wall_clock();
    time_progress_ = 0;
    stopped_by_ = StopReason::None;
    trace_.push_back({0, wall_clock() - origin_, seen_.best});
    if (!settings_.descents.first.empty()) descend(settings_.descents.first, kFirstDescent);
}

SearchResult Search::run(Controller& controller, const StopRules& stop, Progress* progress) {
    start(stop, wall_clock(), progress);
    controller.start(seen_);
    advance(controller, kNoLimit, progress);
    return result();
}

bool Search::advance(Controller& controller, double share, Progress* progress) {
    if (progress) progress->report(seen_.best);
    while (seen_.progress < share) {
        stopped_by_ = stop_reason(progress);
        if (stopped_by_ != StopReason::None) break;
        const Decision decision = controller.decide(seen_, rng_);
        if (decision.stop) {
            stopped_by_ = StopReason::Controller;
            break;
        }
        carry_out(decision);
    }
    const bool may_improve = stopped_by_ == StopReason::Iterations || stopped_by_ == StopReason::WallTime ||
                             stopped_by_ == StopReason::CpuTime || stopped_by_ == StopReason::Stagnation;
    if (may_improve) descend(settings_.descents.last, 1);
    if (progress) progress->report(seen_.best);
    return stopped_by_ == StopReason::None;
}

void Search::descend(const std::vector<Action>& actions, double share) {
    if (seen_.pending) workspace_.reject();
    seen_.pending = forced_ = false;
    workspace_.set_ceiling(std::numeric_limits<Cost>::infinity());
    for (const Action& action : actions) {
        if (time_is_up(share)) break;
        if (action.is_perturbation()) {
            workspace_.perturb(action.index, action.strength, rng_);
            workspace_.accept();
        } else {
            descend_by(action, share);
        }
    }
    seen_.current = seen_.candidate = workspace_.cost();
    current_penalty_ = workspace_.penalty();
}

void Search::descend_by(const Action& action, double share) {
    Cost current = workspace_.cost();
    while (!time_is_up(share) && workspace_.propose(action.index, rng_)) {
        const Cost candidate = workspace_.cost();
        if (!(candidate < current)) {
            workspace_.reject();
            break;
        }
        if (candidate < seen_.best && workspace_.feasible()) {
            workspace_.keep_best();
            seen_.best = candidate;
            trace_.push_back({seen_.iteration, wall_clock() - origin_, candidate});
        }
        workspace_.accept();
        current = candidate;
    }
}

bool Search::time_is_up(double share) const {
    return (stop_.wall_seconds < kNoLimit && watch_.wall() >= share * stop_.wall_seconds) ||
           (stop_.cpu_seconds < kNoLimit && watch_.cpu() >= share * stop_.cpu_seconds);
}

void Search::carry_out(Decision decision) {
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

void Search::step(const Decision& decision) {
    if (!on_menu(decision.next, workspace_)) [[unlikely]] {
        Decision found = decision;
        found.next = looked_up(decision.next, workspace_);  // before anything has changed
        return step(found);
    }
    settle(decision.acceptance);
    if (!workspace_.feasible()) seen_.current = workspace_.cost();  // its price may have changed
    if (decision.penalise) {
        workspace_.penalise();
        seen_.exhausted = 0;  // penalties change the rank of every move
        current_penalty_ = workspace_.penalty();
    }
    workspace_.set_ceiling(decision.ceiling);
    workspace_.see(seen_);
    produce(decision.next);
    if (decisions_.on()) decisions_.note_step(seen_);
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
    if (decisions_.on()) decisions_.note_decision(seen_, accepted);
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
        // Solutions may be priced otherwise once one of them is feasible.
        seen_.best = seen_.candidate = workspace_.cost();
        seen_.since_best = 0;
        ++used.new_best;
        seen_.outcome = Outcome::NewBest;
        trace_.push_back({seen_.iteration, wall_clock() - origin_, seen_.best});
    } else if (seen_.candidate < seen_.current) {
        seen_.outcome = Outcome::Better;
    } else {
        seen_.outcome = seen_.candidate == seen_.current ? Outcome::Equal : Outcome::Worse;
    }
}

bool Search::learn(const Search& other) { return workspace_.learn(other.workspace_); }

// Between two steps, and not one of them: no decision led here. To the controller it looks like a
// perturbation that was followed.
void Search::adopt(const Search& other) {
    if (seen_.pending) workspace_.reject();
    seen_.pending = forced_ = false;
    seen_.candidate = seen_.current;
    if (!workspace_.adopt(other.workspace_)) return;
    seen_.current = seen_.candidate = workspace_.cost();
    seen_.exhausted = 0;
    seen_.since_perturbation = 0;
    current_penalty_ = workspace_.penalty();
    if (seen_.current < seen_.best) {
        seen_.best = seen_.current;
        seen_.since_best = 0;
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

// Clocks cost as much as a small step, so look at them only as often as their resolution needs. Where
// slow steps stand among fast ones, a few fast ones must not put off the next look by thousands.
StopReason Search::poll_clocks(Progress* progress) {
    const double wall = wall_clock();
    const std::int64_t steps = seen_.iteration - last_poll_;
    const double per_step = steps > 0 ? (wall - last_poll_wall_) / static_cast<double>(steps) : kPollSeconds;
    const auto interval = static_cast<std::int64_t>(kPollSeconds / std::max(per_step, 1e-9));
    const std::int64_t longest = std::min(kMaxPollSteps, 2 * std::max<std::int64_t>(1, steps));
    next_poll_ = seen_.iteration + std::clamp<std::int64_t>(interval, 1, longest);
    last_poll_ = seen_.iteration;
    last_poll_wall_ = wall;

    if (progress) {
        progress->iterations.fetch_add(steps, std::memory_order_relaxed);
        progress->report(seen_.best);
        if (progress->cancel.load(std::memory_order_relaxed)) return StopReason::Interrupted;
        if (progress->finished.load(std::memory_order_relaxed)) return StopReason::Companion;
    }
    const auto usable = [reserve = settings_.descents.reserve](double limit) {
        return limit - std::min(reserve, kLargestReserve * limit);
    };
    const double elapsed = watch_.wall(wall), wall_limit = usable(stop_.wall_seconds);
    if (elapsed >= wall_limit) return StopReason::WallTime;
    time_progress_ = elapsed / wall_limit;
    if (stop_.cpu_seconds < kNoLimit) {
        const double cpu = watch_.cpu(), cpu_limit = usable(stop_.cpu_seconds);
        if (cpu >= cpu_limit) return StopReason::CpuTime;
        time_progress_ = std::max(time_progress_, cpu / cpu_limit);
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
    result.seconds = watch_.wall();
    result.cpu_seconds = watch_.cpu();
    result.stopped_by = stopped_by_;
    result.trace = trace_;
    result.operators = operator_counters_;
    result.perturbations = perturbation_counters_;
    result.decisions = decisions_;
    return result;
}

}  // namespace neurols
