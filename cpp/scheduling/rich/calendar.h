// Breaks of one machine, and where work fits between them.
#pragma once

#include <cstdint>
#include <vector>

namespace neurols::scheduling::rich {

using Time = std::int32_t;

class Calendar {
public:
    struct Break {
        Time start;
        Time end;
    };
    struct Span {
        Time start;
        Time end;
    };

    Calendar() = default;
    // In increasing order and apart from each other.
    explicit Calendar(std::vector<Break> breaks);

    bool empty() const { return breaks_.empty(); }
    Time total() const { return total_; }
    Time last_end() const { return breaks_.empty() ? 0 : breaks_.back().end; }

    // The first time from `ready` on at which uninterrupted work of this length fits.
    Time fit(Time ready, Time length) const;

    // The first place for an operation that is ready then; where it may pause, breaks interrupt it.
    Span place(Time ready, Time duration, bool may_pause) const;

    // The earliest start of an operation that is to end no sooner than `end`.
    Time start_for_end(Time end, Time duration, bool may_pause) const;

private:
    // The first break that ends after the time.
    std::size_t first_after(Time time) const;

    std::vector<Break> breaks_;
    Time total_ = 0;
};

}  // namespace neurols::scheduling::rich
