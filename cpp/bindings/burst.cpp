// Bindings of the controller that asks small networks at the end of every burst.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "search/burst_controller.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;

void bind_burst(nb::module_& m) {
    nb::class_<BurstSettings>(m, "BurstSettings", "The classical search whose dials are turned.")
        .def(nb::init<>())
        .def_rw("operators", &BurstSettings::operators, "The first is applied unless another is preferred.")
        .def_rw("perturbations", &BurstSettings::perturbations, "The same; strength 0: as the budget feeds.")
        .def_rw("patience", &BurstSettings::patience,
                "Steps without a new best of the phase before a perturbation.")
        .def_rw("length", &BurstSettings::length, "Steps of a burst.");

    nb::class_<BurstController, Controller>(m, "BurstController",
                                            "Networks that turn the dials of a search between bursts.")
        .def(
            "__init__",
            [](BurstController* self, std::shared_ptr<Workspace> workspace,
               std::shared_ptr<AcceptanceRule> acceptance, const BurstSettings& settings,
               const std::vector<std::shared_ptr<PerceptronWeights>>& networks) {
                new (self) BurstController(std::move(workspace), std::move(acceptance), settings,
                                           {networks.begin(), networks.end()});
            },
            "workspace"_a, "acceptance"_a, "settings"_a, "networks"_a)
        .def_prop_ro_static("feature_names", [](nb::handle) { return BurstController::feature_names(); })
        .def_static("answer_names", &BurstController::answer_names, "operators"_a, "perturbations"_a)
        .def_prop_ro("features", &BurstController::features, "What was seen when it was last asked.")
        .def_prop_ro("answers", &BurstController::answers, "What was answered then.");
}
