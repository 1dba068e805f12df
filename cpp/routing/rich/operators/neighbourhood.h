// The operators of rich routing that exchange pieces of routes. Each looks for the best move that joins
// a client with one that it may well stand beside.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/rich/operators/evaluation.h"

namespace neurols::routing::rich {

class Neighbourhood {
public:
    virtual ~Neighbourhood() = default;
    virtual const char* name() const = 0;
    // Hands all moves of a client that is visited to the evaluation.
    virtual void search(Evaluation& evaluation, Node u) = 0;
    // Why it finds nothing on an instance; empty where it may.
    virtual std::string unsupported(const Instance& /*instance*/) const { return {}; }
};

std::vector<std::unique_ptr<Neighbourhood>> neighbourhoods();

}  // namespace neurols::routing::rich
