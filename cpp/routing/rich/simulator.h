// The exact cost of one route, by walking it: the rules of timing, load and cost without shortcuts.
// Search uses it where segments only bound what a route costs; tests compare the two.
#pragma once

#include <span>
#include <vector>

#include "routing/rich/instance.h"

namespace neurols::routing::rich {

struct RouteTotals {
    bool feasible = false;
    Value distance = 0;
    Value start = 0, end = 0;  // of the route, in the schedule shown
    Value late = 0;            // price of all lateness
    Value cost = 0;            // of the route as a whole
    Value duration() const { return end - start; }
};

class Simulator {
public:
    explicit Simulator(const Instance& instance) : instance_(instance) {}

    // Visits are clients and, between two trips, reload depots; the ends of the route are the type's.
    RouteTotals run(int type, std::span<const Node> visits);

    // Of the route that was run last: when each visit starts at the earliest.
    std::span<const Value> starts() const { return starts_; }

    // Arrival after a leg that begins at `departure`; the latest departure for an arrival in time.
    Value arrival(int type, Node from, Node to, Value departure) const;
    Value departure(int type, Node from, Node to, Value arrival) const;

private:
    bool order_fits() const;
    bool loads_fit() const;
    void set_releases();

    bool schedule();
    bool forward(const std::vector<std::size_t>* legs_of_breaks);
    void end_late();
    bool backward(const std::vector<std::size_t>* legs_of_breaks);
    bool raise_pickups();
    bool lower_deliveries();

    bool schedule_with_breaks();
    bool forward_over_breaks();
    void reach(std::size_t leg, std::size_t taken, Value ready);
    bool may_end(std::size_t taken, Value end) const;
    void backward_over_breaks();
    bool place_breaks(std::size_t from_leg, std::size_t next);
    bool take_break(const Break& rest, Value& left, Value& ready) const;
    bool give_break_back(std::size_t first, std::size_t count, Value& ready, Value& latest) const;

    // Open routes end at their last visit, where no leg is left for a break.
    bool rests_on(std::size_t leg) const { return leg < visits_.size() || type_->end >= 0; }
    Value service_start(Node c, Value ready, Value& late) const;
    Value latest_start(std::size_t visit, Value limit) const;
    Value leave(std::size_t visit, Value start) const;
    Node node_before(std::size_t leg) const { return leg == 0 ? type_->start : visits_[leg - 1]; }
    Node node_after(std::size_t leg) const { return leg == visits_.size() ? end_ : visits_[leg]; }

    const Instance& instance_;
    const VehicleType* type_ = nullptr;
    int type_index_ = 0;
    Node end_ = 0;
    std::span<const Node> visits_;
    std::vector<std::size_t> trip_of_;  // by visit
    std::vector<Value> trip_release_;
    std::vector<Value> starts_, latest_;       // of services
    std::vector<Value> lower_, upper_;         // bounds of starts that rides impose
    std::vector<Value> states_, back_;         // over breaks: [visit][breaks taken]
    std::vector<std::size_t> legs_of_breaks_;  // leg on which each break is taken; the number of legs: none
    Value earliest_ = 0, start_ = 0, end_time_ = 0, late_ = 0;  // of the schedule in hand
    bool ride_broken_ = false;  // a pickup would have to wait beyond its last window
    Value best_start_ = 0, best_end_ = kForever, best_late_ = 0;
};

}  // namespace neurols::routing::rich
