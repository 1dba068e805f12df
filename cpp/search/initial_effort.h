// Effort on an initial solution where the constraints make one hard to find. The searches of one call
// share it: the first that needs more than a construction looks for a solution on behalf of all, so that
// the outcome does not depend on which thread comes first.
#pragma once

#include <any>
#include <cstdint>
#include <exception>
#include <mutex>

#include "search/stop.h"

namespace neurols {

class InitialEffort {
public:
    // The clock starts here. Infinite seconds or the greatest number of steps are no limit.
    InitialEffort(double seconds, std::int64_t steps, std::uint64_t seed)
        : deadline_(wall_clock() + seconds), steps_(steps), seed_(seed) {}

    double deadline() const { return deadline_; }
    std::int64_t steps() const { return steps_; }
    std::uint64_t seed() const { return seed_; }

    // What `find` returns or throws, the first time that it is called; later calls repeat the outcome.
    template <class Solution, class Find>
    Solution once(Find find) {
        const std::lock_guard guard(lock_);
        if (failure_) std::rethrow_exception(failure_);
        if (!found_.has_value()) {
            try {
                found_ = find();
            } catch (...) {
                failure_ = std::current_exception();
                throw;
            }
        }
        return std::any_cast<Solution>(found_);
    }

private:
    double deadline_;
    std::int64_t steps_;
    std::uint64_t seed_;
    std::mutex lock_;
    std::any found_;
    std::exception_ptr failure_;
};

}  // namespace neurols
