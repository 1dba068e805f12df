// What a policy network sees of a rich schedule. Nodes are operations, the static graph is the precedences
// (one before and one behind each operation), the dynamic graph the machine sequences, groups are machines.
#pragma once

#include <vector>

#include "scheduling/rich/insertion.h"
#include "scheduling/rich/moves.h"
#include "search/features.h"

namespace neurols::scheduling::rich {

class PermutationWorkspace;
class RichWorkspace;

class ScheduleFeatures : public Features {
public:
    explicit ScheduleFeatures(const Instance& instance);

    FeatureShape shape() const override;
    void write_static(float* nodes, std::int32_t* neighbours, float* weights) const override;
    void write_dynamic(float* nodes, std::int32_t* neighbours, float* weights, std::int32_t* group) override;

protected:
    // Bring `copy_` up to date with the working solution, tails included.
    virtual void refresh() = 0;

    const Instance& instance() const { return copy_.instance(); }
    Schedule copy_;
    std::vector<char> touched_;  // operations that the pending candidate moves

private:
    float arc_weight(Op from, Op to) const;
    Time slack(Op op, Time latest) const;

    std::vector<Time> load_;
};

class RichFeatures : public ScheduleFeatures {
public:
    explicit RichFeatures(const RichWorkspace& workspace);

    void write_estimates(std::span<double> changes, Rng& rng) override;
    double recency() const override;

protected:
    void refresh() override;

private:
    const RichWorkspace& workspace_;
    CriticalPaths paths_;
    StretchEstimator estimator_;
    InsertionEvaluator insertions_;
    MoveList moves_;
    std::vector<Op> listed_;
    Plan plan_;
};

class PermutationFeatures : public ScheduleFeatures {
public:
    explicit PermutationFeatures(PermutationWorkspace& workspace);

    void write_estimates(std::span<double> changes, Rng& rng) override;
    double recency() const override { return 0; }

protected:
    void refresh() override;

private:
    PermutationWorkspace& workspace_;
};

}  // namespace neurols::scheduling::rich
