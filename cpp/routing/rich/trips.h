// Trips of routes with reloads: a route is cut in two at a reload, or two become one with a reload in
// between. Where the depots are the same that costs nothing, and opens the way to other plans.
#pragma once

#include <vector>

#include "routing/rich/routes.h"
#include "search/rng.h"

namespace neurols::routing::rich {

class Trips {
public:
    explicit Trips(const Instance& instance) : instance_(instance) {}

    // Cuts or joins a route of this step where that adds less than `allowance` to the cost; the new route,
    // or kAbsent.
    int change(Routes& routes, int r, Value allowance, Rng& rng);

    // Cuts a route where that costs least, overlooking some places; the new route has the tail.
    int cut(Routes& routes, int r, Value allowance, Rng& rng);

private:
    int split(Routes& routes, int r, Value allowance, Rng& rng);
    void join(Routes& routes, int r, Value allowance, Rng& rng);

    const Instance& instance_;
    std::vector<Node> head_, tail_, other_;
};

}  // namespace neurols::routing::rich
