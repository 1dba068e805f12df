// What was decided when, in a bounded number of bins: step by step while the search is short; when
// the bins run out, neighbours merge and every bin covers twice as many steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/observation.h"

namespace neurols {

class DecisionTrace {
public:
    // `bins` is even; 0 switches the trace off.
    void start(std::size_t bins, std::size_t operators, std::size_t perturbations) {
        bins_ = bins;
        operators_ = operators;
        actions_ = operators + perturbations;
        width_ = 1;
        used_ = 0;
        proposed_.assign(bins * actions_, 0);
        decided_.assign(bins * actions_, 0);
        accepted_.assign(bins * actions_, 0);
        current_.assign(bins, 0);
        best_.assign(bins, 0);
    }

    bool on() const { return bins_ > 0; }

    // A step was made; `seen` shows its candidate.
    void note_step(const Observation& seen) {
        if (bin_of(seen.iteration) >= bins_) merge();
        const std::size_t bin = bin_of(seen.iteration);
        used_ = bin + 1;
        ++proposed_[bin * actions_ + place(seen.last_action)];
        current_[bin] = seen.current;
        best_[bin] = seen.best;
    }

    // The candidate that the last step made is accepted or rejected; `seen` is from before that.
    void note_decision(const Observation& seen, bool accepted) {
        const std::size_t at = bin_of(seen.iteration) * actions_ + place(seen.last_action);
        ++decided_[at];
        if (accepted) ++accepted_[at];
    }

    std::int64_t width() const { return width_; }                             // steps in a bin
    std::size_t used() const { return used_; }                                // bins
    std::size_t actions() const { return actions_; }                          // operators, then perturbations
    const std::vector<std::uint32_t>& proposed() const { return proposed_; }  // [bins][actions]
    const std::vector<std::uint32_t>& decided() const { return decided_; }    // neither the last candidate
    const std::vector<std::uint32_t>& accepted() const { return accepted_; }  // nor steps that made none
    const std::vector<Cost>& current() const { return current_; }             // at the end of each bin
    const std::vector<Cost>& best() const { return best_; }

private:
    std::size_t bin_of(std::int64_t iteration) const {
        return static_cast<std::size_t>((iteration - 1) / width_);
    }
    std::size_t place(const Action& action) const {
        return static_cast<std::size_t>(action.index) + (action.is_perturbation() ? operators_ : 0);
    }

    void merge() {
        for (std::size_t bin = 0; bin < bins_ / 2; ++bin) {
            for (std::size_t action = 0; action < actions_; ++action) {
                const std::size_t from = 2 * bin * actions_ + action;
                proposed_[bin * actions_ + action] = proposed_[from] + proposed_[from + actions_];
                decided_[bin * actions_ + action] = decided_[from] + decided_[from + actions_];
                accepted_[bin * actions_ + action] = accepted_[from] + accepted_[from + actions_];
            }
            current_[bin] = current_[2 * bin + 1];
            best_[bin] = best_[2 * bin + 1];
        }
        const auto half = static_cast<std::ptrdiff_t>(bins_ / 2 * actions_);
        std::fill(proposed_.begin() + half, proposed_.end(), 0);
        std::fill(decided_.begin() + half, decided_.end(), 0);
        std::fill(accepted_.begin() + half, accepted_.end(), 0);
        width_ *= 2;
    }

    std::size_t bins_ = 0;
    std::size_t operators_ = 0;
    std::size_t actions_ = 0;
    std::size_t used_ = 0;
    std::int64_t width_ = 1;
    std::vector<std::uint32_t> proposed_;
    std::vector<std::uint32_t> decided_;
    std::vector<std::uint32_t> accepted_;
    std::vector<Cost> current_;
    std::vector<Cost> best_;
};

}  // namespace neurols
