#include "scheduling/dispatch.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "scheduling/shop_floor.h"

namespace neurols::scheduling {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

// Smaller is dispatched first.
double priority(const ShopFloor& floor, const JobWork& work, DispatchRule rule, Op op, Rng& rng) {
    const Instance& instance = floor.instance();
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
            return static_cast<double>(floor.job_ready(instance.job(op)));
        case DispatchRule::Random:
            return rng.uniform();
    }
    return 0;
}

// `priority` tells of an operation that could start now how early it is dispatched: smallest first.
template <class Priority>
std::vector<Op> dispatch_by(const Instance& instance, const Priority& priority, int choices, Rng& rng) {
    ShopFloor floor(instance);
    struct Waiting {
        double priority;
        Op op;
    };
    std::vector<Waiting> conflict;
    std::vector<Op> order;
    order.reserve(at(instance.operations()));
    while (order.size() < at(instance.operations())) {
        const std::int32_t machine = floor.next_machine();
        conflict.clear();
        for (const std::int32_t job : floor.queue(machine)) {
            if (floor.job_ready(job) > floor.now()) continue;
            const Op op = floor.next_of_job(job);
            conflict.push_back({static_cast<double>(priority(floor, op)), op});
        }
        const auto among = std::min(conflict.size(), static_cast<std::size_t>(std::max(1, choices)));
        std::partial_sort(conflict.begin(), conflict.begin() + static_cast<std::ptrdiff_t>(among),
                          conflict.end(), [](const Waiting& a, const Waiting& b) {
                              return a.priority != b.priority ? a.priority < b.priority : a.op < b.op;
                          });
        const Op chosen = conflict[among == 1 ? 0 : rng.below(static_cast<std::uint32_t>(among))].op;
        floor.start(chosen);
        order.push_back(chosen);
    }
    return order;
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
    const JobWork work(instance);
    const auto by_rule = [&](const ShopFloor& floor, Op op) { return priority(floor, work, rule, op, rng); };
    return dispatch_by(instance, by_rule, choices, rng);
}

std::vector<Op> dispatch(const Instance& instance, const DispatchRanking& ranking, int choices, Rng& rng) {
    const auto by_ranking = [&](const ShopFloor& floor, Op op) { return ranking.rank(floor, op); };
    return dispatch_by(instance, by_ranking, choices, rng);
}

}  // namespace neurols::scheduling
