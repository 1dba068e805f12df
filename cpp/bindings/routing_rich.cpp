// Bindings of cpp/routing/rich.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <stdexcept>

#include "routing/rich/workspace.h"
#include "search/environment.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace neurols;
using namespace neurols::routing::rich;

namespace {

using Table = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using Windows = std::vector<std::pair<Value, Value>>;

// Whole numbers, with a row and a column of zeros more: where open routes end.
Matrix whole_matrix(const Table& table, double scale) {
    const std::size_t count = table.shape(0);
    if (table.shape(1) != count) throw std::invalid_argument("a matrix is not square");
    auto cells = std::make_shared<std::vector<std::int32_t>>((count + 1) * (count + 1), 0);
    bool fits = true;
    {
        const nb::gil_scoped_release unlocked;
        const auto view = table.view<const double, nb::ndim<2>>();
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t b = 0; b < count; ++b) {
                const double value = std::round(view(a, b) * scale);
                fits = fits && value >= 0 && value < 2147483647.0;
                (*cells)[a * (count + 1) + b] = fits ? static_cast<std::int32_t>(value) : 0;
            }
        }
    }
    if (!fits)
        throw std::range_error("a distance or duration is negative, or too large for so many decimals");
    return cells;
}

// No time of day shortens a leg below this.
Matrix fastest_of(const Matrix& durations, const std::vector<Speed>& speeds) {
    Value most = 100;
    for (const Speed& speed : speeds) most = std::max(most, speed.percent);
    if (most == 100) return durations;
    auto cells = std::make_shared<std::vector<std::int32_t>>(*durations);
    for (auto& cell : *cells) cell = static_cast<std::int32_t>(Value{cell} * 100 / most);
    return cells;
}

std::vector<Window> windows_of(const Windows& pairs) {
    std::vector<Window> windows;
    for (const auto& [open, close] : pairs) windows.push_back({open, close});
    return windows;
}

void bind_data(nb::module_& m) {
    nb::class_<InstanceData>(m, "RichRoutingData",
                             "Data of a rich routing problem, in whole numbers, as it is collected.")
        .def(nb::init<>())
        .def_rw("backhaul", &InstanceData::backhaul)
        .def_rw("fewest_vehicles", &InstanceData::fewest_vehicles)
        .def_rw("scale", &InstanceData::scale, "Whole units of money in one of the user's.")
        .def(
            "add_depot",
            [](InstanceData& self, Value opens, Value closes, Value service) {
                self.depots.push_back({{opens, closes}, service});
            },
            "opens"_a, "closes"_a, "service"_a)
        .def(
            "add_client",
            [](InstanceData& self, std::vector<Value> delivery, std::vector<Value> pickup, Value service,
               const Windows& windows, Value late_price, Value release, Value prize, int group, int priority,
               std::vector<int> types) {
                self.clients.push_back({std::move(delivery), std::move(pickup), service, windows_of(windows),
                                        late_price, release, prize, group, priority, std::move(types)});
            },
            "delivery"_a, "pickup"_a, "service"_a, "windows"_a, "late_price"_a, "release"_a, "prize"_a,
            "group"_a, "priority"_a, "types"_a,
            "Negative: no price of lateness, no prize, no group. No types: all; [-1]: none.")
        .def(
            "add_group",
            [](InstanceData& self, std::vector<Node> clients, bool required, Value prize) {
                self.groups.push_back({std::move(clients), required, prize});
            },
            "clients"_a, "required"_a, "prize"_a)
        .def(
            "add_shipment",
            [](InstanceData& self, Node pickup, Node delivery, std::vector<Value> amount,
               Value max_on_board) {
                self.shipments.push_back({pickup, delivery, std::move(amount), max_on_board});
            },
            "pickup"_a, "delivery"_a, "amount"_a, "max_on_board"_a)
        .def(
            "add_profile",
            [](InstanceData& self, const Table& distances, const std::optional<Table>& durations,
               double scale, const Windows& speeds) {
                Profile profile;
                profile.distances = whole_matrix(distances, scale);
                profile.durations = durations ? whole_matrix(*durations, scale) : profile.distances;
                for (const auto& [from, percent] : speeds) profile.speeds.push_back({from, percent});
                profile.fastest = fastest_of(profile.durations, profile.speeds);
                self.profiles.push_back(std::move(profile));
            },
            "distances"_a, "durations"_a.none(), "scale"_a, "speeds"_a,
            "No durations: they are the distances.")
        .def(
            "add_vehicle_type",
            [](InstanceData& self, int number, std::vector<Value> capacity, int start, int end, Value fixed,
               Value unit_distance, Value unit_duration, std::pair<Value, Value> shift, Value max_duration,
               Value max_overtime, Value unit_overtime, Value max_distance, std::vector<int> reload_depots,
               int max_reloads, const std::vector<std::tuple<Value, Value, Value>>& breaks,
               std::vector<Value> initial_load, int profile) {
                VehicleType type{number,
                                 std::move(capacity),
                                 start,
                                 end,
                                 fixed,
                                 unit_distance,
                                 unit_duration,
                                 {shift.first, shift.second},
                                 max_duration,
                                 max_overtime,
                                 unit_overtime,
                                 max_distance,
                                 std::move(reload_depots),
                                 max_reloads,
                                 {},
                                 std::move(initial_load),
                                 profile};
                for (const auto& [earliest, latest, duration] : breaks)
                    type.breaks.push_back({earliest, latest, duration});
                self.types.push_back(std::move(type));
            },
            "number"_a, "capacity"_a, "start"_a, "end"_a, "fixed"_a, "unit_distance"_a, "unit_duration"_a,
            "shift"_a, "max_duration"_a, "max_overtime"_a, "unit_overtime"_a, "max_distance"_a,
            "reload_depots"_a, "max_reloads"_a, "breaks"_a, "initial_load"_a, "profile"_a)
        .def(
            "set_balance",
            [](InstanceData& self, Value price, bool spread) { self.balance = {price, spread}; }, "price"_a,
            "spread"_a)
        .def(
            "set_coordinates",
            [](InstanceData& self, std::vector<double> x, std::vector<double> y) {
                self.x = std::move(x);
                self.y = std::move(y);
            },
            "x"_a, "y"_a);
}

