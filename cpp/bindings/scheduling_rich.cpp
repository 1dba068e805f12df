// Bindings of cpp/scheduling/rich.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "scheduling/rich/infeasible.h"
#include "scheduling/rich/permutation.h"
#include "scheduling/rich/workspace.h"
#include "search/environment.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;
using namespace neurols::scheduling::rich;

namespace {

void check_sequences(const Instance& instance, const std::vector<std::vector<Op>>& sequences) {
    if (sequences.empty()) return;
    std::vector<bool> seen(static_cast<std::size_t>(instance.operations()), false);
    std::size_t count = 0;
    if (sequences.size() != static_cast<std::size_t>(instance.machines()))
        throw std::invalid_argument("the initial solution does not have one sequence a machine");
    for (std::size_t m = 0; m < sequences.size(); ++m) {
        for (const Op op : sequences[m]) {
            if (op < 0 || op >= instance.operations() || seen[static_cast<std::size_t>(op)] ||
                instance.duration_on(op, static_cast<std::int32_t>(m)) < 0)
                throw std::invalid_argument(
                    "the initial solution does not run every operation in a mode of its own");
            seen[static_cast<std::size_t>(op)] = true;
            ++count;
        }
    }
    if (count != seen.size()) throw std::invalid_argument("the initial solution lacks operations");
    if (!Schedule(instance).assign_sequences(sequences))
        throw std::invalid_argument("the machine sequences of the initial solution form a cycle");
}

std::vector<std::vector<Op>> sequences_of(const Schedule& schedule) {
    std::vector<std::vector<Op>> machines(static_cast<std::size_t>(schedule.instance().machines()));
    for (const Op op : schedule.order()) {
        if (schedule.machine(op) >= 0) machines[static_cast<std::size_t>(schedule.machine(op))].push_back(op);
    }
    return machines;
}

// Every operation's machine, start and end.
nb::tuple times_of(const Schedule& schedule) {
    std::vector<Time> start, end;
    std::vector<std::int32_t> machine;
    for (Op op = 0; op < schedule.instance().operations(); ++op) {
        machine.push_back(schedule.machine(op));
        start.push_back(schedule.start(op));
        end.push_back(schedule.end(op));
    }
    return nb::make_tuple(machine, start, end);
}

Schedule best_of(const RichWorkspace& workspace) {
    Schedule best(workspace.instance());
    best.assign(workspace.best());
    return best;
}

Schedule schedule_of(const Instance& instance, const Plan& plan) {
    Schedule schedule(instance);
    schedule.assign(plan);
    return schedule;
}

std::unique_ptr<Environment> environment(std::vector<std::shared_ptr<Instance>> instances,
                                         const WorkspaceSettings& workspace,
                                         const EnvironmentSettings& settings, std::int32_t count,
                                         int threads) {
    const auto pool = static_cast<std::int32_t>(instances.size());
    auto make = [instances = std::move(instances), workspace](std::int32_t i) -> std::shared_ptr<Workspace> {
        const auto& instance = instances[static_cast<std::size_t>(i)];
        if (instance->permutation()) return std::make_shared<PermutationWorkspace>(instance, workspace);
        return std::make_shared<RichWorkspace>(instance, workspace);
    };
    return std::make_unique<Environment>(pool, std::move(make), settings, count, threads);
}

void translate_infeasible(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const NoFeasibleSchedule& error) {
        const nb::object kind = nb::module_::import_("neurols.errors").attr("InputError");
        PyErr_SetString(kind.ptr(), error.what());
    }
}

}  // namespace

