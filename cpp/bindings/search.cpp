// Bindings of cpp/search: decisions, observations, the driver and batches of searches.
#include "search/search.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/python_adapters.h"
#include "search/batch.h"
#include "search/menu_check.h"
#include "search/sharing.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;

namespace {

void bind_decision(nb::module_& m) {
    nb::enum_<Acceptance>(m, "Acceptance", "What happens to the pending candidate.")
        .value("REJECT", Acceptance::Reject)
        .value("ACCEPT", Acceptance::Accept);

    nb::enum_<Outcome>(m, "Outcome", "What a step brought, against the solution it started from.")
        .value("NONE", Outcome::None)
        .value("NEW_BEST", Outcome::NewBest)
        .value("BETTER", Outcome::Better)
        .value("EQUAL", Outcome::Equal)
        .value("WORSE", Outcome::Worse)
        .value("EXHAUSTED", Outcome::Exhausted);

    nb::class_<Action>(m, "Action", "An operator or a perturbation, by its index in the workspace's menu.")
        .def_static("apply", &Action::apply, "index"_a, "Apply an operator, by its index in the menu.")
        .def_static(
            "apply", [](const std::string& name) { return Action::named(Action::Kind::Operator, name); },
            "name"_a, "Apply an operator, by its name.")
        .def_static("perturb", &Action::perturb, "index"_a, "strength"_a = 0,
                    "Perturb; strength 0 is the workspace's default.")
        .def_static(
            "perturb",
            [](const std::string& name, int strength) {
                return Action::named(Action::Kind::Perturbation, name, strength);
            },
            "name"_a, "strength"_a = 0, "Perturb, by name; strength 0 is the workspace's default.")
        .def_prop_ro(
            "index",
            [](const Action& self) {
                if (self.has_name()) {
                    throw std::invalid_argument("'" + self.name() +
                                                "' has no index before a search looks it up");
                }
                return self.index;
            },
            "Index in the menu; of an action given by name only once a search has looked it up.")
        .def_ro("strength", &Action::strength)
        .def_prop_ro("is_perturbation", &Action::is_perturbation)
        .def(
            "__eq__",
            [](const Action& self, nb::handle other) {
                return nb::isinstance<Action>(other) && nb::cast<Action>(other) == self;
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Action& a) { return (a.index << 1) | (a.is_perturbation() ? 1 : 0); })
        .def("__repr__", [](const Action& a) {
            const std::string which = a.has_name() ? "'" + a.name() + "'" : std::to_string(a.index);
            const std::string strength = a.strength ? ", " + std::to_string(a.strength) : "";
            return (a.is_perturbation() ? "Action.perturb(" : "Action.apply(") + which + strength + ")";
        });

    nb::class_<Decision>(m, "Decision", "Accept or reject the candidate, and what comes next.")
        .def(
            "__init__",
            [](Decision* self, Acceptance acceptance, Action next, bool penalise, bool stop) {
                new (self) Decision{acceptance, next, penalise, stop};
            },
            "acceptance"_a, "next"_a, "penalise"_a = false, "stop"_a = false)
        .def_rw("acceptance", &Decision::acceptance)
        .def_rw("next", &Decision::next)
        .def_rw("penalise", &Decision::penalise, "Raise the penalties of the current solution first.")
        .def_rw("stop", &Decision::stop, "End the search: nothing is left to try.")
        .def_rw("ceiling", &Decision::ceiling, "A candidate that costs more will be rejected.");

    nb::class_<Observation>(m, "Observation", "What a controller sees of the search.")
        .def_ro("iteration", &Observation::iteration)
        .def_ro("progress", &Observation::progress, "Share of the budget used, 0 to 1.")
        .def_ro("initial", &Observation::initial, "Cost of the initial solution.")
        .def_ro("current", &Observation::current, "Cost of the current solution.")
        .def_ro("candidate", &Observation::candidate,
                "Cost of the pending candidate, else of the current one.")
        .def_ro("best", &Observation::best, "Cost of the best solution.")
        .def_ro("unit", &Observation::unit, "What a small change costs here: a mean arc, a mean duration.")
        .def_ro("pending", &Observation::pending, "Is there a candidate to accept or reject?")
        .def_ro("improving", &Observation::improving, "Does it improve on the current solution?")
        .def_ro("outcome", &Observation::outcome)
        .def_ro("last_action", &Observation::last_action)
        .def_ro("last_accepted", &Observation::last_accepted)
        .def_ro("since_best", &Observation::since_best, "Steps since the last new best.")
        .def_ro("since_improvement", &Observation::since_improvement)
        .def_ro("since_perturbation", &Observation::since_perturbation)
        .def_ro("perturbations", &Observation::perturbations)
        .def_ro("penalty_change", &Observation::penalty_change)
        .def_ro("visits", &Observation::visits, "Earlier visits of the candidate, where they are tracked.");
}

void bind_settings(nb::module_& m) {
    nb::class_<RestartRule>(m, "RestartRule", "Perturb after so many steps without a new best; 0 is never.")
        .def(
            "__init__",
            [](RestartRule* self, std::int64_t after, Action action) {
                new (self) RestartRule{after, action};
            },
            "after"_a, "action"_a);

    nb::class_<Descents>(m, "Descents",
                         "Operators until they improve no more, and perturbations once, before the first"
                         " and after the last decision.")
        .def(nb::init<>())
        .def_rw("first", &Descents::first)
        .def_rw("last", &Descents::last)
        .def_rw("reserve", &Descents::reserve, "Seconds of the budget that are kept for the last ones.");
    nb::class_<SearchSettings>(m, "SearchSettings", "Settings of the driver.")
        .def(nb::init<>())
        .def_rw("epsilon", &SearchSettings::epsilon,
                "A candidate improves when it is better by more than this.")
        .def_rw("accept_improving", &SearchSettings::accept_improving,
                "Accept improving candidates without asking the controller.")
        .def_rw("track_visits", &SearchSettings::track_visits)
        .def_rw("restart", &SearchSettings::restart)
        .def_rw("descents", &SearchSettings::descents)
        .def_rw("trace_bins", &SearchSettings::trace_bins,
                "Bins of the trace of decisions, an even number; 0 is no trace.");

    nb::class_<PerceptronWeights>(m, "PerceptronWeights", "A small network that runs inside the search.")
        .def(
            "__init__",
            [](PerceptronWeights* self, std::size_t items, std::size_t states, std::size_t hidden,
               const std::vector<float>& weights) {
                new (self) PerceptronWeights(items, states, hidden, weights);
            },
            "items"_a, "states"_a, "hidden"_a, "weights"_a)
        .def_static("count", &PerceptronWeights::count, "items"_a, "states"_a, "hidden"_a,
                    "How many weights a network of this shape has.")
        .def(
            "rank",
            [](std::shared_ptr<PerceptronWeights> self, const std::vector<float>& item,
               const std::vector<float>& state) {
                if (item.size() != self->items || state.size() != self->states)
                    throw std::invalid_argument("the network takes other numbers of features");
                Perceptron network(self);
                network.see(state);
                return network.rank(item);
            },
            "item"_a, "state"_a, "Rank of one item; for tests and studies.");

    nb::class_<InitialEffort>(m, "InitialEffort",
                              "On an initial solution, where constraints make one hard to find. Shared by "
                              "the searches of one call; the clock starts when it is made.")
        .def(nb::init<double, std::int64_t, std::uint64_t>(), "seconds"_a, "steps"_a, "seed"_a);

    nb::class_<WorkspaceSettings>(m, "WorkspaceSettings", "Settings that every problem understands.")
        .def(nb::init<>())
        .def_rw("construction", &WorkspaceSettings::construction,
                "Name of the construction; empty: the default.")
        .def_rw("tenure", &WorkspaceSettings::tenure,
                "Steps that a changed arc or edge stays tabu, at least.")
        .def_rw("tenure_spread", &WorkspaceSettings::tenure_spread, "Plus up to so many, drawn at random.")
        .def_rw("allowance", &WorkspaceSettings::allowance,
                "Sweeps make moves that worsen by less than so many small changes.")
        .def_rw("guidance", &WorkspaceSettings::guidance,
                "Weight of a penalty, in parts of the initial cost or of the mean arc.")
        .def_rw("perturbation_strength", &WorkspaceSettings::perturbation_strength,
                "0: the problem's default.")
        .def_rw("ranking", &WorkspaceSettings::ranking, nb::arg().none(),
                "A learned ranking of candidates; none: the problem's own rule.")
        .def_rw("effort", &WorkspaceSettings::effort, nb::arg().none(),
                "On an initial solution, where constraints make one hard to find; none: little.");

    nb::class_<StopRules>(m, "StopRules", "When a search ends: any of the rules that are set.")
        .def(nb::init<>())
        .def_rw("iterations", &StopRules::iterations)
        .def_rw("wall_seconds", &StopRules::wall_seconds)
        .def_rw("cpu_seconds", &StopRules::cpu_seconds, "CPU seconds of the searching thread.")
        .def_rw("target", &StopRules::target, "Stop at this cost or below.")
        .def_rw("stagnation", &StopRules::stagnation, "Stop after so many steps without a new best.");

    nb::class_<Progress>(m, "Progress", "Watches running searches from another thread, and cancels them.")
        .def(nb::init<>())
        .def(
            "cancel", [](Progress& self) { self.cancel.store(true); }, "Ask the searches to stop.")
        .def_prop_ro(
            "best", [](const Progress& self) { return self.best.load(); }, "Best cost so far.")
        .def_prop_ro("iterations", [](const Progress& self) { return self.iterations.load(); });
}

void bind_result(nb::module_& m) {
    nb::class_<ActionCounters>(m, "ActionCounters", "How often an action was used and what came of it.")
        .def_ro("proposed", &ActionCounters::proposed)
        .def_ro("accepted", &ActionCounters::accepted)
        .def_ro("improving", &ActionCounters::improving)
        .def_ro("new_best", &ActionCounters::new_best);

    nb::class_<DecisionTrace>(m, "DecisionTrace", "What was decided when, in bins of equally many steps.")
        .def_prop_ro("width", &DecisionTrace::width, "Steps in a bin.")
        .def_prop_ro("used", &DecisionTrace::used, "Bins in use.")
        .def_prop_ro("actions", &DecisionTrace::actions, "Operators, then perturbations.")
        .def_prop_ro("proposed", &DecisionTrace::proposed, "[bins][actions], flat.")
        .def_prop_ro("decided", &DecisionTrace::decided, "[bins][actions], flat: accepted or rejected.")
        .def_prop_ro("accepted", &DecisionTrace::accepted, "[bins][actions], flat.")
        .def_prop_ro("current", &DecisionTrace::current, "Current cost at the end of each bin.")
        .def_prop_ro("best", &DecisionTrace::best, "Best cost at the end of each bin.");

    nb::class_<SearchResult>(m, "SearchResult", "What one search brought.")
        .def_ro("cost", &SearchResult::cost)
        .def_ro("initial_cost", &SearchResult::initial_cost)
        .def_ro("iterations", &SearchResult::iterations)
        .def_ro("seconds", &SearchResult::seconds)
        .def_ro("cpu_seconds", &SearchResult::cpu_seconds)
        .def_prop_ro("stopped_by", [](const SearchResult& self) { return to_string(self.stopped_by); })
        .def_prop_ro(
            "trace",
            [](const SearchResult& self) {
                nb::list points;
                for (const TracePoint& point : self.trace) {
                    points.append(nb::make_tuple(point.iteration, point.seconds, point.cost));
                }
                return points;
            },
            nb::sig("def trace(self) -> list[tuple[int, float, float]]"),
            "Improvements of the best cost, as (iteration, seconds, cost).")
        .def_ro("operators", &SearchResult::operators)
        .def_ro("perturbations", &SearchResult::perturbations)
        .def_ro("decisions", &SearchResult::decisions);
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Rng>(m, "Rng", "The random generator of a search (xoshiro256++).")
        .def(nb::init<std::uint64_t, std::uint64_t>(), "seed"_a, "stream"_a = 0)
        .def("below", &Rng::below, "bound"_a, "Uniform integer in [0, bound).")
        .def("between", &Rng::between, "low"_a, "high"_a, "Uniform integer in [low, high].")
        .def("uniform", &Rng::uniform, "Uniform real in [0, 1).");

    bind_decision(m);
    bind_settings(m);
    bind_result(m);

    nb::class_<Workspace>(m, "Workspace", "A solution in hand that can be moved and put back.")
        .def_prop_ro("operators", &Workspace::operators)
        .def_prop_ro("perturbations", &Workspace::perturbations)
        .def("construct", &Workspace::construct, "rng"_a)
        .def("cost", &Workspace::cost)
        .def("feasible", &Workspace::feasible)
        .def(
            "propose",
            [](Workspace& self, int op, Rng& rng) {
                return self.propose(looked_up(Action::apply(op), self).index, rng);
            },
            "op"_a, "rng"_a)
        .def(
            "perturb",
            [](Workspace& self, int perturbation, int strength, Rng& rng) {
                const Action action = looked_up(Action::perturb(perturbation, strength), self);
                self.perturb(action.index, action.strength, rng);
            },
            "perturbation"_a, "strength"_a, "rng"_a)
        .def("set_ceiling", &Workspace::set_ceiling, "ceiling"_a,
             "Candidates above this cost will be rejected; perturbations may give up on them.")
        .def("accept", &Workspace::accept)
        .def("reject", &Workspace::reject)
        .def("keep_best", &Workspace::keep_best)
        .def("lower_bound", &Workspace::lower_bound)
        .def("fingerprint", &Workspace::fingerprint)
        .def(
            "estimate",
            [](Workspace& self, int op, Rng& rng) {
                return self.estimate(looked_up(Action::apply(op), self).index, rng);
            },
            "op"_a, "rng"_a)
        .def("penalise", &Workspace::penalise)
        .def("penalty", &Workspace::penalty);
    nb::class_<PythonWorkspace, Workspace>(m, "PythonWorkspace", "A problem written in Python.")
        .def(nb::init<nb::object>(), "problem"_a)
        .def_prop_ro("object", &PythonWorkspace::object, "The object that carries out the search.");

    nb::class_<Controller>(m, "Controller", "Maps what it sees to a decision.")
        .def("start", &Controller::start, "seen"_a)
        .def("decide", &Controller::decide, "seen"_a, "rng"_a);
    nb::class_<PythonController, Controller>(m, "PythonController", "Any Python object with `decide`.")
        .def(nb::init<nb::object>(), "controller"_a);

    nb::class_<Search>(m, "Search", "The driver, step by step.")
        .def(
            "__init__",
            [](Search* self, Workspace& workspace, const SearchSettings& settings, std::uint64_t seed,
               std::uint64_t stream) { new (self) Search(workspace, settings, Rng(seed, stream)); },
            "workspace"_a, "settings"_a, "seed"_a, "stream"_a = 0, nb::keep_alive<1, 2>())
        .def("start", nb::overload_cast<const StopRules&>(&Search::start), "stop"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def("step", &Search::step, "decision"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("carry_out", &Search::carry_out, "decision"_a, nb::call_guard<nb::gil_scoped_release>(),
             "The same, unless the restart rule is due: its perturbation then comes next instead.")
        .def_prop_ro("budget_spent", &Search::budget_spent)
        .def_prop_ro("observation", &Search::observation, nb::rv_policy::copy)
        .def("result", &Search::result);

    nb::class_<SearchJob>(m, "SearchJob", "One search of a batch.")
        .def(
            "__init__",
            [](SearchJob* self, std::shared_ptr<Workspace> workspace, std::shared_ptr<Controller> controller,
               const SearchSettings& settings, const StopRules& stop, std::uint64_t seed,
               std::uint64_t stream) {
                new (self)
                    SearchJob{std::move(workspace), std::move(controller), settings, stop, seed, stream};
            },
            "workspace"_a, "controller"_a, "settings"_a, "stop"_a, "seed"_a, "stream"_a);

    m.def("run_batch", &run_batch, "jobs"_a, "threads"_a, "progress"_a.none(),
          nb::call_guard<nb::gil_scoped_release>(),
          "Run independent searches over a pool of threads. The results do not depend on their number.");
    m.def("run_together", &run_together, "jobs"_a, "threads"_a, "rounds"_a, "progress"_a.none(),
          "between"_a.none() = nb::none(), nb::call_guard<nb::gil_scoped_release>(),
          "Run searches of one instance, which share what they find at the end of every round; `between` "
          "is then called with the number of the best one and its result so far, while all rest.");
}
