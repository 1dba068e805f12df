// A shop while it is being dispatched: who is ready when, and what is still to be done where.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "scheduling/instance.h"

namespace neurols::scheduling {

// Work of its job before and after each operation, itself included both times.
struct JobWork {
    explicit JobWork(const Instance& instance);

    std::vector<Time> up_to;
    std::vector<Time> remaining;
};

class ShopFloor {
public:
    explicit ShopFloor(const Instance& instance);

    const Instance& instance() const { return instance_; }

    // The machine that can start something first, of equals the one that the first job waits for; from
    // then on that moment is `now`.
    std::int32_t next_machine();
    Time now() const { return now_; }
    // Start the operation, which is the next one of its job, now.
    void start(Op op);

    Op next_of_job(std::int32_t job) const { return next_[at(job)]; }
    Time job_ready(std::int32_t job) const { return job_ready_[at(job)]; }
    Time machine_ready(std::int32_t machine) const { return machine_ready_[at(machine)]; }
    // Work that the machine, and all of them, have not started yet.
    Time machine_work(std::int32_t machine) const { return machine_work_[at(machine)]; }
    Time work() const { return work_; }
    // Jobs whose next operation is on the machine, in the order of their numbers; they may not be ready yet.
    std::span<const std::int32_t> queue(std::int32_t machine) const { return queue_[at(machine)]; }

private:
    struct Turn {  // of a machine: when it can start something, and the first job that could start then
        Time start;
        std::int32_t job;
        auto operator<=>(const Turn&) const = default;
    };

    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    void join(std::int32_t job, std::int32_t machine);
    void look_at(std::int32_t machine);

    const Instance& instance_;
    std::vector<Op> next_;
    std::vector<Time> job_ready_;
    std::vector<Time> machine_ready_;
    std::vector<Time> machine_work_;
    std::vector<std::vector<std::int32_t>> queue_;
    std::vector<Turn> turn_;
    Time work_ = 0;
    Time now_ = 0;
};

}  // namespace neurols::scheduling
