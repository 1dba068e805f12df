#include "jobshop/construction.h"

#include <algorithm>

#include "jobshop/flow_shop.h"

namespace neurols::jobshop {

namespace {

constexpr int kRandomChoices = 3;
// Nobody waits for a start: NEH takes some nanoseconds for each pair of jobs on each machine.
constexpr double kMostWork = 1e9;

const std::string kNeh = "neh";

bool is_quick(const Instance& instance) {
    const double jobs = instance.jobs();
    return jobs * jobs * instance.machines() <= kMostWork;
}

Time makespan(const Instance& instance, const std::vector<Op>& order) {
    std::vector<Time> job_ready(static_cast<std::size_t>(instance.jobs()), 0);
    std::vector<Time> machine_ready(static_cast<std::size_t>(instance.machines()), 0);
    Time last = 0;
    for (const Op op : order) {
        Time& job = job_ready[static_cast<std::size_t>(instance.job(op))];
        Time& machine = machine_ready[static_cast<std::size_t>(instance.machine(op))];
        job = machine = std::max(job, machine) + instance.duration(op);
        last = std::max(last, job);
    }
    return last;
}

}  // namespace

const std::vector<std::string>& construction_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = dispatch_rule_names();
        all.push_back(kNeh);
        return all;
    }();
    return names;
}

Construction::Construction(const Instance& instance, const std::string& name) : instance_(instance) {
    if (name.empty()) {
        by_neh_ = is_quick(instance) && is_flow_shop(instance);
    } else if (name == kNeh) {
        by_neh_ = is_flow_shop(instance);
        by_rule_ = !by_neh_;
    } else {
        rule_ = parse_dispatch_rule(name);
    }
}

std::vector<Op> Construction::first(Rng& rng) const {
    if (!by_neh_) return dispatch(instance_, rule_, 1, rng);
    std::vector<Op> permutation = neh(instance_, 1, rng);
    if (!by_rule_) return permutation;
    std::vector<Op> dispatched = dispatch(instance_, rule_, 1, rng);
    return makespan(instance_, dispatched) < makespan(instance_, permutation) ? dispatched : permutation;
}

std::vector<Op> Construction::randomised(Rng& rng) const {
    return by_neh_ ? neh(instance_, kRandomChoices, rng) : dispatch(instance_, rule_, kRandomChoices, rng);
}

}  // namespace neurols::jobshop
