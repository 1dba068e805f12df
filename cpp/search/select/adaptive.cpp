#include "search/select/adaptive.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neurols {

double step_value(const Observation& seen, Cost best_before) {
    if (seen.outcome == Outcome::Exhausted) return 0;
    const double better = std::max(0.0, seen.current - seen.candidate);
    const double record = std::max(0.0, best_before - seen.candidate);
    return seen.initial > 0 ? (better + record) / seen.initial : 0;
}

SelectByBandit::SelectByBandit(std::vector<Action> actions, Exploration kind, double exploration,
                               double forgetting)
    : actions_(std::move(actions)),
      kind_(kind),
      exploration_(exploration),
      forgetting_(forgetting),
      arms_(actions_.size()) {}

void SelectByBandit::start(const Observation& seen) {
    std::fill(arms_.begin(), arms_.end(), Arm{});
    last_ = -1;
    best_before_ = seen.best;
    total_ = largest_ = 0;
}

std::optional<Action> SelectByBandit::select(const Observation& seen, Rng& rng) {
    if (last_ >= 0) learn(seen);
    best_before_ = seen.best;
    const bool explore = kind_ == Exploration::EpsilonGreedy && rng.coin(exploration_);
    const std::size_t chosen = explore ? rng.below(static_cast<std::uint32_t>(arms_.size())) : best_arm(rng);
    last_ = static_cast<int>(chosen);
    return actions_[chosen];
}

void SelectByBandit::learn(const Observation& seen) {
    const double reward = step_value(seen, best_before_);
    largest_ = std::max(largest_, reward);
    total_ += 1;
    Arm& arm = arms_[static_cast<std::size_t>(last_)];
    arm.count += 1;
    arm.mean += (reward - arm.mean) * std::max(1.0 / arm.count, forgetting_);
}

// Ties, and arms never tried, are broken at random.
std::size_t SelectByBandit::best_arm(Rng& rng) const {
    std::size_t best = 0;
    double best_value = -1;
    std::uint32_t ties = 0;
    for (std::size_t i = 0; i < arms_.size(); ++i) {
        const Arm& arm = arms_[i];
        double value = std::numeric_limits<double>::infinity();
        if (arm.count > 0) {
            value = arm.mean;
            if (kind_ == Exploration::Ucb) {
                value += exploration_ * largest_ * std::sqrt(std::log(total_ + 1) / arm.count);
            }
        }
        if (value > best_value) {
            best_value = value;
            best = i;
            ties = 1;
        } else if (value == best_value && rng.below(++ties) == 0) {
            best = i;
        }
    }
    return best;
}

SelectByRoulette::SelectByRoulette(std::vector<Action> actions, Scores scores, int segment, double reaction)
    : actions_(std::move(actions)),
      scores_(scores),
      segment_(segment),
      reaction_(reaction),
      slots_(actions_.size()) {}

void SelectByRoulette::start(const Observation&) {
    std::fill(slots_.begin(), slots_.end(), Slot{});
    last_ = before_last_ = -1;
    steps_ = 0;
}

std::optional<Action> SelectByRoulette::select(const Observation& seen, Rng& rng) {
    // The candidate of the last action is scored now; whether the one before it was accepted
    // became known only at the last step.
    if (last_ >= 0) {
        Slot& slot = slots_[static_cast<std::size_t>(last_)];
        ++slot.uses;
        if (seen.outcome == Outcome::NewBest)
            slot.score += scores_.new_best;
        else if (seen.outcome == Outcome::Better)
            slot.score += scores_.better;
    }
    if (before_last_ >= 0 && seen.last_accepted) {
        slots_[static_cast<std::size_t>(before_last_)].score += scores_.accepted;
    }
    if (++steps_ % segment_ == 0) close_segment();

    double total = 0;
    for (const Slot& slot : slots_) total += slot.weight;
    double point = rng.uniform() * total;
    std::size_t chosen = 0;
    while (chosen + 1 < slots_.size() && point >= slots_[chosen].weight) {
        point -= slots_[chosen].weight;
        ++chosen;
    }
    before_last_ = last_;
    last_ = static_cast<int>(chosen);
    return actions_[chosen];
}

void SelectByRoulette::close_segment() {
    for (Slot& slot : slots_) {
        if (slot.uses > 0) {
            slot.weight += reaction_ * (slot.score / slot.uses - slot.weight);
            slot.weight = std::max(slot.weight, 0.05);  // no action is ever lost for good
        }
        slot.score = 0;
        slot.uses = 0;
    }
}

}  // namespace neurols
