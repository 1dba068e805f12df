#include "scheduling/rich/infeasible.h"

#include <string>

namespace neurols::scheduling::rich {

namespace {

std::int32_t latest_job(const Instance& instance, const Schedule& schedule) {
    std::int32_t found = -1;
    Time most = 0;
    if (!instance.objective().has_deadlines()) return found;
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        const Time late = schedule.job_end(j) - instance.objective().deadline(j);
        if (late <= most) continue;
        most = late;
        found = j;
    }
    return found;
}

std::string sentence(const Instance& instance, const Schedule& schedule) {
    const std::int32_t job = latest_job(instance, schedule);
    if (job < 0)
        return "no schedule was found that respects all maximum lags and blocking machines; "
               "give more time or longer lags";
    const Time deadline = instance.objective().deadline(job);
    return "no schedule was found that meets all deadlines: in the best one " + instance.job_name(job) +
           " ends at " + std::to_string(schedule.job_end(job)) + ", after its deadline " +
           std::to_string(deadline) + "; give more time or a later deadline";
}

}  // namespace

NoFeasibleSchedule::NoFeasibleSchedule(const Instance& instance, const Schedule& schedule)
    : std::runtime_error(sentence(instance, schedule)), job_(latest_job(instance, schedule)) {}

}  // namespace neurols::scheduling::rich
