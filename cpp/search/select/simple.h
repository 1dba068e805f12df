// Selection rules that do not learn from what came of their choices.
#pragma once

#include <utility>
#include <vector>

#include "search/rules.h"

namespace neurols {

// Always the same action. Reports a local optimum when it is exhausted.
class SelectFixed : public SelectionRule {
public:
    explicit SelectFixed(Action action) : action_(action) {}
    std::optional<Action> select(const Observation& seen, Rng&) override {
        if (seen.outcome == Outcome::Exhausted) return std::nullopt;
        return action_;
    }

private:
    Action action_;
};

// Uniformly at random: the operator choice of a random policy.
class SelectUniform : public SelectionRule {
public:
    explicit SelectUniform(std::vector<Action> actions) : actions_(std::move(actions)) {}
    std::optional<Action> select(const Observation&, Rng& rng) override {
        return actions_[rng.below(static_cast<std::uint32_t>(actions_.size()))];
    }

private:
    std::vector<Action> actions_;
};

// Variable neighbourhoods (Mladenović and Hansen, 1997): the next operator after `patience` steps
// without an improvement or when one is exhausted, the first again after an improvement. Reports a
// local optimum after the last one.
class SelectInOrder : public SelectionRule {
public:
    SelectInOrder(std::vector<Action> actions, int patience)
        : actions_(std::move(actions)), patience_(patience) {}

    void start(const Observation&) override { rewind(); }

    std::optional<Action> select(const Observation& seen, Rng&) override {
        if (seen.improving || seen.last_action.is_perturbation())
            rewind();
        else if (seen.outcome == Outcome::Exhausted || (seen.pending && ++failures_ >= patience_)) {
            ++position_;
            failures_ = 0;
        }
        if (position_ == actions_.size()) {
            rewind();
            return std::nullopt;
        }
        return actions_[position_];
    }

private:
    void rewind() {
        position_ = 0;
        failures_ = 0;
    }

    std::vector<Action> actions_;
    int patience_;
    std::size_t position_ = 0;
    int failures_ = 0;
};

}  // namespace neurols
