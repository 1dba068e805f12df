// The immutable data of a vehicle-routing problem with any mix of constraints, in whole numbers, and
// what follows from it once: tasks, kinds of vehicles, which constraints there are at all.
//
// Locations are numbered from 0, depots first. Distances and times are whole units, money is in units
// small enough for all prices to be whole. The rules of timing, load and cost stand in the docstring
// of neurols/routing/rich/instance.py.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace neurols::routing::rich {

using Node = std::int32_t;
using Value = std::int64_t;

constexpr Value kForever = 1'000'000'000'000'000;  // beyond all times, distances and amounts
constexpr Node kAbsent = -1;

struct Window {
    Value open = 0, close = kForever;
};

struct Depot {
    Window window;
    Value service = 0;  // of a reload
};

struct Client {
    std::vector<Value> delivery, pickup;  // by dimension
    Value service = 0;
    std::vector<Window> windows;  // empty: any time
    Value late_price = -1;        // below 0: the last window must be met
    Value release = 0;
    Value prize = -1;  // below 0: must be visited
    int group = -1;
    int priority = 0;
    std::vector<int> types;  // vehicle types that may come; empty: all

    Window span() const {  // what every visit lies within
        const Value open = windows.empty() ? 0 : windows.front().open;
        const bool hard = !windows.empty() && late_price < 0;
        return {open, hard ? windows.back().close : kForever};
    }
};

struct Group {
    std::vector<Node> clients;
    bool required = true;
    Value prize = 0;
};

struct Shipment {
    Node pickup = 0, delivery = 0;
    std::vector<Value> amount;
    Value max_on_board = kForever;
};

struct Break {
    Value earliest = 0, latest = kForever, duration = 0;
};

struct Speed {
    Value from = 0;
    Value percent = 100;
};

struct VehicleType {
    int number = -1;  // below 0: no limit
    std::vector<Value> capacity;
    int start = 0;
    int end = 0;  // below 0: open routes
    Value fixed = 0, unit_distance = 1, unit_duration = 0;
    Window shift;
    Value max_duration = kForever, max_overtime = 0, unit_overtime = 0;
    Value max_distance = kForever;
    std::vector<int> reload_depots;
    int max_reloads = std::numeric_limits<int>::max();
    std::vector<Break> breaks;
    std::vector<Value> initial_load;
    int profile = 0;
};

using Matrix = std::shared_ptr<const std::vector<std::int32_t>>;  // row by row, a row more for nowhere

struct Profile {
    Matrix distances, durations;
    std::vector<Speed> speeds;  // by time of day; empty: 100 percent always
    Matrix fastest;             // durations that no time of day undercuts
    // Set by the instance: the same by destination, so that what leads to a client stands in a row.
    Matrix distances_to, fastest_to;
    bool symmetric = true;
};

struct Balance {
    Value price = 0;
    bool spread = false;  // between the longest and the shortest route; else the longest alone counts
};

struct InstanceData {
    std::vector<Depot> depots;
    std::vector<Client> clients;
    std::vector<VehicleType> types;
    std::vector<Profile> profiles;
    std::vector<Group> groups;
    std::vector<Shipment> shipments;
    std::vector<double> x, y;  // for features; may be empty
    bool backhaul = false;
    bool fewest_vehicles = false;
    Balance balance;
    double scale = 1;  // whole units of money in one of the user's
};

// What is served as one: a client, the two ends of a shipment, or one client of a group.
struct Task {
    enum class Kind : std::uint8_t { Single, Pair, Group };
    Kind kind = Kind::Single;
    Node first = kAbsent;   // the client; the pickup; the first member
    Node second = kAbsent;  // the delivery
    std::vector<Node> members;
    bool required = true;
    Value prize = 0;  // of one that is not required
    int priority = 0;
};

// Which constraints an instance has. Code on the hot path asks here and skips what there is none of.
struct Traits {
    bool timed = false;      // windows, shifts or limits of duration
    bool durations = false;  // the duration of a route costs or has a limit
    bool legs = false;       // loads must be known leg by leg
    bool loads = false;      // there are capacities
    bool pairs = false, groups = false, optional = false;
    bool many_windows = false, soft = false, rides = false, releases = false;
    bool breaks = false, speeds = false, reloads = false;
    bool typed = false;    // not every vehicle may visit every client
    bool limited = false;  // vehicles are
};

class Proximity;

class Instance {
public:
    explicit Instance(InstanceData data);

    int depots() const { return depots_; }
    int locations() const { return locations_; }
    int clients() const { return locations_ - depots_; }
    int dimensions() const { return dimensions_; }
    Node nowhere() const { return locations_; }  // where open routes end
    bool is_depot(Node v) const { return v < depots_; }

