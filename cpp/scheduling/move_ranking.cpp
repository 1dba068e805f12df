#include "scheduling/move_ranking.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace neurols::scheduling {

namespace {

enum State : std::size_t {
    kProgress,
    kSinceBest,
    kAboveBest,
    kJobsPerMachine,
    kOperations,
    kStepsLeft,
    kGained,
    kBlocks,
};

constexpr float kMostDurations = 8;  // changes are told in mean durations, up to so many
constexpr double kUsualOperations = 400;
constexpr double kUnlimited = 1e3;  // steps that count as left where no limit is set

float within(float x, float most) { return std::min(std::max(x, -most), most); }  // without a branch

// 1 for what has just happened, towards 0 for what happened long ago.
float freshness(float age, float half) { return half / (half + age); }

}  // namespace

struct MoveRanking::Past {
    bool tabu = false;
    bool known = false;
    std::int64_t changed = 0;
    std::int64_t changes = 0;
};

MoveRanking::MoveRanking(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights)
    : instance_(instance), perceptron_(weights) {
    for (std::size_t i = 0; i < log_changes_.size(); ++i) log_changes_[i] = std::log1p(static_cast<float>(i));
    state_[kJobsPerMachine] =
        std::log(static_cast<float>(instance.jobs()) / static_cast<float>(instance.machines()));
    state_[kOperations] = static_cast<float>(std::log(instance.operations() / kUsualOperations) / 2);
    if (weights->items != kMoveFeatures || weights->states != kStateFeatures)
        throw std::invalid_argument("the ranking was not trained on the features of job-shop moves");
    const std::vector<float>& linear = weights->linear;
    std::copy_n(linear.begin() + kPast, past_weights_.size(), past_weights_.begin());
    std::copy(linear.begin() + kAfterPast, linear.end(),
              std::copy_n(linear.begin(), kPast, present_weights_.begin()));
    const PastFeatures most{1, 1, 1, log_changes_.back()};
    for (std::size_t i = 0; i < most.size(); ++i) least_past_ += std::min(0.F, past_weights_[i]) * most[i];
}

const std::vector<std::string>& MoveRanking::move_feature_names() {
    static const std::vector<std::string> names{"one",         "estimated change", "estimated worsening",
                                                "tabu",        "fresh (8)",        "fresh (32)",
                                                "log changes", "length",           "forwards",
                                                "starts at",   "mean path",        "end shift",
                                                "tail shift",  "aspires",          "duration"};
    return names;
}

const std::vector<std::string>& MoveRanking::state_feature_names() {
    static const std::vector<std::string> names{"progress",         "log since best", "above best",
                                                "jobs per machine", "operations",     "log steps left",
                                                "gained",           "blocks"};
    return names;
}

void MoveRanking::see(const Observation& seen) {
    if (perceptron_.is_linear()) return;  // what is the same for all moves does not change their order
    const double duration = instance_.mean_duration();
    const double left =
        seen.progress > 0 ? static_cast<double>(seen.iteration) * (1 / seen.progress - 1) : kUnlimited;
    state_[kProgress] = static_cast<float>(seen.progress);
    state_[kSinceBest] = static_cast<float>(std::log1p(static_cast<double>(seen.since_best)) / 4);
    state_[kAboveBest] = within(static_cast<float>((seen.current - seen.best) / duration), 4);
    state_[kStepsLeft] = static_cast<float>(std::log1p(left) / 5);
    state_[kGained] = within(static_cast<float>((seen.initial - seen.best) / duration / 10), 4);
}

// The pairs are those of the moved operation and of everything that it passes.
MoveRanking::Past MoveRanking::past_of(const Schedule& schedule, const Move& move, const Memory& memory) {
    Past past;
    const auto look_at = [&](std::int32_t from, std::int32_t to) {
        const Op moved = schedule.at_place(from);
        const std::int32_t step = from < to ? 1 : -1;
        for (std::int32_t p = from; p != to; p += step) {
            const PairMemory::Entry* entry = memory.pairs.find(pair_of(moved, schedule.at_place(p + step)));
            if (!entry) continue;
            past.changed = past.known ? std::max(past.changed, entry->changed) : entry->changed;
            past.known = true;
            past.changes = std::max(past.changes, entry->changes);
            past.tabu = past.tabu || entry->expires > memory.now;
        }
    };
    look_at(move.from, move.to);
    if (move.is_double()) look_at(move.second_from, move.second_to);
    return past;
}

