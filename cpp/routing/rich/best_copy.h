// A copy of the best solution that follows the working one route by route: what has not changed since
// the last copy is not copied again.
#pragma once

#include "routing/rich/routes.h"

namespace neurols::routing::rich {

class BestCopy {
public:
    void reset(const Routes& routes);  // take all of it
    void note(const Routes& routes);   // the routes of this step differ from the copy now
    void keep(const Routes& routes);   // take what differs

    Lists as_lists() const;
    Value cost() const { return cost_; }
    bool complete() const { return complete_; }
    Value absence() const { return absence_; }

private:
    struct Copy {
        int type = -1;
        std::vector<Node> visits;  // none: not in use
    };
    void copy(const Routes& routes, int r);

    std::vector<Copy> copies_;
    std::vector<int> stale_;
    std::vector<std::uint8_t> is_stale_;
    Value cost_ = kForever, absence_ = 0;
    bool complete_ = false;
};

}  // namespace neurols::routing::rich
