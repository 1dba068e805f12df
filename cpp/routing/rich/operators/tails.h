// Moves that turn a piece of a route round, or exchange the tails of two routes.
#pragma once

#include "routing/rich/operators/neighbourhood.h"

namespace neurols::routing::rich {

class TwoOpt : public Neighbourhood {
public:
    const char* name() const override { return "2-opt"; }
    void search(Evaluation& evaluation, Node u) override;
};

// Exchange of tails (Potvin and Rousseau, 1995); without times also head against head.
class TwoOptStar : public Neighbourhood {
public:
    const char* name() const override { return "2-opt*"; }
    void search(Evaluation& evaluation, Node u) override;
};

}  // namespace neurols::routing::rich
