// The driver: one loop for all controllers. Owns the random generator, the counters and the trace;
// the workspace holds the solutions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/controller.h"
#include "search/decision_trace.h"
#include "search/memory.h"
#include "search/observation.h"
#include "search/stop.h"
#include "search/workspace.h"

namespace neurols {

// Perturbs when the search stands still; for action sets in which the controller cannot.
struct RestartRule {
    std::int64_t after = 0;  // steps without a new best or a restart; 0: never
    Action action = Action::perturb(0);
};

// Steps before the first and after the last decision, which no controller is asked about and which do not
// count: operators are applied until they improve no more, perturbations once.
struct Descents {
    std::vector<Action> first;  // of the initial solution
    std::vector<Action> last;   // as long as the time reserved for it lasts
    double reserve = 0;         // seconds of the budget that are kept for the last ones
};

struct SearchSettings {
    double epsilon = 0.0;          // a candidate improves when it is better by more than this
    bool accept_improving = true;  // improving candidates are accepted without a question
    bool track_visits = false;
    RestartRule restart;
    Descents descents;
    std::int32_t trace_bins = 0;  // bins of the trace of decisions, an even number; 0: no trace
};

// How often an operator or perturbation was used and what came of it.
struct ActionCounters {
    std::int64_t proposed = 0;
    std::int64_t accepted = 0;
    std::int64_t improving = 0;
    std::int64_t new_best = 0;
};

struct TracePoint {
    std::int64_t iteration;
    double seconds;
    Cost cost;
};

struct SearchResult {
    Cost cost = 0;
    Cost initial_cost = 0;
    std::int64_t iterations = 0;
    double seconds = 0;
    double cpu_seconds = 0;
    StopReason stopped_by = StopReason::None;
    std::vector<TracePoint> trace;
    std::vector<ActionCounters> operators;
    std::vector<ActionCounters> perturbations;
    DecisionTrace decisions;
};

class Search {
public:
    Search(Workspace& workspace, const SearchSettings& settings, Rng rng);

    // Build the initial solution and reset all counters. The trace tells seconds since `origin`: searches
    // of one batch share theirs.
    void start(const StopRules& stop) { start(stop, wall_clock(), nullptr); }
    void start(const StopRules& stop, double origin, const Progress* progress);

    // Carry out one decision: settle the pending candidate, then produce the next one.
    void step(const Decision& decision);

    // The same, unless the restart rule is due: its perturbation then comes next instead.
    void carry_out(Decision decision);

    // Are the iterations used up, or the lower bound met? For those who step the search themselves.
    bool budget_spent() const;

    // The whole search: start, then decide and step until a rule stops it.
    SearchResult run(Controller& controller, const StopRules& stop, Progress* progress = nullptr);

    // Decide and step until a rule stops the search, which is then over: false; or until that share
    // of the budget is used: true.
    bool advance(Controller& controller, double share, Progress* progress);

    // Between two calls of `advance` the clocks of the search may stand still.
    void pause() { watch_.pause(); }
    void resume() { watch_.resume(); }

    // Take over what another search of the same instance has found: for perturbations that go between
    // good solutions (false where none is in use), or as the current solution, whatever is pending.
    bool learn(const Search& other);
    void adopt(const Search& other);

    const Observation& observation() const { return seen_; }
    Workspace& workspace() { return workspace_; }
    Rng& rng() { return rng_; }
    StopReason stopped_by() const { return stopped_by_; }
    SearchResult result() const;

private:
    void settle(Acceptance acceptance);
    void produce(const Action& action);
    void descend(const std::vector<Action>& actions, double share);
    void descend_by(const Action& action, double share);
    bool time_is_up(double share) const;
    void note_progress();
    bool restart_is_due() const;
    StopReason stop_reason(Progress* progress);
    StopReason poll_clocks(Progress* progress);
    ActionCounters& counters(const Action& action);

    Workspace& workspace_;
    SearchSettings settings_;
    Rng rng_;
    Observation seen_;
    StopRules stop_;
    VisitMemory visits_;
    std::int64_t since_restart_ = 0;
    Cost current_penalty_ = 0;
    bool forced_ = false;  // the pending candidate comes from the restart rule: no question asked

    Stopwatch watch_;
    double origin_ = 0;  // of the trace's seconds
    std::int64_t next_poll_ = 0;
    std::int64_t last_poll_ = 0;
    double last_poll_wall_ = 0;
    double time_progress_ = 0;
    StopReason stopped_by_ = StopReason::None;
    std::vector<TracePoint> trace_;
    std::vector<ActionCounters> operator_counters_;
    std::vector<ActionCounters> perturbation_counters_;
    DecisionTrace decisions_;
};

}  // namespace neurols
