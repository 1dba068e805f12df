// Bindings of cpp/routing.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "routing/fleet.h"
#include "routing/tour/workspace.h"
#include "routing/workspace.h"
#include "search/environment.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;
using namespace neurols::routing;

namespace {

template <class T>
using Table = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

InstanceData instance_data(const std::optional<Table<double>>& coordinates,
                           const std::optional<Table<double>>& matrix, const std::string& metric,
                           const Vector<std::int64_t>& demands, std::int64_t capacity, int vehicles,
                           double max_distance) {
    InstanceData data;
    data.metric = metric_from_name(metric);
    data.demands.assign(demands.data(), demands.data() + demands.shape(0));
    data.capacity = capacity;
    data.vehicles = vehicles;
    data.max_distance = max_distance;
    if (coordinates) {
        if (coordinates->shape(1) != 2) throw std::invalid_argument("coordinates need two columns");
        for (std::size_t i = 0; i < coordinates->shape(0); ++i) {
            data.x.push_back((*coordinates)(i, 0));
            data.y.push_back((*coordinates)(i, 1));
        }
    }
    if (matrix) data.matrix.assign(matrix->data(), matrix->data() + matrix->size());
    return data;
}

std::shared_ptr<Instance> tiny_instance() {
    InstanceData data;
    data.x = {0, 1};
    data.y = {0, 0};
    data.demands = {0, 1};
    data.capacity = 1;
    return std::make_shared<Instance>(std::move(data));
}

// The menu is the same for every instance; any workspace can tell it.
const RoutingWorkspace& sample() {
    static const RoutingWorkspace workspace(tiny_instance());
    return workspace;
}

std::unique_ptr<Environment> routing_environment(std::vector<std::shared_ptr<Instance>> instances,
                                                 const RoutingSettings& workspace,
                                                 const EnvironmentSettings& settings, std::int32_t count,
                                                 int threads) {
    const auto pool = static_cast<std::int32_t>(instances.size());
    auto make = [instances = std::move(instances), workspace](std::int32_t i) -> std::shared_ptr<Workspace> {
        return std::make_shared<RoutingWorkspace>(instances[static_cast<std::size_t>(i)], workspace);
    };
    return std::make_unique<Environment>(pool, std::move(make), settings, count, threads);
}

// A fleet that is too small is the user's to mend, and an interruption is one.
void translate_fleet(const std::exception_ptr& thrown, void*) {
    try {
        std::rethrow_exception(thrown);
    } catch (const FleetTooSmall& error) {
        if (error.reason() == FleetTooSmall::Reason::Interrupted) {
            PyErr_SetString(PyExc_KeyboardInterrupt, error.what());
        } else {
            const nb::object kind = nb::module_::import_("neurols.errors").attr("InputError");
            PyErr_SetString(kind.ptr(), error.what());
        }
    }
}

}  // namespace

