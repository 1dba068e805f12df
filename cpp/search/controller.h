// A controller maps what it sees to a decision. Classical controllers are compositions of three
// rules, one for each intervention point (composed_controller.h); learned and Python controllers
// implement this class directly.
#pragma once

#include "search/decision.h"
#include "search/observation.h"
#include "search/rng.h"

namespace neurols {

class Controller {
public:
    virtual ~Controller() = default;

    // Called once, when the initial solution stands.
    virtual void start(const Observation& /*seen*/) {}

    virtual Decision decide(const Observation& seen, Rng& rng) = 0;
};

}  // namespace neurols
