// A set of routes that can be changed and put back: the working solution. Keeps what insertions and
// moves ask for in constant time: how early each stop can be left, how late it can be reached, the
// segments before and after it. Routes are always feasible; clients may be absent, at a price.
#pragma once

#include <span>
#include <vector>

#include "routing/rich/segment.h"
#include "routing/rich/simulator.h"

namespace neurols::routing::rich {

struct Stop {
    Node node = 0;
    std::int32_t ride = 0;  // fastest duration of the leg that leads here
    Value far = 0;          // distance from the start of the route
    Value earliest = 0;     // when it can be left
    Value latest = 0;       // when its service must start
};

struct Route {
    int type = -1;
    int clients = 0;  // 0: not in use
    int reloads = 0;
    int first_reload = 0;     // index of the stop; the last stop's where there is none
    int givers = 0;           // clients with deliveries, and
    int last_giver = 0;       // the index of the last one
    int first_taker = 0;      // index of the first client with a pickup; the last stop's where none is
    std::vector<Stop> stops;  // from the start depot to the end
    std::vector<TimeSegment> before, after;              // by stop, it included; where durations matter
    std::vector<LoadSegment> loads_before, loads_after;  // by stop and dimension, within the trip
    std::vector<Value> given, taken;                     // by dimension, of all clients together
    Value distance = 0, duration = 0, cost = 0;
    std::uint64_t hash = 0;
    bool hashed = false;
    std::int64_t changed = 0;  // by the clock of all routes

    int last() const { return static_cast<int>(stops.size()) - 1; }
    int visits() const { return last() - 1; }
    Value leg(int i) const {  // distance of the leg to stop i
        return stops[static_cast<std::size_t>(i)].far - stops[static_cast<std::size_t>(i - 1)].far;
    }
};

// Routes as lists of locations without their ends, with the type of each.
struct Lists {
    std::vector<std::vector<Node>> routes;
    std::vector<int> types;
};

class Routes {
public:
    explicit Routes(const Instance& instance);

    const Instance& instance() const { return instance_; }
    void clear();
    void assign(const Lists& lists);  // false routes throw std::invalid_argument
    Lists as_lists() const;

    int slots() const { return static_cast<int>(routes_.size()); }
    int used() const { return static_cast<int>(used_.size()); }
    int used_route(int slot) const { return used_[at(slot)]; }
    const Route& route(int r) const { return routes_[at(r)]; }
    int route_of(Node c) const { return route_of_[at(c)]; }  // kAbsent where it is not visited
    int index_of(Node c) const { return index_of_[at(c)]; }
    bool present(Node c) const { return route_of_[at(c)] >= 0; }
    int left(int type) const { return left_[at(type)]; }  // vehicles that are not in use

    // Tasks that are not served, in no order.
    const std::vector<int>& absent() const { return absent_; }
    bool is_absent(int task) const { return place_of_[at(task)] >= 0; }
    int required_absent() const { return required_absent_; }

    // The price of an absent task that is required; the prize of another.
    Value price(int task) const { return prices_[at(task)]; }
    void set_price(int task, Value price);

    Value cost() const;
    Value absence() const { return absence_; }  // required tasks that are absent, weighed by priority
    bool complete() const { return required_absent_ == 0; }

    // Everything between two calls of `begin_step` can be undone, and so can what is done within it after
    // `begin_try`, as often as the trial does not pay.
    struct Trial {
        std::size_t touched = 0, toggled = 0;
    };
    void begin_step();
    void undo();
    Trial begin_try();
    void undo(const Trial& trial);
    std::int64_t clock() const { return clock_; }  // rises with every change of a route
    std::span<const int> touched() const { return {touched_.data(), touched_.size()}; }

    // A route with these visits; kAbsent if it is infeasible. Tasks are marked as served by who calls.
    int open(int type, std::span<const Node> visits);
    // The same visits or others in a route in use; false, and nothing has changed, if infeasible. No
    // visits close the route.
    bool replace(int r, int type, std::span<const Node> visits);
    bool insert(int r, int index, Node v);
    bool insert(int r, int index, Node v, int second_index, Node second);
    // Marks visits for removal; `close_gaps` takes them out and brings the routes up to date.
    void mark_removed(Node c);
    void close_gaps();

    void serve(int task);  // mark as served, or not
    void drop(int task);

    // Cost of a route with these visits; kForever where it is infeasible.
    Value cost_of(int type, std::span<const Node> visits);
    Value last_duration() const { return trial_.duration; }  // of the route whose cost was asked for
    Simulator& simulator() { return simulator_; }
    const std::vector<Node>& visits_of(int r);  // valid until the next call
    Value worst_duration() const;
    // The price of balance once routes in use have other durations; 0 stands for a route that is closed.
    Value balance_cost(std::span<const std::pair<int, Value>> changed = {}) const;

    std::uint64_t fingerprint();
    void check() const;  // throws std::logic_error where what is kept is wrong

    Value route_cost(int type, Value distance, Value duration) const {
        const VehicleType& t = instance_.type(type);
        Value cost = t.fixed + t.unit_distance * distance;
        if (has_.durations) {
            cost += t.unit_duration * duration;
            if (duration > t.max_duration) cost += t.unit_overtime * (duration - t.max_duration);
        }
        return cost;
    }

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    void save(int r);
    void next_step();
    void restore(std::size_t touched, std::size_t toggled);
    void forget_visits(int r);
    bool in_use(int r) const { return slot_of_[at(r)] < used() && used_[at(slot_of_[at(r)])] == r; }
    void fill(Route& route, int type, std::span<const Node> visits) const;
    bool evaluate(Route& route);
    bool settle(Route& route, int first, int last);
    void count_load(Route& route, Node v, Value times) const;
    bool set_order(Route& route) const;
    bool set_loads(Route& route) const;
    Value release_of_trip(const Route& route, int from) const;
    bool set_earliest(Route& route, int first, int last) const;
    void set_latest(Route& route, int first, int last) const;
    bool set_segments(Route& route, int first, int last) const;
    void put(Route& route, int index, Node v) const;
    void pull(Route& route, int index) const;
    bool close_gaps_in_place(int r);
    void close_gaps_anew(int r);
    void drop_route(int r);
    void index_from(int r, int first);
    void release(int r);
    void use(int r);
    bool take(int r, Route& with);

    const Instance& instance_;
    const Traits has_;
    Simulator simulator_;
    std::vector<Route> routes_;
    std::vector<int> used_, slot_of_, free_, left_;
    std::vector<int> route_of_, index_of_;
    std::vector<int> absent_, place_of_;
    std::vector<Value> prices_;
    Value route_costs_ = 0, unserved_ = 0, absence_ = 0;
    int required_absent_ = 0;

    std::vector<Route> saved_;
    std::vector<int> touched_;
    std::vector<std::uint32_t> saved_in_;  // by route: the step in which it was saved
    std::uint32_t step_ = 0;
    std::int64_t clock_ = 0;
    std::vector<int> toggled_;  // tasks served or dropped in this step, in order
    std::vector<int> gapped_;
    std::vector<std::uint8_t> leaving_;
    Route trial_;
    std::vector<Node> visits_, scratch_;
};

}  // namespace neurols::routing::rich