void bind_routing(nb::module_& m) {
    nb::register_exception_translator(translate_fleet);
    nb::class_<Instance>(m, "RoutingInstance", "Immutable routing data; node 0 is the depot.")
        .def(
            "__init__",
            [](Instance* self, std::optional<Table<double>> coordinates, std::optional<Table<double>> matrix,
               const std::string& metric, Vector<std::int64_t> demands, std::int64_t capacity, int vehicles,
               double max_distance) {
                auto data =
                    instance_data(coordinates, matrix, metric, demands, capacity, vehicles, max_distance);
                const nb::gil_scoped_release unlocked;
                new (self) Instance(std::move(data));
            },
            "coordinates"_a.none(), "matrix"_a.none(), "metric"_a, "demands"_a, "capacity"_a,
            "vehicles"_a = 0, "max_distance"_a = std::numeric_limits<double>::infinity(),
            "vehicles=0 and max_distance=inf are no limits.")
        .def_prop_ro("nodes", &Instance::nodes)
        .def(
            "distance",
            [](const Instance& self, Node a, Node b) { return self.to_cost(self.distance(a, b)); }, "a"_a,
            "b"_a);

    nb::class_<RuinSettings>(m, "RuinSettings", "String removal.")
        .def(nb::init<>())
        .def_rw("mean_removed", &RuinSettings::mean_removed)
        .def_rw("longest_string", &RuinSettings::longest_string)
        .def_rw("split_rate", &RuinSettings::split_rate)
        .def_rw("split_deepen", &RuinSettings::split_deepen);
    nb::class_<RecreateSettings>(m, "RecreateSettings", "Greedy insertion with blinks.")
        .def(nb::init<>())
        .def_rw("blink", &RecreateSettings::blink)
        .def_rw("look_around", &RecreateSettings::look_around)
        .def_rw("long_route", &RecreateSettings::long_route);
    nb::class_<RoutingSettings, WorkspaceSettings>(m, "RoutingSettings", "Settings that only routing has.")
        .def(nb::init<>())
        .def(nb::init_implicit<const WorkspaceSettings&>(), "common"_a)
        .def_rw("insertion", &RoutingSettings::insertion, nb::arg().none(),
                "How customers return after a ruin, learned; none: as in the paper.")
        .def_rw("neighbours", &RoutingSettings::neighbours)
        .def_rw("ruin", &RoutingSettings::ruin)
        .def_rw("recreate", &RoutingSettings::recreate);

    nb::class_<RoutingWorkspace, Workspace>(m, "RoutingWorkspace", "Routing as the search sees it.")
        .def(
            "__init__",
            [](RoutingWorkspace* self, std::shared_ptr<Instance> instance, const RoutingSettings& settings,
               std::optional<RouteLists> initial) {
                const nb::gil_scoped_release unlocked;
                new (self) RoutingWorkspace(std::move(instance), settings, std::move(initial));
            },
            "instance"_a, "settings"_a, "initial"_a = nb::none())
        .def_prop_ro_static("operator_names", [](nb::handle) { return sample().operators(); })
        .def_prop_ro_static("perturbation_names", [](nb::handle) { return sample().perturbations(); })
        .def("routes", &RoutingWorkspace::routes, "Routes of the working solution.")
        .def("best_routes", &RoutingWorkspace::best_routes, "Routes of the best solution.")
        .def("ruined_order", &RoutingWorkspace::ruined_order, "strength"_a, "rng"_a,
             "Customers of a ruin in the order in which they would return; for tests and studies.")
        .def("check_consistency", &RoutingWorkspace::check_consistency,
             "Recompute all that is kept incrementally; raises on a disagreement.");

    nb::class_<TourWorkspace, Workspace>(m, "TourWorkspace", "A symmetric tour as the search sees it.")
        .def(
            "__init__",
            [](TourWorkspace* self, std::shared_ptr<Instance> instance, const RoutingSettings& settings,
               std::optional<RouteLists> initial) {
                const nb::gil_scoped_release unlocked;
                new (self) TourWorkspace(std::move(instance), settings, std::move(initial));
            },
            "instance"_a, "settings"_a, "initial"_a = nb::none())
        .def_prop_ro_static("perturbation_names",
                            [](nb::handle) { return TourWorkspace(tiny_instance()).perturbations(); })
        .def("routes", &TourWorkspace::routes, "The route of the working solution.")
        .def("best_routes", &TourWorkspace::best_routes, "The route of the best solution.")
        .def("check_consistency", &TourWorkspace::check_consistency,
             "Recompute all that is kept incrementally; raises on a disagreement.");

    m.def(
        "routing_constructions",
        [] {
            return std::vector<std::string>{"savings", "random-savings", "sweep", "nearest-neighbour",
                                            "random"};
        },
        "Names of the constructions, the default first.");
    m.def("ruin_features", &RuinRanking::ruin_feature_names, "What a learned ranking sees of a ruin.");
    m.def("ruin_state_features", &RuinRanking::state_feature_names,
          "What a learned ranking of ruins sees of the search.");
    m.def("insertion_features", &InsertionRule::feature_names,
          "What a learned rule of insertion sees of a ruined customer and of a place for it.");
    m.def("routing_environment", &routing_environment, "instances"_a, "workspace"_a, "settings"_a, "count"_a,
          "threads"_a, "An environment over routing instances of one size.");
}
