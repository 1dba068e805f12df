// Elite solutions and the way between them as a perturbation (Nowicki and Smutnicki, 2005; Peng, Lü
// and Cheng, 2015). A phase runs from one perturbation to the next; its best solution is offered to
// the elites, and the next phase starts between two of them.
#include <algorithm>
#include <limits>

#include "scheduling/workspace.h"

namespace neurols::scheduling {

namespace {
constexpr int kNearest = 35;  // a phase starts 35 to 65 percent of the way between two elites
}  // namespace

void JobShopWorkspace::start_phase() {
    phase_makespan_ = std::numeric_limits<Time>::max();
    keep_phase_best();
}

void JobShopWorkspace::keep_phase_best() {
    if (schedule_.makespan() >= phase_makespan_) return;
    const auto order = schedule_.order();
    phase_best_.assign(order.begin(), order.end());
    phase_makespan_ = schedule_.makespan();
}

// Leaves the best of the phase as the working solution.
void JobShopWorkspace::offer_phase_best() {
    replace_schedule(phase_best_);
    if (elites_.in_use()) elites_.offer(schedule_);
}

void JobShopWorkspace::relink_elites(int elites, Rng& rng) {
    elites_.make_room(std::max(elites, 2));
    offer_phase_best();
    if (!elites_.full()) {
        schedule_.assign(construction_.randomised(rng));
        return;
    }
    const auto count = static_cast<std::uint32_t>(elites_.size());
    const std::uint32_t from = rng.below(count);
    const std::uint32_t to = (from + 1 + rng.below(count - 1)) % count;
    const int percent = rng.between(kNearest, 100 - kNearest);
    schedule_.assign(elites_.between(elites_[from], elites_[to], percent));
}

// Only the best: searches that share all their elites soon have the same ones.
bool JobShopWorkspace::learn(const Workspace& other) {
    if (!elites_.in_use()) return false;
    Schedule schedule(*instance_);
    schedule.assign(dynamic_cast<const JobShopWorkspace&>(other).best_);
    elites_.offer(schedule);
    return true;
}

bool JobShopWorkspace::adopt(const Workspace& other) {
    replace_schedule(dynamic_cast<const JobShopWorkspace&>(other).best_);
    if (penalty_weight_ > 0) penalty_ = penalty_of_sequences();
    if (schedule_.makespan() < best_makespan_) keep_best();
    accept();
    return true;
}

}  // namespace neurols::scheduling
