// Perturbations of a schedule, and the penalties of guided local search.
#include <algorithm>

#include "scheduling/workspace.h"

namespace neurols::scheduling {

namespace {
constexpr int kDefaultSwaps = 3;  // the paper's strength
}  // namespace

void JobShopWorkspace::perturb(int perturbation, int strength, Rng& rng) {
    if (observed_) list_all(rng);
    if (strength <= 0)
        strength = settings_.perturbation_strength > 0 ? settings_.perturbation_strength : kDefaultSwaps;
    switch (static_cast<Perturbation>(perturbation)) {
        case Perturbation::Swaps:
            random_critical_swaps(strength, rng);
            pending_ = Pending::Swaps;
            break;
        case Perturbation::BestSwaps:
            offer_phase_best();
            schedule_.assign(best_);
            random_critical_swaps(strength, rng);
            schedule_.commit();  // the backup is the way back, not the journal
            break;
        case Perturbation::Restart:
            replace_schedule(construction_.randomised(rng));
            break;
        case Perturbation::Best:
            replace_schedule(best_);
            break;
        case Perturbation::Relink:
            relink_elites(strength, rng);
            break;
    }
    if (penalty_weight_ > 0) penalty_ = penalty_of_sequences();
}

void JobShopWorkspace::replace_schedule(std::span<const Op> order) {
    const auto current = schedule_.order();
    backup_.assign(current.begin(), current.end());
    schedule_.assign(order);
    pending_ = Pending::Replaced;
}

// Swaps of neighbours in critical blocks, without a look at what they cost (the paper's ψ).
void JobShopWorkspace::random_critical_swaps(int count, Rng& rng) {
    path_version_ = 0;  // the path is drawn anew below and is not the current solution's
    for (int made = 0, tried = 0; made < count && tried < 4 * count; ++tried) {
        path_.draw(schedule_, rng);
        std::uint32_t pairs = 0;
        for (const Block& block : path_.blocks()) pairs += static_cast<std::uint32_t>(block.length() - 1);
        if (pairs == 0) return;
        auto chosen = static_cast<std::int32_t>(rng.below(pairs));
        for (const Block& block : path_.blocks()) {
            if (chosen >= block.length() - 1) {
                chosen -= block.length() - 1;
                continue;
            }
            if (schedule_.relocate(block.first + chosen, block.first + chosen + 1)) {
                schedule_.evaluate();
                ++made;
            }
            break;
        }
    }
}

// Features are the arcs between machine neighbours; those of a critical path are the ones that
// cost, each the time of its two operations. All of greatest utility = cost / (1 + penalty) rise.
void JobShopWorkspace::penalise() {
    if (penalty_weight_ <= 0) return;
    if (path_version_ != version_) {
        path_.draw(schedule_, tenure_rng_);
        path_version_ = version_;
    }
    const auto utility = [&](std::int32_t place) {
        const Op a = schedule_.at_place(place);
        const Op b = schedule_.at_place(place + 1);
        const auto cost = static_cast<double>(instance_->duration(a) + instance_->duration(b));
        return cost /
               (1 + penalties_.count(pair_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))));
    };
    double greatest = 0;
    for (const Block& block : path_.blocks()) {
        for (std::int32_t p = block.first; p < block.last; ++p) greatest = std::max(greatest, utility(p));
    }
    for (const Block& block : path_.blocks()) {
        for (std::int32_t p = block.first; p < block.last; ++p) {
            if (utility(p) < greatest) continue;
            penalties_.raise(pair_key(static_cast<std::uint32_t>(schedule_.at_place(p)),
                                      static_cast<std::uint32_t>(schedule_.at_place(p + 1))));
        }
    }
    penalty_ = current_penalty_ = penalty_of_sequences();
    // Rejected moves deserve another look: their rank has changed.
    ++version_;
    path_version_ = version_;
}

Cost JobShopWorkspace::penalty() const { return penalty_weight_ * penalty_; }

// Change of the penalty sum if the operation at `from` went to `to`: three arcs go, three come.
double JobShopWorkspace::penalty_change(std::int32_t from, std::int32_t to) const {
    const Op moved = schedule_.at_place(from);
    const Op target = schedule_.at_place(to);
    const Op none = instance_->none();
    const auto count = [&](Op a, Op b) {
        if (a == none || b == none) return 0;
        return penalties_.count(pair_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
    };
    const Op before = schedule_.machine_predecessor(moved);
    const Op after = schedule_.machine_successor(moved);
    int change = -count(before, moved) - count(moved, after) + count(before, after);
    if (from < to) {
        const Op next = schedule_.machine_successor(target);
        change += -count(target, next) + count(target, moved) + count(moved, next);
    } else {
        const Op previous = schedule_.machine_predecessor(target);
        change += -count(previous, target) + count(previous, moved) + count(moved, target);
    }
    return change;
}

double JobShopWorkspace::penalty_of_sequences() const {
    double sum = 0;
    for (std::int32_t m = 0; m < instance_->machines(); ++m) {
        for (std::int32_t p = instance_->machine_begin(m); p + 1 < instance_->machine_end(m); ++p) {
            sum += penalties_.count(pair_key(static_cast<std::uint32_t>(schedule_.at_place(p)),
                                             static_cast<std::uint32_t>(schedule_.at_place(p + 1))));
        }
    }
    return sum;
}

}  // namespace neurols::scheduling
