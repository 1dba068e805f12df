#include "scheduling/rich/construction.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace neurols::scheduling::rich {

namespace {
constexpr Op kMostInserted = 1000;     // operations up to which insertion is quick
constexpr std::uint32_t kChoices = 3;  // of a stochastic rule
}  // namespace

const std::vector<std::string>& construction_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all{"best", "insertion", "jobs"};
        all.insert(all.end(), rule_names().begin(), rule_names().end());
        return all;
    }();
    return names;
}

Construction::Construction(const Instance& instance, const std::string& name)
    : instance_(&instance),
      dispatcher_(instance),
      reinsertion_(instance),
      jobs_(static_cast<std::size_t>(instance.jobs())) {
    std::iota(jobs_.begin(), jobs_.end(), 0);
    if (name.empty() || name == "best") return;
    if (name == "insertion") {
        kind_ = Kind::Insertion;
    } else if (name == "jobs") {
        kind_ = Kind::Jobs;
    } else {
        const auto found = std::find(rule_names().begin(), rule_names().end(), name);
        if (found == rule_names().end()) throw std::invalid_argument("unknown construction \"" + name + "\"");
        kind_ = Kind::Rule;
        rule_ = static_cast<Rule>(found - rule_names().begin());
    }
}

void Construction::first(Schedule& schedule, Rng& rng) {
    if (kind_ == Kind::Best) {
        try_all(schedule, rng);
    } else {
        build(schedule, kind_, rule_, 1, rng);
    }
}

void Construction::randomised(Schedule& schedule, Rng& rng) {
    Rule rule = rule_;
    if (kind_ == Kind::Best && !tried_.empty())
        rule = tried_[rng.below(static_cast<std::uint32_t>(std::min<std::size_t>(kChoices, tried_.size())))]
                   .rule;
    const bool by_rule = kind_ == Kind::Best || kind_ == Kind::Rule;
    build(schedule, by_rule ? Kind::Rule : kind_, rule, kChoices, rng);
}

void Construction::job_by_job(Schedule& schedule, Rng& rng) {
    rng.shuffle(jobs_);
    dispatcher_.dispatch_jobs(jobs_, plan_);
    schedule.assign(plan_);
}

void Construction::at_random(Schedule& schedule, Rng& rng) {
    const auto n = static_cast<std::size_t>(instance_->operations());
    plan_.order.clear();
    plan_.machine.assign(n, -1);
    waits_.assign(n, 0);
    open_.clear();
    for (Op op = 0; op < instance_->operations(); ++op) {
        const auto modes = instance_->modes(op);
        plan_.machine[static_cast<std::size_t>(op)] =
            modes[rng.below(static_cast<std::uint32_t>(modes.size()))].machine;
        const auto waits = static_cast<std::int32_t>(instance_->predecessors(op).size());
        waits_[static_cast<std::size_t>(op)] = waits;
        if (waits == 0) open_.push_back(op);
    }
    while (!open_.empty()) {
        std::swap(open_[rng.below(static_cast<std::uint32_t>(open_.size()))], open_.back());
        const Op op = open_.back();
        open_.pop_back();
        plan_.order.push_back(op);
        for (const Link& link : instance_->successors(op))
            if (--waits_[static_cast<std::size_t>(link.op)] == 0) open_.push_back(link.op);
    }
    schedule.assign(plan_);
}

void Construction::build(Schedule& schedule, Kind kind, Rule rule, std::uint32_t choices, Rng& rng) {
    switch (kind) {
        case Kind::Jobs:
            job_by_job(schedule, rng);
            return;
        case Kind::Insertion:
            insert_all(schedule, rng);
            return;
        default:
            dispatcher_.dispatch(rule, choices, rng, plan_);
            schedule.assign(plan_);
    }
}

// Operations in topological order, those with the longest way to go first, each at its best place.
void Construction::insert_all(Schedule& schedule, Rng& rng) {
    plan_.order.assign(instance_->topological().begin(), instance_->topological().end());
    plan_.machine.assign(plan_.order.size(), -1);
    schedule.assign(plan_);
    std::vector<Op> order(plan_.order);
    std::stable_sort(order.begin(), order.end(), [&](Op a, Op b) {
        const Time head_a = instance_->earliest_start(a), head_b = instance_->earliest_start(b);
        return head_a != head_b ? head_a < head_b : instance_->shortest_tail(a) > instance_->shortest_tail(b);
    });
    for (const Op op : order) reinsertion_.insert(schedule, op, 0.0, rng);
    schedule.evaluate();
    schedule.commit();
}

void Construction::try_all(Schedule& schedule, Rng& rng) {
    tried_.clear();
    double best_cost = 0;
    const auto offer = [&] {
        const double cost = schedule.cost();
        if (best_.order.empty() || cost < best_cost) {
            best_cost = cost;
            schedule.copy_to(best_);
        }
        return cost;
    };
    best_.order.clear();
    for (std::size_t r = 0; r < rule_names().size(); ++r) {
        const auto rule = static_cast<Rule>(r);
        build(schedule, Kind::Rule, rule, 1, rng);
        tried_.push_back({offer(), rule});
    }
    std::stable_sort(tried_.begin(), tried_.end(),
                     [](const Tried& a, const Tried& b) { return a.cost < b.cost; });
    if (instance_->operations() <= kMostInserted) {
        insert_all(schedule, rng);
        offer();
    }
    schedule.assign(best_);
}

}  // namespace neurols::scheduling::rich
