// The best solution so far, as a copy that is brought up to date by what changed since the last time:
// frequent improvements of a large solution stay cheap.
#pragma once

#include <vector>

#include "routing/routes.h"

namespace neurols::routing {

class BestCopy {
public:
    explicit BestCopy(const Instance& instance);

    Distance total() const { return total_; }

    // Copies everything.
    void reset(const Routes& routes);

    // The working solution is the best one: copies what differs.
    void keep(const Routes& routes);

    // What the step has touched now differs from this copy, or may.
    void note(const Routes& routes);

    // Turns the working solution into this copy, as part of a step.
    void restore(Routes& routes) const;

    std::vector<std::vector<Node>> as_lists() const;

private:
    void mark_stop(Node customer);
    void mark_route(RouteId id);

    Distance total_ = 0;
    std::vector<Stop> stops_;
    std::vector<Route> routes_;
    std::vector<Node> stale_stops_;
    std::vector<RouteId> stale_routes_;
    std::vector<std::uint8_t> stop_is_stale_, route_is_stale_;
};

}  // namespace neurols::routing
