// The working solution: routes as doubly linked lists, with a journal that undoes a step exactly.
//
// A step begins with `begin_step`; the first change of a stop or route in it saves the old record,
// so undoing costs as much as was touched and never more than the whole solution. Positions and
// prefix sums are kept lazily: linking never pays for them, only reading does.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "routing/instance.h"

namespace neurols::routing {

using RouteId = std::int32_t;
constexpr RouteId kAbsent = -1;  // the route of a customer that is not visited

// A customer's place in its route; the depot stands at both ends as node 0.
struct Stop {
    Node pred = kDepot;
    Node next = kDepot;
    RouteId route = kAbsent;
    std::uint32_t touched = 0;  // step of the last journal entry
    Distance in = 0;            // distance from pred
};

struct Route {
    Node first = kDepot;
    Node last = kDepot;
    std::int32_t size = 0;
    std::uint32_t touched = 0;
    Load load = 0;
    Distance distance = 0;
    Distance home = 0;          // distance from last back to the depot
    std::int64_t modified = 0;  // the clock's reading at the last change
};

// Part of a route between two nodes that stay, both exclusive: what it holds before it is rewritten.
struct Window {
    RouteId route;
    Node before, after;
    Distance distance = 0;  // along the window, including the arcs to `before` and `after`
    Load load = 0;
    std::int32_t size = 0;
};

class Routes {
public:
    explicit Routes(const Instance& instance);

    const Instance& instance() const { return instance_; }
    Distance total() const { return total_; }
    Load excess() const { return excess_; }  // load beyond the capacity, over all routes

    const Stop& stop(Node customer) const { return stops_[static_cast<std::size_t>(customer)]; }
    const Route& route(RouteId id) const { return routes_[static_cast<std::size_t>(id)]; }
    const Stop* stops() const { return stops_.data(); }
    Node pred(Node customer) const { return stop(customer).pred; }
    Node next(Node customer) const { return stop(customer).next; }
    RouteId route_of(Node customer) const { return stop(customer).route; }
    bool present(Node customer) const { return stop(customer).route != kAbsent; }
    int route_count() const { return static_cast<int>(routes_.size()); }

    // Routes in use, in no particular order, and one that is empty (kAbsent if all vehicles are out).
    int used() const { return used_; }
    RouteId used_route(int slot) const { return slots_[static_cast<std::size_t>(slot)]; }
    RouteId empty_route() const {
        return used_ < static_cast<int>(slots_.size()) ? slots_[static_cast<std::size_t>(used_)] : kAbsent;
    }

    bool has_room(RouteId id, Load extra) const { return route(id).load + extra <= instance_.capacity(); }
    bool in_reach(RouteId id, Distance extra) const {
        return route(id).distance + extra <= instance_.max_distance();
    }

    // Place in the route (the first customer has 1), and sums from the depot through this customer.
    std::int32_t position(Node customer) const { return index_of(customer).position; }
    Load load_through(Node customer) const { return index_of(customer).load; }
    Distance reach(Node customer) const { return index_of(customer).reach; }
    // Distance from this customer back to the depot over the stops before it, for asymmetric distances.
    Distance reach_back(Node customer) const { return index_of(customer).back; }

    // Arc lengths for the ends of routes as well as for stops.
    Distance arc_out(Node customer) const {
        const Stop& here = stop(customer);
        return here.next == kDepot ? route(here.route).home : stop(here.next).in;
    }

    // Time: ticks once per applied move; routes remember when they last changed.
    std::int64_t clock() const { return clock_; }
    void tick() { ++clock_; }
    std::int64_t last_emptied() const { return last_emptied_; }

    // An empty solution, as constructed.
    void reset();

    // Steps.
    void begin_step();
    void undo();
    bool touched() const { return !saved_routes_.empty(); }
    // Do the routes of this step keep the distance limit? Where the triangle inequality fails, a route
    // can grow by losing a customer.
    bool step_in_reach() const;

    // Changes; only between begin_step and its undo or the next begin_step.
    void remove(Node customer);
    void remove_string(Node first, Node last);
    void insert(Node customer, RouteId id, Node after);
    Window window(RouteId id, Node before, Node after) const;
    void rewrite(const Window& window, std::span<const Node> sequence);
    void reverse(Node first, Node last);  // a segment of one route, in the order of the route
    void clear();
    void assign(const std::vector<std::vector<Node>>& routes);
    // Takes over the records of another copy of the same solution space, as BestCopy keeps them.
    void restore_stop(Node customer, const Stop& record);
    void restore_route(RouteId id, const Route& record);
    void restore_total(Distance total) {
        total_ = total;
        excess_ = 0;
    }

    // What the current step has touched, with the records from before it.
    struct SavedStop {
        Node customer;
        Stop record;
    };
    struct SavedRoute {
        RouteId id;
        Route record;
    };
    const std::vector<SavedStop>& saved_stops() const { return saved_stops_; }
    const std::vector<SavedRoute>& saved_routes() const { return saved_routes_; }

    // Sum of f over the arcs that this step added less the sum over those it dropped.
    template <class F>
    auto change_of(F f) const {
        decltype(f(Node{}, Node{})) sum = 0;
        for (const auto& [customer, old] : saved_stops_) {
            if (old.route != kAbsent) sum -= f(old.pred, customer);
            if (present(customer)) sum += f(pred(customer), customer);
        }
        for (const auto& [id, old] : saved_routes_) {
            if (old.size > 0) sum -= f(old.last, kDepot);
            if (route(id).size > 0) sum += f(route(id).last, kDepot);
        }
        return sum;
    }

    // Sum of f over all arcs.
    template <class F>
    auto sum_of(F f) const {
        decltype(f(Node{}, Node{})) sum = 0;
        for (Node customer = 1; customer < instance_.nodes(); ++customer) {
            if (present(customer)) sum += f(pred(customer), customer);
        }
        for (int slot = 0; slot < used_; ++slot) sum += f(route(used_route(slot)).last, kDepot);
        return sum;
    }

    std::vector<std::vector<Node>> as_lists() const;

    // Recomputes everything from the links; throws std::logic_error naming the first disagreement.
    void check() const;

private:
    struct Index {
        std::int32_t position;
        Load load;
        Distance reach, back;
    };

    Stop& edit(Node customer);
    Route& edit_route(RouteId id);
    void link(RouteId id, Route& route, Node a, Node b, Distance distance);
    void settle_use(RouteId id);
    Load excess_of(Load load) const { return load > instance_.capacity() ? load - instance_.capacity() : 0; }
    void settle(RouteId id, Distance distance, Load load, std::int32_t size);
    const Index& index_of(Node customer) const {
        const RouteId id = route_of(customer);
        if (!indexed_[static_cast<std::size_t>(id)]) index(id);
        return index_[static_cast<std::size_t>(customer)];
    }
    void index(RouteId id) const;

    const Instance& instance_;
    std::vector<Stop> stops_;
    std::vector<Route> routes_;
    std::vector<RouteId> slots_;  // a permutation of the routes: the used ones, then the empty ones
    std::vector<std::int32_t> slot_of_;
    int used_ = 0;
    Distance total_ = 0;
    Load excess_ = 0;
    std::int64_t clock_ = 1;
    std::int64_t last_emptied_ = 0;

    std::uint32_t step_ = 0;
    Distance saved_total_ = 0;
    Load saved_excess_ = 0;
    std::vector<SavedStop> saved_stops_;
    std::vector<SavedRoute> saved_routes_;

    mutable std::vector<Index> index_;
    mutable std::vector<std::uint8_t> indexed_;
    std::vector<Node> scratch_;
};

}  // namespace neurols::routing
