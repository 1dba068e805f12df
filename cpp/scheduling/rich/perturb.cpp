// Perturbations of a schedule, and the way to a first one that meets all constraints.
#include <algorithm>
#include <limits>

#include "scheduling/rich/infeasible.h"
#include "scheduling/rich/workspace.h"
#include "search/stop.h"

namespace neurols::scheduling::rich {

namespace {
constexpr int kDefaultMoves = 3;
constexpr int kNearest = 35;                 // a phase starts 35 to 65 percent of the way between two elites
constexpr int kJobOrders = 30;               // tried where dispatching meets a deadlock
constexpr std::int64_t kRepairSteps = 2000;  // without a stated effort
constexpr int kMostKickAfter = 200;          // steps of a repair without progress
constexpr int kRestartAfter = 4;             // kicks without progress
}  // namespace

void RichWorkspace::perturb(int perturbation, int strength, Rng& rng) {
    if (observed_) list_all(rng);
    if (strength <= 0)
        strength = settings_.perturbation_strength > 0 ? settings_.perturbation_strength : kDefaultMoves;
    switch (static_cast<Perturbation>(perturbation)) {
        case Perturbation::Swaps:
            random_moves(strength, rng);
            pending_ = Pending::Swaps;
            break;
        case Perturbation::BestSwaps:
            offer_phase_best();
            schedule_.assign(best_);
            random_moves(strength, rng);
            schedule_.commit();  // the backup is the way back, not the journal
            break;
        case Perturbation::Restart:
            schedule_.copy_to(backup_);
            pending_ = Pending::Replaced;
            construction_.randomised(schedule_, rng);
            if (!schedule_.feasible()) construction_.job_by_job(schedule_, rng);
            break;
        case Perturbation::Best:
            replace(best_);
            break;
        case Perturbation::Relink:
            relink_elites(strength, rng);
            break;
    }
}

void RichWorkspace::replace(const Plan& plan) {
    schedule_.copy_to(backup_);
    schedule_.assign(plan);
    pending_ = Pending::Replaced;
}

// Moves of critical operations without a look at what they cost: a swap with a neighbour on the machine, or
// another machine where there is one.
void RichWorkspace::random_moves(int count, Rng& rng) {
    path_version_ = 0;  // the paths are drawn anew below and are not the current solution's
    for (int made = 0, tried = 0; made < count && tried < 4 * count; ++tried) {
        paths_.draw(schedule_, 1, rng);
        if (!random_move(rng)) continue;
        schedule_.evaluate();
        ++made;
    }
}

bool RichWorkspace::random_move(Rng& rng) {
    const auto ops = paths_.ops();
    if (ops.empty()) return false;
    const Op op = ops[rng.below(static_cast<std::uint32_t>(ops.size()))];
    const Op none = instance_->none();
    const auto modes = instance_->modes(op);
    const Mode& mode = modes[rng.below(static_cast<std::uint32_t>(modes.size()))];
    if (mode.machine != schedule_.machine(op)) {
        Op after = none;
        for (Op next = schedule_.first_on(mode.machine);
             next != none && schedule_.start(next) < schedule_.start(op);
             next = schedule_.machine_successor(next))
            after = next;
        return schedule_.move(op, mode.machine, mode.duration, after);
    }
    const Op next = schedule_.machine_successor(op);
    if (next != none) return schedule_.move(op, mode.machine, mode.duration, next);
    const Op before = schedule_.machine_predecessor(op);
    if (before == none) return false;
    return schedule_.move(op, mode.machine, mode.duration, schedule_.machine_predecessor(before));
}

void RichWorkspace::start_phase() {
    phase_cost_ = std::numeric_limits<Cost>::infinity();
    keep_phase_best();
}

void RichWorkspace::keep_phase_best() {
    if (schedule_.cost() >= phase_cost_) return;
    schedule_.copy_to(phase_best_);
    phase_cost_ = schedule_.cost();
}

// Leaves the best of the phase as the working solution.
void RichWorkspace::offer_phase_best() {
    replace(phase_best_);
    if (elites_.in_use()) elites_.offer(schedule_);
}

// Path relinking: a phase runs from one perturbation to the next; its best solution is offered to the elites,
// and the next phase starts between two of them.
void RichWorkspace::relink_elites(int elites, Rng& rng) {
    elites_.make_room(std::max(elites, 2));
    offer_phase_best();
    if (!elites_.full()) {
        construction_.randomised(schedule_, rng);
        return;
    }
    const auto count = static_cast<std::uint32_t>(elites_.size());
    const std::uint32_t from = rng.below(count);
    const std::uint32_t to = (from + 1 + rng.below(count - 1)) % count;
    elites_.between(elites_[from], elites_[to], rng.between(kNearest, 100 - kNearest), rng, plan_);
    schedule_.assign(plan_);
}

// Only the best: searches that share all their elites soon have the same ones.
bool RichWorkspace::learn(const Workspace& other) {
    if (!elites_.in_use()) return false;
    Schedule schedule(*instance_);
    schedule.assign(dynamic_cast<const RichWorkspace&>(other).best_);
    elites_.offer(schedule);
    return true;
}

bool RichWorkspace::adopt(const Workspace& other) {
    replace(dynamic_cast<const RichWorkspace&>(other).best_);
    if (schedule_.cost() < best_cost_) keep_best();
    accept();
    return true;
}

// One job after the other helps against deadlocks; against deadlines a search that goes by their price.
void RichWorkspace::find_feasible(Rng& rng) {
    schedule_.copy_to(plan_);
    double least = schedule_.cost();
    for (int tried = 0; tried < kJobOrders; ++tried) {
        construction_.job_by_job(schedule_, rng);
        if (schedule_.feasible()) return;
        if (schedule_.cost() >= least) continue;
        least = schedule_.cost();
        schedule_.copy_to(plan_);
    }
    schedule_.assign(plan_);
    if (repair(rng, kRepairSteps, std::numeric_limits<double>::infinity())) return;
    if (InitialEffort* effort = settings_.effort.get()) {
        plan_ = effort->once<Plan>([&] {
            Rng own(effort->seed(), ~std::uint64_t{0});  // a stream that no search uses
            construction_.job_by_job(schedule_, own);
            ++version_;
            if (!repair(own, effort->steps(), effort->deadline()))
                throw NoFeasibleSchedule(*instance_, schedule_);
            Plan found;
            schedule_.copy_to(found);
            return found;
        });
        schedule_.assign(plan_);
        ++version_;
        return;
    }
    throw NoFeasibleSchedule(*instance_, schedule_);
}

// Tabu search on the price of what is violated.
bool RichWorkspace::repair(Rng& rng, std::int64_t steps, double deadline) {
    constexpr int kInsertTabu = 9, kKick = 5;
    best_cost_ = -std::numeric_limits<Cost>::infinity();  // nothing is good enough to forget what is tabu
    double least = schedule_.cost();
    const int patience = std::min(kMostKickAfter, 4 * instance_->operations());
    int stuck = 0, kicks = 0;
    for (std::int64_t step = 0; step < steps && !schedule_.feasible(); ++step) {
        if (deadline < std::numeric_limits<double>::infinity() && wall_clock() > deadline) return false;
        if (++stuck > patience || !propose(kInsertTabu, rng)) {
            stuck = 0;
            if (++kicks % kRestartAfter == 0) {
                construction_.at_random(schedule_, rng);
                pending_ = Pending::Replaced;
                least = schedule_.cost();
            } else {
                const auto n = static_cast<std::uint32_t>(instance_->operations());
                reinsertion_.ruin(schedule_, static_cast<Op>(rng.below(n)), kKick, 0.05, rng);
                pending_ = Pending::Ruin;
            }
        }
        accept();
        if (schedule_.cost() < least) {
            least = schedule_.cost();
            stuck = 0;
        }
    }
    return schedule_.feasible();
}

}  // namespace neurols::scheduling::rich
