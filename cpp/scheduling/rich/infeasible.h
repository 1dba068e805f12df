// What is said where no schedule that meets all constraints was found.
#pragma once

#include <stdexcept>

#include "scheduling/rich/schedule.h"

namespace neurols::scheduling::rich {

class NoFeasibleSchedule : public std::runtime_error {
public:
    // `schedule`: the least bad one. Names the constraint that it violates most.
    NoFeasibleSchedule(const Instance& instance, const Schedule& schedule);
    // The job that ends too late, or -1 where lags or blocking machines contradict each other.
    std::int32_t job() const { return job_; }

private:
    std::int32_t job_ = -1;
};

}  // namespace neurols::scheduling::rich
