// Late acceptance hill climbing (Burke and Bykov, 2017): accept what is no worse than the current
// solution, or than the current solution of `length` steps ago.
#pragma once

#include <algorithm>
#include <vector>

#include "search/rules.h"

namespace neurols {

class AcceptLate : public AcceptanceRule {
public:
    explicit AcceptLate(int length) : history_(static_cast<std::size_t>(std::max(1, length))) {}

    void start(const Observation& seen) override {
        std::fill(history_.begin(), history_.end(), seen.initial);
        cursor_ = 0;
    }

    bool accept(const Observation& seen, Rng&) override {
        Cost& past = history_[cursor_];
        const bool accepted = seen.candidate <= seen.current || seen.candidate <= past;
        const Cost settled = accepted ? seen.candidate : seen.current;
        if (settled < past) past = settled;
        cursor_ = cursor_ + 1 == history_.size() ? 0 : cursor_ + 1;
        return accepted;
    }

private:
    std::vector<Cost> history_;
    std::size_t cursor_ = 0;
};

}  // namespace neurols
