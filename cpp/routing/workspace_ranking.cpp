// Ruins in a learned ranking: a local search costs as much as dozens of ruins, so several are tried and
// the most promising one gets it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "routing/workspace.h"

namespace neurols::routing {

namespace {

constexpr int kPool = 16;

// Half to twice the usual, evenly in the logarithm: the ranking has sizes to choose from, too.
int drawn_size(int usual, Rng& rng) {
    return static_cast<int>(std::lround(usual * std::exp2(2 * rng.uniform() - 1)));
}

// Gumbel's deviation: the lowest rank less it is a draw with odds of exp(-rank). Without it the least
// preference would decide everything, and training had no slope to follow.
float chance_deviation(Rng& rng) {
    return static_cast<float>(-std::log(-std::log(std::max(rng.uniform(), 1e-12))));
}

}  // namespace

// Every ruin starts from a state of chance of its own, from which the chosen one is made once more.
bool RoutingWorkspace::ranked_ruin(int strength, Rng& rng) {
    const Distance before = routes_.total();
    const int usual = strength > 0 ? strength : settings_.ruin.mean_removed;
    std::optional<Rng> chosen;
    float least = std::numeric_limits<float>::infinity();
    for (int i = 0; i < kPool; ++i) {
        const Rng chance = rng;
        ruin_.remove(routes_, drawn_size(usual, rng), rng);
        const Distance after_removal = routes_.total();
        removed_.assign(recreate_.absent().begin(), recreate_.absent().end());
        recreate_.sort_ruined(rng);
        if (recreate_.insert_all(routes_, rng)) {
            const float rank =
                ranking_->rank(routes_, {before, after_removal, &removed_}) - chance_deviation(rng);
            if (!chosen || rank < least) {
                least = rank;
                chosen = chance;
                ruined_.swap(removed_);
            }
        }
        routes_.undo();
        routes_.begin_step();
        routes_.tick();
    }
    if (!chosen) ruined_.clear();
    return chosen && ruin_and_recreate(drawn_size(usual, *chosen), kNoCeiling, *chosen);
}

void RoutingWorkspace::note_outcome(bool accepted) {
    if (!ranking_ || ruined_.empty()) return;
    if (accepted && has_moved(routes_)) {
        ranking_->note_change(routes_);
    } else {
        ranking_->note_failure(ruined_);
    }
    ruined_.clear();
}

}  // namespace neurols::routing