void bind_instance(nb::module_& m) {
    nb::class_<Instance>(m, "RichRoutingInstance", "Immutable data of a rich routing problem.")
        .def(
            "__init__",
            [](Instance* self, const InstanceData& data) {
                InstanceData copy = data;
                const nb::gil_scoped_release unlocked;
                new (self) Instance(std::move(copy));
            },
            "data"_a)
        .def_prop_ro("locations", &Instance::locations)
        .def_prop_ro(
            "vehicle_price", [](const Instance& self) { return self.to_cost(self.vehicle_price()); },
            "What a vehicle adds to the cost of the search, where fewest vehicles come first; else 0.");
    nb::class_<RouteTotals>(m, "RouteTotals", "What a route comes to by the simulator, in whole units.")
        .def_ro("feasible", &RouteTotals::feasible)
        .def_ro("distance", &RouteTotals::distance)
        .def_ro("start", &RouteTotals::start)
        .def_ro("end", &RouteTotals::end)
        .def_ro("late", &RouteTotals::late)
        .def_ro("cost", &RouteTotals::cost);
    m.def(
        "simulate_route",
        [](const Instance& instance, int type, const std::vector<Node>& visits) {
            Simulator simulator(instance);
            return simulator.run(type, visits);
        },
        "instance"_a, "type"_a, "visits"_a, "One route walked by the exact rules; for tests and studies.");
}

std::optional<Lists> lists_of(std::optional<std::vector<std::vector<Node>>> routes, std::vector<int> types) {
    if (!routes) return std::nullopt;
    if (routes->size() != types.size())
        throw std::invalid_argument("initial routes need a vehicle type each");
    return Lists{std::move(*routes), std::move(types)};
}

std::vector<Node> best_absent(const RichWorkspace& self) {
    std::vector<std::uint8_t> served(static_cast<std::size_t>(self.instance().tasks()), 0);
    for (const auto& route : self.best_routes().routes) {
        for (const Node v : route) {
            if (!self.instance().is_depot(v))
                served[static_cast<std::size_t>(self.instance().task_of(v))] = 1;
        }
    }
    std::vector<Node> absent;
    for (int t = 0; t < self.instance().tasks(); ++t) {
        const Task& task = self.instance().task(t);
        if (served[static_cast<std::size_t>(t)] || !task.required) continue;
        absent.push_back(task.first);
        if (task.second != kAbsent) absent.push_back(task.second);
    }
    return absent;
}

