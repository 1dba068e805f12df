#include "scheduling/critical.h"

namespace neurols::scheduling {

void CriticalPath::draw(const Schedule& schedule, Rng& rng) {
    const Instance& instance = schedule.instance();
    path_.clear();
    Op op = instance.none();
    std::uint32_t ties = 0;
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        const Op last = instance.last_of_job(j);
        if (schedule.end(last) == schedule.makespan() && (++ties == 1 || rng.below(ties) == 0)) op = last;
    }
    while (op != instance.none()) {
        path_.push_back(op);
        const Time head = schedule.head(op);
        if (head == 0) break;
        const Op on_job = instance.job_predecessor(op);
        const Op on_machine = schedule.machine_predecessor(op);
        const bool by_job = schedule.end(on_job) == head;
        const bool by_machine = schedule.end(on_machine) == head;
        op = by_job && (!by_machine || rng.below(2) == 0) ? on_job : on_machine;
    }
    cut(schedule);
}

void CriticalPath::cut(const Schedule& schedule) {
    blocks_.clear();
    const std::size_t n = path_.size();
    std::size_t i = 0;
    while (i < n) {
        std::size_t j = i;  // path_ runs backwards: path_[j + 1] comes before path_[j]
        while (j + 1 < n && schedule.machine_predecessor(path_[j]) == path_[j + 1]) ++j;
        if (j > i) {
            Block& block = blocks_.emplace_back();
            block.first = schedule.place(path_[j]);
            block.last = schedule.place(path_[i]);
            block.starts_path = j + 1 == n;
            block.ends_path = i == 0;
        }
        i = j + 1;
    }
}

}  // namespace neurols::scheduling
