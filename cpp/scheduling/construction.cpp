#include "scheduling/construction.h"

#include <algorithm>

#include "scheduling/flow_shop.h"

namespace neurols::scheduling {

namespace {

constexpr int kRandomChoices = 3;
// Bounds the time of a construction: NEH takes some nanoseconds for each pair of jobs on each machine.
constexpr double kMostWork = 1e9;

const std::string kNeh = "neh";
const std::string kBest = "best";
constexpr DispatchRule kOftenBest[] = {DispatchRule::FddMwkr, DispatchRule::Lrpt, DispatchRule::Mwkr,
                                       DispatchRule::Mopnr, DispatchRule::Fifo};

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
        all.push_back(kBest);
        return all;
    }();
    return names;
}

Construction::Construction(const Instance& instance, const std::string& name,
                           const std::shared_ptr<const PerceptronWeights>& learned)
    : instance_(instance), best_(name == kBest) {
    if (name.empty() || best_) {
        by_neh_ = is_quick(instance) && is_flow_shop(instance);
        if (learned) ranking_.emplace(instance, learned);
    } else if (name == kNeh) {
        by_neh_ = is_flow_shop(instance);
        by_rule_ = !by_neh_;
    } else {
        rule_ = parse_dispatch_rule(name);
    }
}

std::vector<Op> Construction::first(Rng& rng) const {
    std::vector<Op> chosen = by_neh_ ? neh(instance_, 1, rng) : by_rule(1, rng);
    const auto challenge = [&](std::vector<Op> other) {
        if (makespan(instance_, other) < makespan(instance_, chosen)) chosen = std::move(other);
    };
    if (by_neh_ && by_rule_) challenge(by_rule(1, rng));
    if (best_) {
        for (const DispatchRule rule : kOftenBest) challenge(dispatch(instance_, rule, 1, rng));
    }
    return chosen;
}

std::vector<Op> Construction::randomised(Rng& rng) const {
    return by_neh_ ? neh(instance_, kRandomChoices, rng) : by_rule(kRandomChoices, rng);
}

std::vector<Op> Construction::by_rule(int choices, Rng& rng) const {
    return ranking_ ? dispatch(instance_, *ranking_, choices, rng) : dispatch(instance_, rule_, choices, rng);
}

}  // namespace neurols::scheduling
