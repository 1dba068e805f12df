// Bindings of the rules from which classical controllers are composed.
#include "search/perturb/rules.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "search/accept/annealing.h"
#include "search/accept/late.h"
#include "search/accept/simple.h"
#include "search/composed_controller.h"
#include "search/perturb/relink.h"
#include "search/select/adaptive.h"
#include "search/select/simple.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;

namespace {

void bind_acceptance(nb::module_& m) {
    nb::class_<AcceptanceRule>(m, "AcceptanceRule", "First intervention point: is the candidate accepted?");
    nb::class_<AcceptImproving, AcceptanceRule>(m, "AcceptImproving", "Improvements only.")
        .def(nb::init<bool>(), "equal"_a = false);
    nb::class_<AcceptAlways, AcceptanceRule>(m, "AcceptAlways", "Every candidate.").def(nb::init<>());
    nb::class_<AcceptByCoin, AcceptanceRule>(m, "AcceptByCoin", "With a fixed probability.")
        .def(nb::init<double>(), "probability"_a = 0.5);
    nb::class_<AcceptGuided, AcceptanceRule>(m, "AcceptGuided", "Improving on cost plus penalties.")
        .def(nb::init<>());
    nb::enum_<TemperatureScale>(m, "TemperatureScale", "Unit of a temperature.")
        .value("MEAN_WORSENING", TemperatureScale::MeanWorsening)
        .value("INITIAL_COST", TemperatureScale::InitialCost)
        .value("UNIT", TemperatureScale::Unit)
        .value("ABSOLUTE", TemperatureScale::Absolute);
    nb::enum_<CoolingSchedule>(m, "CoolingSchedule", "Course of the temperature over the budget.")
        .value("GEOMETRIC", CoolingSchedule::Geometric)
        .value("LINEAR", CoolingSchedule::Linear)
        .value("LOGISTIC", CoolingSchedule::Logistic);
    nb::class_<Cycles>(m, "Cycles",
                       "A budget in cycles: the initial runs share a part of it, the others the rest.")
        .def(nb::init<int, int, double>(), "count"_a = 1, "initial_runs"_a = 1, "initial_share"_a = 0.0);
    nb::class_<AcceptByAnnealing, AcceptanceRule>(
        m, "AcceptByAnnealing", "Worse by d with probability exp(-d / T) (Kirkpatrick, 1983).")
        .def(
            "__init__",
            [](AcceptByAnnealing* self, double start, double end, TemperatureScale scale,
               CoolingSchedule schedule, const Cycles& cycles, double reheat) {
                new (self) AcceptByAnnealing(start, end, scale, schedule, {cycles, reheat});
            },
            "start"_a, "end"_a, "scale"_a = TemperatureScale::MeanWorsening,
            "schedule"_a = CoolingSchedule::Geometric, "cycles"_a = Cycles(), "reheat"_a = 0.0)
        .def("level", &AcceptByAnnealing::level, "progress"_a, "Temperature in units of the scale.");
    nb::class_<AcceptLate, AcceptanceRule>(m, "AcceptLate", "Late acceptance (Burke and Bykov, 2017).")
        .def(nb::init<int>(), "length"_a);
}

void bind_selection(nb::module_& m) {
    nb::class_<SelectionRule>(m, "SelectionRule", "Second intervention point: which action comes next?");
    nb::class_<SelectFixed, SelectionRule>(m, "SelectFixed", "Always the same action.")
        .def(nb::init<Action>(), "action"_a);
    nb::class_<SelectUniform, SelectionRule>(m, "SelectUniform", "Uniformly at random.")
        .def(nb::init<std::vector<Action>>(), "actions"_a);
    nb::class_<SelectInOrder, SelectionRule>(m, "SelectInOrder",
                                             "Variable neighbourhoods (Mladenovic, 1997).")
        .def(nb::init<std::vector<Action>, int>(), "actions"_a, "patience"_a = 1);
    nb::enum_<SelectByBandit::Exploration>(m, "Exploration", "How a bandit explores.")
        .value("EPSILON_GREEDY", SelectByBandit::Exploration::EpsilonGreedy)
        .value("UCB", SelectByBandit::Exploration::Ucb);
    nb::class_<SelectByBandit, SelectionRule>(m, "SelectByBandit", "Online bandit over the actions.")
        .def(nb::init<std::vector<Action>, SelectByBandit::Exploration, double, double>(), "actions"_a,
             "exploration"_a, "amount"_a, "forgetting"_a);
    nb::class_<SelectByRoulette, SelectionRule>(
        m, "SelectByRoulette", "Roulette wheel with adaptive weights (Ropke and Pisinger, 2006).")
        .def(
            "__init__",
            [](SelectByRoulette* self, std::vector<Action> actions, double new_best, double better,
               double accepted, int segment, double reaction) {
                new (self)
                    SelectByRoulette(std::move(actions), {new_best, better, accepted}, segment, reaction);
            },
            "actions"_a, "new_best"_a, "better"_a, "accepted"_a, "segment"_a, "reaction"_a);
}

void bind_perturbation(nb::module_& m) {
    nb::class_<PerturbationRule>(m, "PerturbationRule", "Third intervention point: is it time to leave?");
    nb::class_<PerturbNever, PerturbationRule>(m, "PerturbNever", "Never.").def(nb::init<>());
    nb::enum_<PerturbAfter::Counting>(m, "Counting", "Which kind of success starts the patience anew.")
        .value("IMPROVEMENT", PerturbAfter::Counting::Improvement)
        .value("NEW_BEST", PerturbAfter::Counting::NewBest)
        .value("PHASE_BEST", PerturbAfter::Counting::PhaseBest);
    nb::class_<PerturbAfter, PerturbationRule>(m, "PerturbAfter", "After so many steps without success.")
        .def(nb::init<std::int64_t, PerturbAfter::Counting, Action, int>(), "patience"_a, "counting"_a,
             "action"_a, "strength_spread"_a = 0);
    nb::class_<RelinkAfter, PerturbationRule>(m, "RelinkAfter", "Phases that start between elite solutions.")
        .def(nb::init<std::int64_t, Action, int>(), "patience"_a, "action"_a, "elites"_a = 0);
    nb::class_<PerturbEachCycle, PerturbationRule>(m, "PerturbEachCycle",
                                                   "At the start of every cycle but the first.")
        .def(nb::init<const Cycles&, Action>(), "cycles"_a, "action"_a);
    nb::class_<PenaliseAfter, PerturbationRule>(m, "PenaliseAfter", "Raise penalties at local optima.")
        .def(nb::init<int, Action>(), "patience"_a, "first"_a);
}

}  // namespace

void bind_rules(nb::module_& m) {
    bind_acceptance(m);
    bind_selection(m);
    bind_perturbation(m);
    nb::class_<ComposedController, Controller>(
        m, "ComposedController", "A classical controller: one rule for each intervention point.")
        .def(nb::init<std::shared_ptr<AcceptanceRule>, std::shared_ptr<SelectionRule>,
                      std::shared_ptr<PerturbationRule>>(),
             "acceptance"_a, "selection"_a, "perturbation"_a);
}