void bind_scheduling_rich(nb::module_& m) {
    nb::register_exception_translator(translate_infeasible);

    nb::class_<ObjectiveWeights>(m, "RichObjective", "Weights of the terms of the cost.")
        .def(nb::init<>())
        .def_rw("makespan", &ObjectiveWeights::makespan)
        .def_rw("total_tardiness", &ObjectiveWeights::total_tardiness)
        .def_rw("weighted_tardiness", &ObjectiveWeights::weighted_tardiness)
        .def_rw("total_completion", &ObjectiveWeights::total_completion)
        .def_rw("weighted_completion", &ObjectiveWeights::weighted_completion)
        .def_rw("flow_time", &ObjectiveWeights::flow_time)
        .def_rw("weighted_flow_time", &ObjectiveWeights::weighted_flow_time)
        .def_rw("max_lateness", &ObjectiveWeights::max_lateness)
        .def_rw("late_jobs", &ObjectiveWeights::late_jobs)
        .def_rw("weighted_late_jobs", &ObjectiveWeights::weighted_late_jobs)
        .def_rw("setup_time", &ObjectiveWeights::setup_time);

    nb::class_<InstanceData>(m, "RichSchedulingData", "A rich scheduling instance as flat arrays.")
        .def(nb::init<>())
        .def_rw("families", &InstanceData::families)
        .def_rw("permutation", &InstanceData::permutation)
        .def_rw("job", &InstanceData::job)
        .def_rw("family", &InstanceData::family)
        .def_rw("release", &InstanceData::release)
        .def_rw("may_pause", &InstanceData::may_pause)
        .def_rw("mode_first", &InstanceData::mode_first)
        .def_rw("mode_machine", &InstanceData::mode_machine)
        .def_rw("mode_duration", &InstanceData::mode_duration)
        .def_rw("before", &InstanceData::before)
        .def_rw("after", &InstanceData::after)
        .def_rw("min_lag", &InstanceData::min_lag)
        .def_rw("max_lag", &InstanceData::max_lag)
        .def_rw("available_from", &InstanceData::available_from)
        .def_rw("initial_family", &InstanceData::initial_family)
        .def_rw("blocking", &InstanceData::blocking)
        .def_rw("setup_during_breaks", &InstanceData::setup_during_breaks)
        .def_rw("break_first", &InstanceData::break_first)
        .def_rw("break_start", &InstanceData::break_start)
        .def_rw("break_end", &InstanceData::break_end)
        .def_rw("has_setups", &InstanceData::has_setups)
        .def_rw("setup_times", &InstanceData::setup_times)
        .def_rw("due_date", &InstanceData::due_date)
        .def_rw("deadline", &InstanceData::deadline)
        .def_rw("job_release", &InstanceData::job_release)
        .def_rw("job_weight", &InstanceData::job_weight)
        .def_rw("job_name", &InstanceData::job_name)
        .def_rw("objective", &InstanceData::objective);
    m.attr("RICH_NEVER") = InstanceData::kNever;

    nb::class_<Instance>(m, "RichSchedulingInstance", "Immutable data of rich scheduling.")
        .def(nb::init<const InstanceData&>(), "data"_a)
        .def_prop_ro("operations", &Instance::operations)
        .def_prop_ro("lower_bound", &Instance::lower_bound);

    nb::class_<Move>(m, "RichSchedulingMove", "A move of an operator, with its estimated cost.")
        .def_ro("operation", &Move::op)
        .def_ro("machine", &Move::machine)
        .def_ro("after", &Move::after)
        .def_ro("second", &Move::second)
        .def_ro("second_after", &Move::second_after)
        .def_ro("estimate", &Move::estimate);

    nb::class_<RichWorkspace, Workspace>(m, "RichSchedulingWorkspace",
                                         "Rich scheduling as the search sees it.")
        .def(
            "__init__",
            [](RichWorkspace* self, std::shared_ptr<Instance> instance, const WorkspaceSettings& settings,
               std::vector<std::vector<Op>> initial) {
                check_sequences(*instance, initial);
                new (self) RichWorkspace(std::move(instance), settings, std::move(initial));
            },
            "instance"_a, "settings"_a, "initial"_a = std::vector<std::vector<Op>>{})
        .def_prop_ro_static("operator_names", [](nb::handle) { return RichWorkspace::operator_names(); })
        .def_prop_ro_static("perturbation_names",
                            [](nb::handle) { return RichWorkspace::perturbation_names(); })
        .def(
            "best_sequences", [](const RichWorkspace& self) { return sequences_of(best_of(self)); },
            "Operations of the best solution in the order of each machine.")
        .def(
            "best_times", [](const RichWorkspace& self) { return times_of(best_of(self)); },
            nb::sig("def best_times(self) -> tuple[list[int], list[int], list[int]]"),
            "Machine, start and end of every operation of the best solution.")
        .def(
            "sequences", [](const RichWorkspace& self) { return sequences_of(self.schedule()); },
            "Operations of the working solution in the order of each machine.")
        .def(
            "times", [](const RichWorkspace& self) { return times_of(self.schedule()); },
            nb::sig("def times(self) -> tuple[list[int], list[int], list[int]]"),
            "Machine, start and end of every operation of the working solution.")
        .def(
            "moves", [](RichWorkspace& self, int op, Rng& rng) { return self.moves(op, rng); }, "op"_a,
            "rng"_a, "The moves that an operator lists from the current solution.");

    nb::class_<PermutationWorkspace, Workspace>(m, "PermutationShopWorkspace",
                                                "Permutation shops as the search sees them.")
        .def(
            "__init__",
            [](PermutationWorkspace* self, std::shared_ptr<Instance> instance,
               const WorkspaceSettings& settings, std::vector<std::vector<Op>> initial) {
                check_sequences(*instance, initial);
                new (self) PermutationWorkspace(std::move(instance), settings, std::move(initial));
            },
            "instance"_a, "settings"_a, "initial"_a = std::vector<std::vector<Op>>{})
        .def_prop_ro_static("operator_names",
                            [](nb::handle) { return PermutationWorkspace::operator_names(); })
        .def_prop_ro_static("perturbation_names",
                            [](nb::handle) { return PermutationWorkspace::perturbation_names(); })
        .def_prop_ro_static("construction_names",
                            [](nb::handle) { return PermutationWorkspace::construction_names(); })
        .def_prop_ro("order", &PermutationWorkspace::order, "Jobs of the working solution in their order.")
        .def(
            "best_sequences",
            [](PermutationWorkspace& self) {
                return sequences_of(schedule_of(self.instance(), self.best_plan()));
            },
            "Operations of the best solution in the order of each machine.")
        .def(
            "best_times",
            [](PermutationWorkspace& self) {
                return times_of(schedule_of(self.instance(), self.best_plan()));
            },
            nb::sig("def best_times(self) -> tuple[list[int], list[int], list[int]]"),
            "Machine, start and end of every operation of the best solution.");

    m.def("rich_scheduling_environment", &environment, "instances"_a, "workspace"_a, "settings"_a, "count"_a,
          "threads"_a, "An environment over rich scheduling instances of one size.");
    m.def("rich_scheduling_constructions", &construction_names,
          "Names of the constructions, the default first.");
}
