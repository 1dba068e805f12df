#include "jobshop/shop_floor.h"

#include <algorithm>
#include <limits>

namespace neurols::jobshop {

JobWork::JobWork(const Instance& instance)
    : up_to(static_cast<std::size_t>(instance.operations())), remaining(up_to.size()) {
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        Time sum = 0;
        for (Op op = instance.first_of_job(j); op <= instance.last_of_job(j); ++op) {
            up_to[static_cast<std::size_t>(op)] = sum += instance.duration(op);
        }
        for (Op op = instance.first_of_job(j); op <= instance.last_of_job(j); ++op) {
            const auto i = static_cast<std::size_t>(op);
            remaining[i] = sum - up_to[i] + instance.duration(op);
        }
    }
}

ShopFloor::ShopFloor(const Instance& instance)
    : instance_(instance),
      next_(at(instance.jobs())),
      job_ready_(at(instance.jobs()), 0),
      machine_ready_(at(instance.machines()), 0),
      machine_work_(at(instance.machines()), 0),
      queue_(at(instance.machines()), 0) {
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        next_[at(j)] = instance.first_of_job(j);
        if (next_[at(j)] <= instance.last_of_job(j)) ++queue_[at(instance.machine(next_[at(j)]))];
    }
    for (Op op = 0; op < instance.operations(); ++op) {
        machine_work_[at(instance.machine(op))] += instance.duration(op);
        work_ += instance.duration(op);
    }
}

std::int32_t ShopFloor::next_machine() {
    Time earliest = std::numeric_limits<Time>::max();
    std::int32_t machine = -1;
    for (std::int32_t j = 0; j < instance_.jobs(); ++j) {
        const Op op = next_[at(j)];
        if (op > instance_.last_of_job(j)) continue;
        const std::int32_t m = instance_.machine(op);
        const Time start = std::max(job_ready_[at(j)], machine_ready_[at(m)]);
        if (start < earliest) {
            earliest = start;
            machine = m;
        }
    }
    now_ = earliest;
    return machine;
}

void ShopFloor::start(Op op) {
    const std::int32_t job = instance_.job(op);
    const std::int32_t machine = instance_.machine(op);
    const Time duration = instance_.duration(op);
    job_ready_[at(job)] = machine_ready_[at(machine)] = now_ + duration;
    machine_work_[at(machine)] -= duration;
    work_ -= duration;
    --queue_[at(machine)];
    const Op next = ++next_[at(job)];
    if (next <= instance_.last_of_job(job)) ++queue_[at(instance_.machine(next))];
}

}  // namespace neurols::jobshop
