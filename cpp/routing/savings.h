// The savings construction (Clarke and Wright, 1964), plain or randomised. Savings are only listed
// between neighbours, so that it takes n log n time.
#pragma once

#include <vector>

#include "routing/neighbours.h"
#include "search/rng.h"

namespace neurols::routing {

struct SavingsSettings {
    double shape = 1.0;  // λ: weight of the distance between the joined customers (Yellow, 1970)
    double noise = 0.0;  // savings are multiplied by a factor from 1 - noise to 1 + noise
};

// Routes within capacity and distance, as few as the savings make them: a vehicle limit may be exceeded.
std::vector<std::vector<Node>> savings_routes(const Instance& instance, const Neighbours& neighbours,
                                              const SavingsSettings& settings, Rng& rng);

}  // namespace neurols::routing
