// What is known of a piece of a route without looking into it, and how two pieces become one
// (Vidal et al., 2013). All in constant time. Pieces here keep their windows: a piece that cannot is none.
#pragma once

#include <algorithm>

#include "routing/rich/instance.h"

namespace neurols::routing::rich {

// Started at s in [open, close], a piece ends at s + duration; started earlier it waits until `open`.
struct TimeSegment {
    Value duration = 0, open = 0, close = kForever;

    Value ends() const { return open + duration; }  // at the earliest

    // This piece, a leg and another piece; false where the second cannot be reached in time.
    bool join(Value travel, const TimeSegment& next) {
        const Value offset = duration + travel;
        if (open + offset > next.close) return false;
        const Value wait = std::max<Value>(next.open - offset - close, 0);
        duration = offset + next.duration + wait;
        open = std::max(next.open - offset, open) - wait;
        close = std::min(next.close - offset, close);
        return true;
    }
};

// Load of a piece of one trip in one dimension: what it takes from the depot, by how much the load
// changes over it, and the greatest rise above the load at its start.
struct LoadSegment {
    Value from_depot = 0, change = 0, rise = 0;

    void join(const LoadSegment& next) {
        from_depot += next.from_depot;
        rise = std::max(rise, change + next.rise);
        change += next.change;
    }
    void join(Value delivery, Value client_change) {
        from_depot += delivery;
        change += client_change;
        rise = std::max(rise, change);
    }
    Value greatest() const { return from_depot + rise; }
};

}  // namespace neurols::routing::rich
