#include "jobshop/dispatch.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace neurols::jobshop {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// What the rules look at, for every operation.
struct WorkTable {
    std::vector<Time> up_to;      // work of the job up to and including the operation
    std::vector<Time> remaining;  // work of the job from the operation on, itself included

    explicit WorkTable(const Instance& instance)
        : up_to(at(instance.operations())), remaining(at(instance.operations())) {
        for (std::int32_t j = 0; j < instance.jobs(); ++j) {
            Time sum = 0;
            for (Op op = instance.first_of_job(j); op <= instance.last_of_job(j); ++op) {
                up_to[at(op)] = sum += instance.duration(op);
            }
            for (Op op = instance.first_of_job(j); op <= instance.last_of_job(j); ++op) {
                remaining[at(op)] = sum - up_to[at(op)] + instance.duration(op);
            }
        }
    }
};

// Smaller is dispatched first.
double priority(const Instance& instance, const WorkTable& work, DispatchRule rule, Op op, Time ready,
                Rng& rng) {
    const auto duration = static_cast<double>(instance.duration(op));
    const auto remaining = static_cast<double>(work.remaining[at(op)]);
    switch (rule) {
        case DispatchRule::FddMwkr:
            return remaining > 0 ? static_cast<double>(work.up_to[at(op)]) / remaining
                                 : std::numeric_limits<double>::max();
        case DispatchRule::Spt:
            return duration;
        case DispatchRule::Lpt:
            return -duration;
        case DispatchRule::Mwkr:
            return -remaining;
        case DispatchRule::Lrpt:
            return duration - remaining;
        case DispatchRule::Mopnr:
            return -static_cast<double>(instance.last_of_job(instance.job(op)) - op);
        case DispatchRule::Fifo:
            return static_cast<double>(ready);
        case DispatchRule::Random:
            return rng.uniform();
    }
    return 0;
}

}  // namespace

const std::vector<std::string>& dispatch_rule_names() {
    static const std::vector<std::string> names{"fdd/mwkr", "spt",   "lpt",  "mwkr",
                                                "lrpt",     "mopnr", "fifo", "random"};
    return names;
}

DispatchRule parse_dispatch_rule(std::string_view name) {
    const auto& names = dispatch_rule_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument("unknown dispatching rule: " + std::string(name));
    return static_cast<DispatchRule>(found - names.begin());
}

std::vector<Op> dispatch(const Instance& instance, DispatchRule rule, int choices, Rng& rng) {
    const WorkTable work(instance);
    std::vector<Op> next(at(instance.jobs()));
    std::vector<Time> job_ready(at(instance.jobs()), 0), machine_ready(at(instance.machines()), 0);
    for (std::int32_t j = 0; j < instance.jobs(); ++j) next[at(j)] = instance.first_of_job(j);

    struct Waiting {
        double priority;
        Op op;
    };
    std::vector<Waiting> conflict;
    std::vector<Op> order;
    order.reserve(at(instance.operations()));
    while (order.size() < at(instance.operations())) {
        // The earliest start possible, and every operation that could take it on that machine.
        Time earliest = std::numeric_limits<Time>::max();
        std::int32_t machine = -1;
        for (std::int32_t j = 0; j < instance.jobs(); ++j) {
            const Op op = next[at(j)];
            if (op > instance.last_of_job(j)) continue;
            const std::int32_t m = instance.machine(op);
            const Time start = std::max(job_ready[at(j)], machine_ready[at(m)]);
            if (start < earliest) {
                earliest = start;
                machine = m;
            }
        }
        conflict.clear();
        for (std::int32_t j = 0; j < instance.jobs(); ++j) {
            const Op op = next[at(j)];
            if (op > instance.last_of_job(j) || instance.machine(op) != machine ||
                job_ready[at(j)] > earliest)
                continue;
            conflict.push_back({priority(instance, work, rule, op, job_ready[at(j)], rng), op});
        }
        const auto among = std::min(conflict.size(), static_cast<std::size_t>(std::max(1, choices)));
        std::partial_sort(conflict.begin(), conflict.begin() + static_cast<std::ptrdiff_t>(among),
                          conflict.end(), [](const Waiting& a, const Waiting& b) {
                              return a.priority != b.priority ? a.priority < b.priority : a.op < b.op;
                          });
        const Op chosen = conflict[among == 1 ? 0 : rng.below(static_cast<std::uint32_t>(among))].op;
        const std::int32_t job = instance.job(chosen);
        job_ready[at(job)] = machine_ready[at(machine)] = earliest + instance.duration(chosen);
        ++next[at(job)];
        order.push_back(chosen);
    }
    return order;
}

std::vector<Op> random_order(const Instance& instance, Rng& rng) {
    // Shuffle the job numbers of all operations; the k-th mention of a job is its k-th operation.
    std::vector<std::int32_t> mentions(at(instance.operations()));
    for (Op op = 0; op < instance.operations(); ++op) mentions[at(op)] = instance.job(op);
    rng.shuffle(mentions);
    std::vector<Op> next(at(instance.jobs()));
    for (std::int32_t j = 0; j < instance.jobs(); ++j) next[at(j)] = instance.first_of_job(j);
    std::vector<Op> order;
    order.reserve(mentions.size());
    for (const std::int32_t job : mentions) order.push_back(next[at(job)]++);
    return order;
}

}  // namespace neurols::jobshop
