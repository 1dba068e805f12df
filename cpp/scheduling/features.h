// What a policy network sees of a schedule. Nodes are operations, the static graph is the job
// chains, the dynamic graph the machine sequences, groups are machines.
#pragma once

#include <limits>
#include <vector>

#include "scheduling/critical.h"
#include "scheduling/moves.h"
#include "scheduling/operators/operators.h"
#include "scheduling/schedule.h"
#include "search/features.h"

namespace neurols::scheduling {

class JobShopWorkspace;

class JobShopFeatures : public Features {
public:
    explicit JobShopFeatures(const JobShopWorkspace& workspace);

    FeatureShape shape() const override;
    void write_static(float* nodes, std::int32_t* neighbours, float* weights) const override;
    void write_dynamic(float* nodes, std::int32_t* neighbours, float* weights, std::int32_t* group) override;
    void write_estimates(std::span<double> changes, Rng& rng) override;
    std::uint64_t estimated_fingerprint(int op) const override {
        return fingerprints_.at(static_cast<std::size_t>(op));
    }
    double recency() const override;

private:
    // Estimated makespans of a neighbourhood's best move, and of its best that turns nothing back.
    struct Estimates {
        double plain = std::numeric_limits<double>::infinity();
        double with_memory = std::numeric_limits<double>::infinity();
        std::uint64_t fingerprint = 0;  // of the best move's outcome
    };

    float arc_weight(Op from, Op to) const;
    void refresh();
    Estimates estimates_of(ListMoves list);
    bool turns_back(const Move& move) const;
    bool is_recent(Op moved, Op passed) const;

    const JobShopWorkspace& workspace_;
    // A copy of the working solution with up-to-date tails; the workspace's own lag for candidates.
    Schedule copy_;
    std::uint64_t copied_ = 0;
    bool has_copy_ = false;
    CriticalPath path_;
    MoveEstimator estimator_;
    MoveList moves_;
    std::vector<std::uint64_t> fingerprints_;  // of the best candidates that were estimated last
    std::vector<std::uint64_t> just_changed_;  // pairs that the pending candidate reverses
    std::vector<char> touched_;                // operations that it moves or passes
    double mean_duration_ = 1;
};

}  // namespace neurols::scheduling
