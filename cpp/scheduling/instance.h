// Immutable data of a job shop. Operations are numbered job by job; `none()` is one past the last
// and stands for "no such neighbour", so that arrays can be read there without a branch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace neurols::scheduling {

using Op = std::int32_t;
using Time = std::int64_t;

class Instance {
public:
    // job_first has one entry per job and one more: the operations of job j are
    // job_first[j] … job_first[j + 1] - 1. Throws std::invalid_argument on inconsistent data.
    Instance(std::span<const std::int64_t> job_first, std::span<const std::int32_t> machine,
             std::span<const std::int64_t> duration, std::int32_t machines);

    Op operations() const { return static_cast<Op>(machine_.size()); }
    Op none() const { return operations(); }
    std::int32_t jobs() const { return static_cast<std::int32_t>(job_first_.size()) - 1; }
    std::int32_t machines() const { return machines_; }

    std::int32_t machine(Op op) const { return machine_[at(op)]; }
    std::int32_t job(Op op) const { return job_[at(op)]; }
    Op first_of_job(std::int32_t job) const { return job_first_[at(job)]; }
    Op last_of_job(std::int32_t job) const { return job_first_[at(job) + 1] - 1; }

    // Duration, and neighbours in the job; valid at none() too (0 and none()).
    Time duration(Op op) const { return duration_[at(op)]; }
    Op job_predecessor(Op op) const { return job_predecessor_[at(op)]; }
    Op job_successor(Op op) const { return job_successor_[at(op)]; }

    // The operations of a machine fill this stretch of the flat machine sequences.
    std::int32_t machine_begin(std::int32_t m) const { return machine_first_[at(m)]; }
    std::int32_t machine_end(std::int32_t m) const { return machine_first_[at(m) + 1]; }

    const Time* durations() const { return duration_.data(); }
    const Op* job_predecessors() const { return job_predecessor_.data(); }
    const Op* job_successors() const { return job_successor_.data(); }

    double mean_duration() const { return mean_duration_; }  // never 0

    // The longest job, and the busiest machine between its earliest head and its shortest tail.
    Time lower_bound() const { return lower_bound_; }

private:
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    Time compute_lower_bound() const;

    std::int32_t machines_;
    std::vector<Op> job_first_;
    std::vector<std::int32_t> machine_;
    std::vector<std::int32_t> job_;
    std::vector<Time> duration_;
    std::vector<Op> job_predecessor_;
    std::vector<Op> job_successor_;
    std::vector<std::int32_t> machine_first_;
    Time lower_bound_ = 0;
    double mean_duration_ = 1;
};

}  // namespace neurols::scheduling
