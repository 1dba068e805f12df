#include "scheduling/rich/calendar.h"

#include <algorithm>
#include <stdexcept>

namespace neurols::scheduling::rich {

Calendar::Calendar(std::vector<Break> breaks) : breaks_(std::move(breaks)) {
    for (std::size_t b = 0; b < breaks_.size(); ++b) {
        if (breaks_[b].start >= breaks_[b].end) throw std::invalid_argument("a break ends before it starts");
        if (b > 0 && breaks_[b].start < breaks_[b - 1].end)
            throw std::invalid_argument("breaks of a machine overlap or are out of order");
        total_ += breaks_[b].end - breaks_[b].start;
    }
}

std::size_t Calendar::first_after(Time time) const {
    const auto found = std::upper_bound(breaks_.begin(), breaks_.end(), time,
                                        [](Time t, const Break& each) { return t < each.end; });
    return static_cast<std::size_t>(found - breaks_.begin());
}

// Work of length 0 needs a place outside of breaks, too.
Time Calendar::fit(Time ready, Time length) const {
    const Time needed = std::max(length, Time{1});
    for (std::size_t b = first_after(ready); b < breaks_.size(); ++b) {
        if (ready + needed <= breaks_[b].start || (length == 0 && ready < breaks_[b].start)) return ready;
        ready = breaks_[b].end;
    }
    return ready;
}

Calendar::Span Calendar::place(Time ready, Time duration, bool may_pause) const {
    if (breaks_.empty()) return {ready, ready + duration};
    if (!may_pause) {
        const Time start = fit(ready, duration);
        return {start, start + duration};
    }
    std::size_t b = first_after(ready);
    if (b < breaks_.size() && breaks_[b].start <= ready) ready = breaks_[b++].end;
    // Breaks that touch leave no time for a start between them.
    while (b < breaks_.size() && breaks_[b].start <= ready) ready = breaks_[b++].end;
    Time end = ready + duration;
    for (; b < breaks_.size() && breaks_[b].start < end; ++b) end += breaks_[b].end - breaks_[b].start;
    return {ready, end};
}

Time Calendar::start_for_end(Time end, Time duration, bool may_pause) const {
    if (!may_pause || breaks_.empty()) return end - duration;
    // No work ends in a break or, having begun before it, at the end of it.
    std::size_t b = breaks_.size();
    while (b > 0 && breaks_[b - 1].end >= end) {
        --b;
        if (breaks_[b].start < end && duration > 0) end = breaks_[b].end + 1;
    }
    Time start = end - duration;
    while (b < breaks_.size() && breaks_[b].end < end) ++b;
    while (b > 0 && breaks_[b - 1].end > start) {
        --b;
        start -= breaks_[b].end - breaks_[b].start;
    }
    return start;
}

}  // namespace neurols::scheduling::rich
