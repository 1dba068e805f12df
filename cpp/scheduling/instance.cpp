#include "scheduling/instance.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace neurols::scheduling {

Instance::Instance(std::span<const std::int64_t> job_first, std::span<const std::int32_t> machine,
                   std::span<const std::int64_t> duration, std::int32_t machines)
    : machines_(machines) {
    if (job_first.size() < 2 || machine.empty()) throw std::invalid_argument("a shop needs an operation");
    if (machine.size() != duration.size())
        throw std::invalid_argument("machines and durations differ in number");
    if (machine.size() >= static_cast<std::size_t>(std::numeric_limits<Op>::max()) / 2)
        throw std::invalid_argument("too many operations");
    if (job_first.front() != 0 || job_first.back() != static_cast<std::int64_t>(machine.size()))
        throw std::invalid_argument("job_first must run from 0 to the number of operations");

    const std::size_t n = machine.size();
    machine_.assign(machine.begin(), machine.end());
    duration_.assign(duration.begin(), duration.end());
    duration_.push_back(0);
    job_.resize(n);
    job_predecessor_.resize(n + 1, none());
    job_successor_.resize(n + 1, none());
    for (const std::int64_t first : job_first) job_first_.push_back(static_cast<Op>(first));

    Time total = 0;
    machine_first_.assign(at(machines) + 1, 0);
    for (std::int32_t j = 0; j < jobs(); ++j) {
        if (job_first_[at(j)] >= job_first_[at(j) + 1]) throw std::invalid_argument("a job has no operation");
        for (Op op = first_of_job(j); op <= last_of_job(j); ++op) {
            if (machine_[at(op)] < 0 || machine_[at(op)] >= machines)
                throw std::invalid_argument("machine out of range");
            if (duration_[at(op)] < 0) throw std::invalid_argument("negative duration");
            total += duration_[at(op)];
            if (total >= (Time{1} << 53)) throw std::invalid_argument("durations add up to 2^53 or more");
            job_[at(op)] = j;
            job_predecessor_[at(op)] = op == first_of_job(j) ? none() : op - 1;
            job_successor_[at(op)] = op == last_of_job(j) ? none() : op + 1;
            ++machine_first_[at(machine_[at(op)]) + 1];
        }
    }
    for (std::size_t m = 0; m < at(machines); ++m) machine_first_[m + 1] += machine_first_[m];
    if (total > 0) mean_duration_ = static_cast<double>(total) / static_cast<double>(n);
    lower_bound_ = compute_lower_bound();
}

Time Instance::compute_lower_bound() const {
    constexpr Time kFar = std::numeric_limits<Time>::max();
    std::vector<Time> load(at(machines_), 0), head(at(machines_), kFar), tail(at(machines_), kFar);
    Time bound = 0;
    for (std::int32_t j = 0; j < jobs(); ++j) {
        Time length = 0;
        for (Op op = first_of_job(j); op <= last_of_job(j); ++op) length += duration(op);
        bound = std::max(bound, length);
        Time before = 0;
        for (Op op = first_of_job(j); op <= last_of_job(j); ++op) {
            const std::size_t m = at(machine(op));
            load[m] += duration(op);
            head[m] = std::min(head[m], before);
            before += duration(op);
            tail[m] = std::min(tail[m], length - before);
        }
    }
    for (std::size_t m = 0; m < at(machines_); ++m) {
        if (head[m] != kFar) bound = std::max(bound, head[m] + load[m] + tail[m]);
    }
    return bound;
}

}  // namespace neurols::scheduling
