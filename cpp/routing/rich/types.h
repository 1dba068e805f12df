// Which vehicle drives a route: moves of routes between types, alone or by exchange.
#pragma once

#include "routing/rich/routes.h"
#include "search/rng.h"

namespace neurols::routing::rich {

class Types {
public:
    explicit Types(const Instance& instance);

    // The routes of this step change to the cheapest type like theirs that has room and is to be had.
    void fit(Routes& routes);
    // And, sometimes, to one of another depot or profile, or by exchange with another route.
    void improve(Routes& routes, Rng& rng);

private:
    bool has_room(const Route& route, int type) const;
    bool fit_one(Routes& routes, int r);
    void exchange(Routes& routes, int r, Rng& rng);
    void change(Routes& routes, int r, Rng& rng);

    const Instance& instance_;
    bool any_alike_ = false, any_other_ = false;
    std::vector<int> step_;
    std::vector<Node> visits_, other_visits_;
};

}  // namespace neurols::routing::rich
