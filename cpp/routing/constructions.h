// First solutions other than savings: sweep, nearest neighbour and random packing. All keep capacity
// and distance limits; fleet.h meets a limit on vehicles.
#pragma once

#include <vector>

#include "routing/neighbours.h"
#include "search/rng.h"

namespace neurols::routing {

using RouteLists = std::vector<std::vector<Node>>;

// By polar angle around the depot from a random direction (Gillett and Miller, 1974).
RouteLists sweep_routes(const Instance& instance, Rng& rng);

// Each route goes on to the nearest customer that still fits.
RouteLists nearest_neighbour_routes(const Instance& instance, const Neighbours& neighbours);

// Customers in random order, each route filled until the next one does not fit.
RouteLists random_routes(const Instance& instance, Rng& rng);

}  // namespace neurols::routing