    const InstanceData& data() const { return data_; }
    const Traits& has() const { return has_; }
    const Depot& depot(Node d) const { return data_.depots[at(d)]; }
    const Client& client(Node c) const { return data_.clients[at(c - depots_)]; }
    const Profile& profile(int type) const { return data_.profiles[at(data_.types[at(type)].profile)]; }
    int types() const { return static_cast<int>(data_.types.size()); }
    const VehicleType& type(int t) const { return data_.types[at(t)]; }
    Node end_of(int t) const { return type(t).end < 0 ? nowhere() : type(t).end; }

    // No route of this type leaves earlier or ends later.
    Value earliest_start(int t) const { return earliest_start_[at(t)]; }
    Value latest_end(int t) const { return latest_end_[at(t)]; }

    // Is a route of this type timed by rules that segments relax? Then the simulator has the last word.
    bool simulated(int t) const { return simulated_[at(t)] != 0; }

    // Types that differ in number, price, capacity and clients alone: a route may change between them
    // without another look at its times.
    const std::vector<int>& alike(int t) const { return alike_[at(t)]; }

    // Do routes of both types keep the same times, whatever they visit?
    bool same_clock(int a, int b) const {
        return a == b || same_clock_[at(a) * data_.types.size() + at(b)] != 0;
    }

    int number(int t) const { return number_[at(t)]; }
    bool allowed(Node c, int t) const {
        return !has_.typed || allowed_[at(c) * data_.types.size() + at(t)] != 0;
    }

    std::size_t stride() const { return at(locations_) + 1; }
    std::int32_t distance(int t, Node a, Node b) const {
        return (*profile(t).distances)[at(a) * stride() + at(b)];
    }
    std::int32_t duration(int t, Node a, Node b) const {
        return (*profile(t).durations)[at(a) * stride() + at(b)];
    }

    // Of the visit alone: when it may start, how long it takes, whatever is certain in any route.
    const Window& span(Node v) const { return spans_[at(v)]; }
    Value service(Node v) const { return services_[at(v)]; }
    Value release(Node c) const { return is_depot(c) ? 0 : client(c).release; }

    // Amounts of a client by dimension: from the depot, and the change of load that the visit brings.
    const Value* delivery(Node c) const { return &deliveries_[at(c) * at(dimensions_)]; }
    const Value* pickup(Node c) const { return &pickups_[at(c) * at(dimensions_)]; }
    const Value* change(Node c) const { return &changes_[at(c) * at(dimensions_)]; }
    const Value* capacity(int t) const { return &capacities_[at(t) * at(dimensions_)]; }
    const Value* initial(int t) const { return &initials_[at(t) * at(dimensions_)]; }
    bool gives(Node c) const { return gives_[at(c)] != 0; }  // has a delivery
    bool takes(Node c) const { return takes_[at(c)] != 0; }  // has a pickup
    Value size(Node c) const { return sizes_[at(c)]; }       // for sorting: the greatest share, scaled

    int tasks() const { return static_cast<int>(tasks_.size()); }
    const Task& task(int t) const { return tasks_[at(t)]; }
    int task_of(Node c) const { return task_of_[at(c)]; }
    const Shipment* shipment_of(Node c) const {
        const int s = shipment_of_[at(c)];
        return s < 0 ? nullptr : &data_.shipments[at(s)];
    }

    // What it costs at most to serve a client with a vehicle of its own: the scale of prices.
    Value dearest_trip() const { return dearest_trip_; }
    Value vehicle_price() const { return vehicle_price_; }  // where fewest vehicles come first
    Value great_cost() const { return great_cost_; }        // more than any solution without needless detours
    // Built once, and shared by all searches of the instance; null where cancelled.
    std::shared_ptr<const Proximity> proximity(int count, double waiting, double lateness,
                                               const std::atomic<bool>* cancel) const;
    double to_cost(Value money) const { return static_cast<double>(money) / data_.scale; }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    void set_traits();
    void set_matrices();
    void set_visits();
    void set_loads();
    void set_tasks();
    void set_types();
    void set_prices();

    InstanceData data_;
    int depots_, locations_, dimensions_ = 1;
    Traits has_;
    std::vector<Window> spans_;
    std::vector<Value> services_, deliveries_, pickups_, changes_, capacities_, initials_, sizes_;
    std::vector<std::uint8_t> gives_, takes_, allowed_, simulated_, same_clock_;
    std::vector<Value> earliest_start_, latest_end_;
    std::vector<int> number_, task_of_, shipment_of_;
    std::vector<std::vector<int>> alike_;
    std::vector<Task> tasks_;
    Value dearest_trip_ = 0, vehicle_price_ = 0, great_cost_ = 0;
    mutable std::mutex proximity_lock_;
    mutable std::shared_ptr<const Proximity> proximity_;
    mutable int proximity_count_ = 0;
};

}  // namespace neurols::routing::rich