MoveRanking::PastFeatures MoveRanking::past_features(const Schedule& schedule, const Move& move,
                                                     const Memory& memory) const {
    const Past past = past_of(schedule, move, memory);
    const auto age = static_cast<float>(memory.now - past.changed);
    const bool aspires = move.estimate < memory.best_makespan;
    return {memory.tabu && past.tabu && !aspires ? 1.F : 0.F, past.known ? freshness(age, 8) : 0,
            past.known ? freshness(age, 32) : 0,
            log_changes_[static_cast<std::size_t>(std::min(past.changes, kMostChanges))]};
}

MoveRanking::MoveFeatures MoveRanking::joined(const PresentFeatures& present, const PastFeatures& past) {
    MoveFeatures all;
    auto at = std::copy_n(present.begin(), kPast, all.begin());
    at = std::copy(past.begin(), past.end(), at);
    std::copy(present.begin() + kPast, present.end(), at);
    return all;
}

float MoveRanking::rank_of_past(const Schedule& schedule, const Move& move, const Memory& memory) const {
    return product(past_weights_.data(), past_features(schedule, move, memory));
}

void MoveRanking::rank(const Schedule& schedule, std::span<const Block> blocks, const Memory& memory,
                       bool joins, MoveList& moves) {
    state_[kBlocks] = static_cast<float>(blocks.size()) / 10;
    perceptron_.see(state_);
    const Time makespan = schedule.makespan();
    const float per_makespan = 1 / static_cast<float>(std::max<Time>(makespan, 1));
    const auto per_duration = static_cast<float>(1 / instance_.mean_duration());
    const auto durations = [&](auto time) {
        return within(static_cast<float>(time) * per_duration, kMostDurations);
    };
    const bool guesses = perceptron_.is_linear();
    constexpr float kNone = std::numeric_limits<float>::infinity();
    float lowest = kNone, lowest_of_block = kNone;
    auto block = blocks.begin();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Move& move = moves[i];
        const MoveEstimator::Effect& effect = effects_[i];
        const Op moved = schedule.at_place(move.from);
        const float change = durations(move.estimate - makespan);
        const PresentFeatures present{
            1,
            change,
            std::max(change, 0.F),
            static_cast<float>(std::abs(move.to - move.from)) / 4,
            move.from < move.to ? 1.F : 0.F,
            static_cast<float>(schedule.head(moved)) * per_makespan,
            durations(effect.mean_excess),
            durations(effect.end_shift),
            durations(effect.tail_shift),
            move.estimate < memory.best_makespan ? 1.F : 0.F,
            durations(instance_.duration(moved)),
        };
        if (!guesses) {
            move.rank = perceptron_.rank(joined(present, past_features(schedule, move, memory)));
            continue;
        }
        if (joins && !block->holds(move.from)) {
            block = std::find_if(block, blocks.end(), [&](const Block& b) { return b.holds(move.from); });
            lowest_of_block = kNone;
        }
        const float asked_below = joins ? std::max(lowest, std::min(lowest_of_block, 0.F)) : lowest;
        move.rank = product(present_weights_.data(), present);
        move.guessed = move.rank + least_past_ > asked_below;
        move.rank += move.guessed ? least_past_ : rank_of_past(schedule, move, memory);
        lowest = std::min(lowest, move.rank);
        lowest_of_block = std::min(lowest_of_block, move.rank);
    }
}

void MoveRanking::finish(const Schedule& schedule, const Memory& memory, MoveList& moves) const {
    for (Move& move : moves) {
        if (!move.guessed) continue;
        move.rank += rank_of_past(schedule, move, memory) - least_past_;
        move.guessed = false;
    }
}

}  // namespace neurols::scheduling
