// Perturbations that are not ruin and recreate by strings: customers chosen in some way leave their
// places and go elsewhere. Each returns false when the result would break a limit.
#pragma once

#include "routing/recreate.h"

namespace neurols::routing {

class Perturbations {
public:
    Perturbations(const Instance& instance, const Neighbours& neighbours, Recreate& recreate);

    // Moves the customers with the least demand per detour to other routes (Li, Golden and Wasil, 2005).
    bool li(Routes& routes, int moves, Rng& rng);

    // Random relocations at a bounded detour, in the spirit of Osman's (1993) random interchanges.
    bool osman(Routes& routes, int moves, Rng& rng);

    // Takes out the customers around a random one, more likely one with a long detour, and puts them back.
    bool targeted(Routes& routes, int moves, Rng& rng);

private:
    Distance detour(const Routes& routes, Node c) const;

    const Instance& instance_;
    const Neighbours& neighbours_;
    Recreate& recreate_;
    std::vector<std::pair<double, Node>> ranked_;
};

}  // namespace neurols::routing
