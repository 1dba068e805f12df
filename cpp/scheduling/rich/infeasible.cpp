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

// "job 2 ('order 17') operation 0": operations of a job are counted from 0.
std::string operation_name(const Instance& instance, Op op) {
    int place = 0;
    for (Op other = 0; other < op; ++other) place += instance.job(other) == instance.job(op);
    return instance.job_name(instance.job(op)) + " operation " + std::to_string(place);
}

std::string late_sentence(const Instance& instance, const Schedule& schedule, std::int32_t job) {
    Op last = instance.terminals_of(job).front();
    for (const Op op : instance.terminals_of(job))
        if (schedule.end(op) > schedule.end(last)) last = op;
    return "no schedule was found that meets all deadlines: in the best one " +
           operation_name(instance, last) + " ends at " + std::to_string(schedule.end(last)) +
           ", after the job's deadline " + std::to_string(instance.objective().deadline(job)) +
           "; give more time or a later deadline";
}

std::string lag_sentence(const Instance& instance, const Schedule& schedule) {
    const MaxLag* worst = nullptr;
    Time most = 0;
    for (const MaxLag& lag : instance.max_lags()) {
        const Time over = schedule.start(lag.after) - schedule.end(lag.before) - lag.lag;
        if (over <= most) continue;
        most = over;
        worst = &lag;
    }
    const std::string what = "no schedule was found that respects all maximum lags and blocking machines";
    if (!worst) return what + "; give more time or longer lags";
    return what + ": in the best one " + operation_name(instance, worst->after) + " starts at " +
           std::to_string(schedule.start(worst->after)) + ", more than " + std::to_string(worst->lag) +
           " after " + operation_name(instance, worst->before) + " ends at " +
           std::to_string(schedule.end(worst->before)) + "; give more time or a longer lag";
}

std::string sentence(const Instance& instance, const Schedule& schedule) {
    const std::int32_t job = latest_job(instance, schedule);
    return job < 0 ? lag_sentence(instance, schedule) : late_sentence(instance, schedule, job);
}

}  // namespace

NoFeasibleSchedule::NoFeasibleSchedule(const Instance& instance, const Schedule& schedule)
    : std::runtime_error(sentence(instance, schedule)), job_(latest_job(instance, schedule)) {}

}  // namespace neurols::scheduling::rich
