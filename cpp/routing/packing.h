// Exact answers to the question whether the customers fit into the vehicles, for small instances and those
// that a bounded search settles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "routing/constructions.h"

namespace neurols::routing {

// Routes of the fewest vehicles, for as many customers as dynamic programming over their subsets can
// treat in milliseconds; nothing for more.
std::optional<RouteLists> fewest_routes(const Instance& instance);

enum class Packing : std::uint8_t { Found, Impossible, Unknown };

// Bin packing by depth-first branch and bound: the customers' demands into so many vehicles, whatever
// the distances. `work` limits the effort, in bins looked at, and so does `over`, asked at each node.
Packing pack_exactly(const Instance& instance, int vehicles, std::int64_t work,
                     const std::function<bool()>& over, RouteLists& bins);

}  // namespace neurols::routing
