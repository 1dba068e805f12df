// Bindings of the environments of learned control, and of policies as controllers.
#include "search/environment.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/python_adapters.h"
#include "scheduling/workspace.h"
#include "search/policy_controller.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// An array that Python owns and keeps alive; None is for parts that are not asked for.
template <class T>
T* data(const std::optional<Array<T>>& array) {
    return array ? array->data() : nullptr;
}

std::unique_ptr<Environment> jobshop_environment(std::vector<std::shared_ptr<scheduling::Instance>> instances,
                                                 const scheduling::JobShopSettings& workspace,
                                                 const EnvironmentSettings& settings, std::int32_t count,
                                                 int threads) {
    const auto pool = static_cast<std::int32_t>(instances.size());
    auto make = [instances = std::move(instances), workspace](std::int32_t i) -> std::shared_ptr<Workspace> {
        return std::make_shared<scheduling::JobShopWorkspace>(instances[static_cast<std::size_t>(i)],
                                                              workspace);
    };
    return std::make_unique<Environment>(pool, std::move(make), settings, count, threads);
}

// Searches over any problem: `new_workspace` makes a workspace on the instance of that number.
std::unique_ptr<Environment> any_environment(std::int32_t pool, nb::object new_workspace,
                                             const EnvironmentSettings& settings, std::int32_t count,
                                             int threads) {
    auto make = [python = std::make_shared<PythonReference>(std::move(new_workspace))](
                    std::int32_t i) -> std::shared_ptr<Workspace> {
        const nb::gil_scoped_acquire lock;
        return nb::cast<std::shared_ptr<Workspace>>(nb::object(python->get()(i)));
    };
    return std::make_unique<Environment>(pool, std::move(make), settings, count, threads);
}

// A policy that a Python object decides for; the object stays in reach, to be asked what it thought.
class PythonPolicyController : public PolicyController {
public:
    PythonPolicyController(std::shared_ptr<Workspace> workspace, std::vector<Decision> decisions,
                           const ObservationBuffers& to, double steps, bool run_through,
                           std::shared_ptr<PythonReference> choose)
        : PolicyController(std::move(workspace), std::move(decisions), to, steps, run_through,
                           [choose](bool first, double chance) {
                               const nb::gil_scoped_acquire lock;
                               return nb::cast<int>(choose->get()(first, chance));
                           }),
          choose_(std::move(choose)) {}

    nb::object choose() const { return choose_->get(); }

private:
    std::shared_ptr<PythonReference> choose_;
};

}  // namespace

