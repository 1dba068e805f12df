#include "scheduling/shop_floor.h"

#include <algorithm>
#include <limits>

namespace neurols::scheduling {

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
      queue_(at(instance.machines())),
      turn_(at(instance.machines())) {
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        next_[at(j)] = instance.first_of_job(j);
        if (next_[at(j)] <= instance.last_of_job(j)) join(j, instance.machine(next_[at(j)]));
    }
    for (std::int32_t m = 0; m < instance.machines(); ++m) look_at(m);
    for (Op op = 0; op < instance.operations(); ++op) {
        machine_work_[at(instance.machine(op))] += instance.duration(op);
        work_ += instance.duration(op);
    }
}

std::int32_t ShopFloor::next_machine() {
    const auto first = std::min_element(turn_.begin(), turn_.end());
    now_ = first->start;
    return static_cast<std::int32_t>(first - turn_.begin());
}

void ShopFloor::start(Op op) {
    const std::int32_t job = instance_.job(op);
    const std::int32_t machine = instance_.machine(op);
    const Time duration = instance_.duration(op);
    job_ready_[at(job)] = machine_ready_[at(machine)] = now_ + duration;
    machine_work_[at(machine)] -= duration;
    work_ -= duration;
    auto& left = queue_[at(machine)];
    left.erase(std::lower_bound(left.begin(), left.end(), job));
    const Op next = ++next_[at(job)];
    if (next <= instance_.last_of_job(job)) {
        join(job, instance_.machine(next));
        look_at(instance_.machine(next));
    }
    look_at(machine);
}

void ShopFloor::join(std::int32_t job, std::int32_t machine) {
    auto& queue = queue_[at(machine)];
    queue.insert(std::lower_bound(queue.begin(), queue.end(), job), job);
}

void ShopFloor::look_at(std::int32_t machine) {
    Turn& turn = turn_[at(machine)];
    turn = {std::numeric_limits<Time>::max(), instance_.jobs()};
    for (const std::int32_t job : queue_[at(machine)]) {
        turn = std::min(turn, {std::max(job_ready_[at(job)], machine_ready_[at(machine)]), job});
    }
}

}  // namespace neurols::scheduling