void bind_workspace(nb::module_& m) {
    nb::class_<RuinSettings>(m, "RichRuinSettings", "String removal.")
        .def(nb::init<>())
        .def_rw("mean_removed", &RuinSettings::mean_removed)
        .def_rw("longest_string", &RuinSettings::longest_string)
        .def_rw("split_rate", &RuinSettings::split_rate)
        .def_rw("split_deepen", &RuinSettings::split_deepen);
    nb::class_<RecreateSettings>(m, "RichRecreateSettings", "Greedy insertion with blinks.")
        .def(nb::init<>())
        .def_rw("blink", &RecreateSettings::blink)
        .def_rw("look_around", &RecreateSettings::look_around);
    nb::class_<RichSettings>(m, "RichRoutingSettings", "Settings that only rich routing has.")
        .def(nb::init<>())
        .def_rw("ruin", &RichSettings::ruin)
        .def_rw("recreate", &RichSettings::recreate)
        .def_rw("waiting", &RichSettings::waiting)
        .def_rw("lateness", &RichSettings::lateness)
        .def_rw("tails", &RichSettings::tails)
        .def_rw("cuts", &RichSettings::cuts);

    nb::class_<RichWorkspace, Workspace>(m, "RichRoutingWorkspace", "Rich routing as the search sees it.")
        .def(
            "__init__",
            [](RichWorkspace* self, std::shared_ptr<Instance> instance, const WorkspaceSettings& settings,
               std::optional<std::vector<std::vector<Node>>> routes, std::vector<int> types,
               const RichSettings& rich) {
                auto lists = lists_of(std::move(routes), std::move(types));
                const nb::gil_scoped_release unlocked;
                new (self) RichWorkspace(std::move(instance), settings, rich, std::move(lists));
            },
            "instance"_a, "settings"_a, "routes"_a = nb::none(), "vehicle_types"_a = std::vector<int>{},
            "rich"_a = RichSettings{})
        .def(
            "menu",
            [](const RichWorkspace& self) { return std::pair(self.operators(), self.perturbations()); },
            "Names of the operators and of the perturbations.")
        .def(
            "routes", [](const RichWorkspace& self) { return self.routes().routes; },
            "Routes of the working solution: locations without the ends, reload depots among them.")
        .def("vehicle_types", [](const RichWorkspace& self) { return self.routes().types; })
        .def(
            "best_routes", [](const RichWorkspace& self) { return self.best_routes().routes; },
            "Routes of the best solution.")
        .def(
            "best_vehicle_types", [](const RichWorkspace& self) { return self.best_routes().types; },
            "Vehicle type of each of them.")
        .def("unsupported", &RichWorkspace::unsupported,
             "By operator, why it does nothing on this instance; empty where it may.")
        .def("best_absent", &best_absent, "Clients that the best solution should visit, and does not.")
        .def("check_consistency", &RichWorkspace::check_consistency,
             "Recompute all that is kept incrementally; raises on a disagreement.");
}

std::unique_ptr<Environment> environment(std::vector<std::shared_ptr<Instance>> instances,
                                         const WorkspaceSettings& workspace,
                                         const EnvironmentSettings& settings, std::int32_t count,
                                         int threads) {
    const auto pool = static_cast<std::int32_t>(instances.size());
    auto make = [instances = std::move(instances), workspace](std::int32_t i) -> std::shared_ptr<Workspace> {
        return std::make_shared<RichWorkspace>(instances[static_cast<std::size_t>(i)], workspace);
    };
    return std::make_unique<Environment>(pool, std::move(make), settings, count, threads);
}

// The menu is the same for every instance; any workspace can tell it.
std::pair<std::vector<std::string>, std::vector<std::string>> menu() {
    static const auto names = [] {
        InstanceData data;
        data.depots.resize(1);
        data.clients.resize(1);
        data.types.resize(1);
        data.profiles.resize(1);
        Profile& profile = data.profiles.front();
        const auto zeros = std::make_shared<std::vector<std::int32_t>>(9, 0);
        profile.distances = profile.durations = profile.fastest = zeros;
        const RichWorkspace workspace(std::make_shared<Instance>(std::move(data)));
        return std::pair(workspace.operators(), workspace.perturbations());
    }();
    return names;
}

}  // namespace

void bind_rich_routing(nb::module_& m) {
    bind_data(m);
    bind_instance(m);
    bind_workspace(m);
    m.def("rich_routing_environment", &environment, "instances"_a, "workspace"_a, "settings"_a, "count"_a,
          "threads"_a, "An environment over rich routing instances of one size.");
    m.def("rich_routing_menu", &menu, "Names of the operators and of the perturbations of rich routing.");
}