void bind_environment(nb::module_& m) {
    m.attr("FEATURE_VERSION") = kFeatureVersion;

    nb::class_<FeatureShape>(m, "FeatureShape", "Sizes of the graph that a policy network sees.")
        .def_ro("nodes", &FeatureShape::nodes)
        .def_ro("groups", &FeatureShape::groups)
        .def_ro("static_features", &FeatureShape::static_features)
        .def_ro("dynamic_features", &FeatureShape::dynamic_features)
        .def_ro("static_neighbours", &FeatureShape::static_neighbours);

    nb::class_<ObservationBuffers>(m, "ObservationBuffers", "Arrays that observations are written into.")
        .def(
            "__init__",
            [](ObservationBuffers* self, Array<float> scalars, std::optional<Array<float>> static_nodes,
               std::optional<Array<std::int32_t>> static_neighbours,
               std::optional<Array<float>> static_weights, std::optional<Array<float>> dynamic_nodes,
               std::optional<Array<std::int32_t>> dynamic_neighbours,
               std::optional<Array<float>> dynamic_weights, std::optional<Array<std::int32_t>> group) {
                new (self)
                    ObservationBuffers{scalars.data(),        data(static_nodes),  data(static_neighbours),
                                       data(static_weights),  data(dynamic_nodes), data(dynamic_neighbours),
                                       data(dynamic_weights), data(group)};
            },
            "scalars"_a, "static_nodes"_a = nb::none(), "static_neighbours"_a = nb::none(),
            "static_weights"_a = nb::none(), "dynamic_nodes"_a = nb::none(),
            "dynamic_neighbours"_a = nb::none(), "dynamic_weights"_a = nb::none(), "group"_a = nb::none());

    nb::enum_<Reward>(m, "Reward", "What a decision earns, as a share of the initial cost.")
        .value("BEST", Reward::Best, "How much it lowered the best cost.")
        .value("CURRENT", Reward::Current, "How much it lowered the current cost.")
        .value("FINAL", Reward::Final, "Nothing until the end, then how far the best cost fell.");

    nb::class_<EnvironmentSettings>(m, "EnvironmentSettings", "Settings of the decision process.")
        .def(nb::init<>())
        .def_rw("decisions", &EnvironmentSettings::decisions, "What the numbers of the action space mean.")
        .def_rw("reward", &EnvironmentSettings::reward)
        .def_rw("search", &EnvironmentSettings::search)
        .def_rw("min_steps", &EnvironmentSettings::min_steps)
        .def_rw("max_steps", &EnvironmentSettings::max_steps)
        .def_rw("in_order", &EnvironmentSettings::in_order)
        .def_rw("run_through_improvements", &EnvironmentSettings::run_through_improvements)
        .def_rw("begin_at_once", &EnvironmentSettings::begin_at_once,
                "Begin anew in the step that ends an episode, not in the one after it.");

    nb::class_<Environment>(m, "Environment", "Many searches stepped side by side by decisions from outside.")
        .def_prop_ro("count", &Environment::count)
        .def_prop_ro("shape", &Environment::shape)
        .def_prop_ro("scalars", &Environment::scalars)
        .def("scalar_names", &Environment::scalar_names)
        .def("attach", &Environment::attach, "buffers"_a, "The arrays must outlive the environment.")
        .def("reset", &Environment::reset, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "step",
            [](Environment& self,
               nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> actions,
               nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu> rewards,
               nb::ndarray<bool, nb::ndim<1>, nb::c_contig, nb::device::cpu> ends) {
                const std::span<const std::int64_t> chosen(actions.data(), actions.shape(0));
                const nb::gil_scoped_release unlocked;
                self.step(chosen, rewards.data(), ends.data());
            },
            "actions"_a, "rewards"_a, "ends"_a)
        .def(
            "last_episode",
            [](const Environment& self, std::int32_t search) {
                const Environment::Episode& episode = self.last_episode(search);
                return nb::make_tuple(episode.finished, episode.instance, episode.initial, episode.best);
            },
            "search"_a, nb::sig("def last_episode(self, search: int) -> tuple[int, int, float, float]"),
            "Of a search: episodes finished, instance, initial and best cost of the last one.")
        .def("observation", &Environment::observation, "search"_a, nb::rv_policy::copy,
             "What the running episode of a search stands at.")
        .def("instance", &Environment::instance, "search"_a, "Number of its instance in the pool.");

    m.def("environment", &any_environment, "pool"_a, "new_workspace"_a, "settings"_a, "count"_a, "threads"_a,
          "An environment over any problem; new_workspace(i) makes a workspace on its instance i.");
    m.def("jobshop_environment", &jobshop_environment, "instances"_a, "workspace"_a, "settings"_a, "count"_a,
          "threads"_a, "An environment over job shops of one size.");

    nb::class_<PythonPolicyController, Controller>(
        m, "PolicyController", "A policy as a controller: sees the arrays, returns a decision's number.")
        .def(
            "__init__",
            [](PythonPolicyController* self, std::shared_ptr<Workspace> workspace,
               std::vector<Decision> decisions, const ObservationBuffers& to, double steps, bool run_through,
               nb::object choose) {
                new (self)
                    PythonPolicyController(std::move(workspace), std::move(decisions), to, steps, run_through,
                                           std::make_shared<PythonReference>(std::move(choose)));
            },
            "workspace"_a, "decisions"_a, "buffers"_a, "steps"_a, "run_through_improvements"_a, "choose"_a)
        .def_prop_ro("choose", &PythonPolicyController::choose, "The object that decides.")
        .def_prop_ro("asked_at", &PythonPolicyController::asked_at, "Iterations at which it was asked.")
        .def_static(
            "shape", [](Workspace& workspace) { return Observer(workspace).shape(); }, "workspace"_a)
        .def_static(
            "scalar_names", [](Workspace& workspace) { return Observer::scalar_names(workspace); },
            "workspace"_a);
}
