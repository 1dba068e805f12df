#include "scheduling/rich/reinsertion.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace neurols::scheduling::rich {

namespace {
std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
}  // namespace

Reinsertion::Reinsertion(const Instance& instance)
    : instance_(&instance),
      evaluator_(instance),
      is_out_(at(instance.operations()), 0),
      job_first_(at(instance.jobs()) + 1, 0),
      by_job_(at(instance.operations())) {
    for (Op op = 0; op < instance.operations(); ++op) ++job_first_[at(instance.job(op)) + 1];
    for (std::size_t j = 0; j < at(instance.jobs()); ++j) job_first_[j + 1] += job_first_[j];
    std::vector<std::int32_t> next(job_first_.begin(), job_first_.end() - 1);
    for (const Op op : instance.topological()) by_job_[at(next[at(instance.job(op))]++)] = op;
}

bool Reinsertion::insert(Schedule& schedule, Op op, double blinks, Rng& rng, double ceiling) {
    if (instance_->is_plain()) schedule.refresh();
    moves_.clear();
    evaluator_.list_unplaced(schedule, op, blinks, rng, moves_);
    while (!moves_.empty()) {
        Move* best = nullptr;
        std::uint32_t ties = 0;
        for (Move& move : moves_) {
            if (best && move.rank > best->rank) continue;
            if (blinks > 0 && rng.coin(blinks)) continue;
            if (!best || move.rank < best->rank) ties = 0;
            if (rng.below(++ties) == 0) best = &move;
        }
        if (!best) best = &moves_[rng.below(static_cast<std::uint32_t>(moves_.size()))];
        if (best->estimate > ceiling) return false;
        if (schedule.put_in(op, best->machine, best->duration, best->after)) return true;
        *best = moves_.back();  // would close a cycle after all
        moves_.pop_back();
    }
    throw std::logic_error("an operation has no place");
}

bool Reinsertion::ruin(Schedule& schedule, Op around, int count, double blinks, Rng& rng, double ceiling) {
    // Only there do operations that are put in never make the others earlier.
    if (!instance_->is_plain()) ceiling = std::numeric_limits<double>::infinity();
    if (instance_->is_plain() && schedule.logs_tails()) schedule.evaluate_tails();
    choose(schedule, around, static_cast<std::size_t>(std::max(1, count)), rng);
    for (const Op op : out_) {
        schedule.take_out(op);
        is_out_[at(op)] = 0;
    }
    // By chance, or in the order of a schedule without machines.
    if (rng.below(2) == 0) {
        rng.shuffle(out_);
    } else {
        std::sort(out_.begin(), out_.end(), [&](Op a, Op b) { return schedule.rank(a) < schedule.rank(b); });
    }
    for (const Op op : out_) {
        if (insert(schedule, op, blinks, rng, ceiling)) continue;
        schedule.undo();
        return false;
    }
    schedule.evaluate();
    return true;
}

void Reinsertion::take(Op op) {
    if (is_out_[at(op)]) return;
    is_out_[at(op)] = 1;
    out_.push_back(op);
}

void Reinsertion::choose(const Schedule& schedule, Op around, std::size_t count, Rng& rng) {
    out_.clear();
    count = std::min(count, at(instance_->operations()));
    take(around);
    switch (static_cast<Relation>(rng.below(static_cast<std::uint32_t>(Relation::kCount)))) {
        case Relation::Machine:
            choose_on_machine(schedule, around, count);
            break;
        case Relation::Window:
            choose_in_window(schedule, around, count, rng);
            break;
        case Relation::Job:
            choose_jobs(schedule, around, count, rng);
            break;
        default:
            while (out_.size() < count)
                take(static_cast<Op>(rng.below(static_cast<std::uint32_t>(instance_->operations()))));
    }
}

// Neighbours on the machine, on both sides.
void Reinsertion::choose_on_machine(const Schedule& schedule, Op around, std::size_t count) {
    Op before = schedule.machine_predecessor(around), after = schedule.machine_successor(around);
    const Op none = instance_->none();
    while (out_.size() < count && (before != none || after != none)) {
        if (after != none) {
            take(after);
            after = schedule.machine_successor(after);
        }
        if (before != none && out_.size() < count) {
            take(before);
            before = schedule.machine_predecessor(before);
        }
    }
}

// Operations that run at about the same time; nearby ones in the topological order are looked at.
void Reinsertion::choose_in_window(const Schedule& schedule, Op around, std::size_t count, Rng& rng) {
    const auto order = schedule.order();
    const auto reach = static_cast<std::int32_t>(2 * count);
    const std::int32_t begin = std::max(0, schedule.rank(around) - reach);
    const std::int32_t end = std::min(instance_->operations(), schedule.rank(around) + reach + 1);
    keyed_.clear();
    for (std::int32_t r = begin; r < end; ++r) {
        const Op op = order[at(r)];
        const double distance = std::abs(schedule.start(op) - schedule.start(around));
        keyed_.push_back({distance * (0.5 + rng.uniform()), op});
    }
    std::sort(keyed_.begin(), keyed_.end(),
              [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.op < b.op; });
    for (const Keyed& each : keyed_) {
        if (out_.size() >= count) break;
        take(each.op);
    }
}

// The rest of the job, then of jobs of neighbours on its machines.
void Reinsertion::choose_jobs(const Schedule& schedule, Op around, std::size_t count, Rng& rng) {
    Op member = around;
    for (int jobs = 0; jobs < 8 && out_.size() < count; ++jobs) {
        const std::size_t j = at(instance_->job(member));
        for (std::int32_t k = job_first_[j]; k < job_first_[j + 1] && out_.size() < count; ++k)
            take(by_job_[at(k)]);
        const Op pivot = out_[rng.below(static_cast<std::uint32_t>(out_.size()))];
        const Op next =
            rng.below(2) == 0 ? schedule.machine_successor(pivot) : schedule.machine_predecessor(pivot);
        if (next != instance_->none()) member = next;
    }
}

}  // namespace neurols::scheduling::rich
