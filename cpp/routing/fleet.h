// Meeting a vehicle limit: routes beyond it are dissolved and their customers squeezed into the rest.
#pragma once

#include "routing/constructions.h"
#include "routing/ruin.h"

namespace neurols::routing {

// Turns `lists` into at most as many routes as the instance has vehicles, using `workshop` as scratch
// space. Throws std::runtime_error when no such solution is found.
RouteLists fit_fleet(RouteLists lists, Routes& workshop, Ruin& ruin, Recreate& recreate, Rng& rng);

}  // namespace neurols::routing
