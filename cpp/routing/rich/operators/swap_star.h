// Exchange of two clients between routes without an exchange of their places (Vidal, 2022).
#pragma once

#include "routing/rich/operators/neighbourhood.h"

namespace neurols::routing::rich {

class SwapStar : public Neighbourhood {
public:
    const char* name() const override { return "swap*"; }
    void search(Evaluation& evaluation, Node u) override;

private:
    struct Place {
        Value longer = kForever;
        int behind = 0;
    };
    void best_places(const Routes& routes, int r, Node c, std::vector<Place>& places) const;

    std::vector<Place> for_u_, for_v_;
    std::vector<int> partners_;
};

}  // namespace neurols::routing::rich
