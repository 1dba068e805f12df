// Bindings of cpp/scheduling.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "scheduling/construction.h"
#include "scheduling/workspace.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;
using namespace neurols::scheduling;

namespace {

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> view(const Vector<T>& array) {
    return {array.data(), array.shape(0)};
}

// Flat machine sequences as one list of operations per machine.
std::vector<std::vector<Op>> by_machine(const Instance& instance, const std::vector<Op>& flat) {
    std::vector<std::vector<Op>> machines;
    for (std::int32_t m = 0; m < instance.machines(); ++m) {
        machines.emplace_back(flat.begin() + instance.machine_begin(m),
                              flat.begin() + instance.machine_end(m));
    }
    return machines;
}

std::vector<Op> flatten(const Instance& instance, const std::vector<std::vector<Op>>& machines) {
    std::vector<Op> flat;
    for (const auto& sequence : machines) flat.insert(flat.end(), sequence.begin(), sequence.end());
    if (!flat.empty() && !Schedule(instance).assign_sequences(flat)) {
        throw std::invalid_argument("the machine sequences of the initial solution form a cycle");
    }
    return flat;
}

}  // namespace

void bind_jobshop(nb::module_& m) {
    nb::class_<Instance>(m, "JobShopInstance",
                         "Immutable data of a job shop; operations numbered job by job.")
        .def(
            "__init__",
            [](Instance* self, Vector<std::int64_t> job_first, Vector<std::int32_t> machine,
               Vector<std::int64_t> duration, std::int32_t machines) {
                new (self) Instance(view(job_first), view(machine), view(duration), machines);
            },
            "job_first"_a, "machine"_a, "duration"_a, "machines"_a)
        .def_prop_ro("operations", &Instance::operations)
        .def_prop_ro("lower_bound", &Instance::lower_bound);

    nb::class_<Move>(m, "JobShopMove", "A move of an operator, with its estimated makespan.")
        .def_prop_ro("places",
                     [](const Move& move) {
                         return std::vector<std::int32_t>{move.from, move.to, move.second_from,
                                                          move.second_to};
                     })
        .def_ro("estimate", &Move::estimate)
        .def_ro("rank", &Move::rank, "By the learned ranking, where there is one.");

    nb::class_<JobShopSettings, WorkspaceSettings>(m, "JobShopSettings",
                                                   "Settings that only the job shop has.")
        .def(nb::init<>())
        .def(nb::init_implicit<const WorkspaceSettings&>(), "common"_a)
        .def_rw("ranked_steps", &JobShopSettings::ranked_steps,
                "Steps per operation, the first ones, whose moves are ranked; 0: all.")
        .def_rw("dispatching", &JobShopSettings::dispatching, nb::arg().none(),
                "How the first schedule is dispatched, learned; none: by the construction.");

    nb::class_<JobShopWorkspace, Workspace>(m, "JobShopWorkspace", "The job shop as the search sees it.")
        .def(
            "__init__",
            [](JobShopWorkspace* self, std::shared_ptr<Instance> instance, const JobShopSettings& settings,
               const std::vector<std::vector<Op>>& initial) {
                auto flat = flatten(*instance, initial);
                new (self) JobShopWorkspace(std::move(instance), settings, std::move(flat));
            },
            "instance"_a, "settings"_a, "initial"_a = std::vector<std::vector<Op>>{})
        .def_prop_ro_static("operator_names", [](nb::handle) { return JobShopWorkspace::operator_names(); })
        .def_prop_ro_static("perturbation_names",
                            [](nb::handle) { return JobShopWorkspace::perturbation_names(); })
        .def(
            "best_sequences",
            [](const JobShopWorkspace& self) {
                return by_machine(self.schedule().instance(), self.best_sequences());
            },
            "Operations of the best solution in the order of each machine.")
        .def(
            "sequences",
            [](const JobShopWorkspace& self) {
                const auto flat = self.schedule().sequences();
                return by_machine(self.schedule().instance(), {flat.begin(), flat.end()});
            },
            "Operations of the working solution in the order of each machine.")
        .def(
            "heads",
            [](const JobShopWorkspace& self) {
                std::vector<Time> heads;
                for (Op op = 0; op < self.schedule().instance().operations(); ++op) {
                    heads.push_back(self.schedule().head(op));
                }
                return heads;
            },
            "Start of every operation of the working solution.")
        .def(
            "tails",
            [](const JobShopWorkspace& self) {
                std::vector<Time> tails;
                for (Op op = 0; op < self.schedule().instance().operations(); ++op) {
                    tails.push_back(self.schedule().tail(op));
                }
                return tails;
            },
            "Longest path from the start of every operation to the end; only valid with nothing pending.")
        .def(
            "moves", [](JobShopWorkspace& self, int op, Rng& rng) { return self.moves(op, rng); }, "op"_a,
            "rng"_a, "The moves that an operator lists from the current solution.");

    m.def("move_features", &MoveRanking::move_feature_names, "What a learned ranking sees of a move.");
    m.def("move_state_features", &MoveRanking::state_feature_names,
          "What a learned ranking of moves sees of the search.");
    m.def("dispatch_features", &DispatchRanking::feature_names,
          "What a learned dispatching rule sees of a waiting operation.");
    m.def("jobshop_constructions", &construction_names, "Names of the constructions, the default first.");
}
