#include "jobshop/move_ranking.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace neurols::jobshop {

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

constexpr std::size_t kPast = 3;      // the first feature that asks the memory
constexpr double kMostDurations = 8;  // changes are told in mean durations, up to so many
constexpr double kUsualOperations = 400;
constexpr double kUnlimited = 1e3;  // steps that count as left where no limit is set

float within(double x, double most) { return static_cast<float>(std::clamp(x, -most, most)); }

// 1 for what has just happened, towards 0 for what happened long ago.
float freshness(double age, double half) { return static_cast<float>(half / (half + age)); }

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
    const PastFeatures most{1, 1, 1, log_changes_.back()};
    for (std::size_t i = 0; i < most.size(); ++i)
        least_past_ += std::min(0.F, weights->linear[kPast + i]) * most[i];
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
    state_[kAboveBest] = within((seen.current - seen.best) / duration, 4);
    state_[kStepsLeft] = static_cast<float>(std::log1p(left) / 5);
    state_[kGained] = within((seen.initial - seen.best) / duration / 10, 4);
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
    const auto age = static_cast<double>(memory.now - past.changed);
    const bool aspires = move.estimate < memory.best_makespan;
    return {memory.tabu && past.tabu && !aspires ? 1.F : 0.F, past.known ? freshness(age, 8) : 0,
            past.known ? freshness(age, 32) : 0,
            log_changes_[static_cast<std::size_t>(std::min(past.changes, kMostChanges))]};
}

float MoveRanking::rank_of_past(const Schedule& schedule, const Move& move, const Memory& memory) const {
    const PastFeatures past = past_features(schedule, move, memory);
    float rank = 0;
    for (std::size_t i = 0; i < past.size(); ++i) rank += perceptron_.linear()[kPast + i] * past[i];
    return rank;
}

void MoveRanking::rank(const Schedule& schedule, std::size_t blocks, const Memory& memory, bool only_lowest,
                       MoveList& moves) {
    state_[kBlocks] = static_cast<float>(blocks) / 10;
    perceptron_.see(state_);
    const auto makespan = static_cast<double>(schedule.makespan());
    const double scale = 1 / instance_.mean_duration();
    const auto durations = [&](double time) { return within(time * scale, kMostDurations); };
    const bool guesses = only_lowest && perceptron_.is_linear();
    float lowest = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Move& move = moves[i];
        const MoveEstimator::Effect& effect = effects_[i];
        const Op moved = schedule.at_place(move.from);
        const double change = static_cast<double>(move.estimate) - makespan;
        const PastFeatures past = guesses ? PastFeatures{} : past_features(schedule, move, memory);
        const std::array<float, kMoveFeatures> features{
            1,
            durations(change),
            durations(std::max(change, 0.0)),
            past[0],
            past[1],
            past[2],
            past[3],
            static_cast<float>(std::abs(move.to - move.from)) / 4,
            move.from < move.to ? 1.F : 0.F,
            static_cast<float>(static_cast<double>(schedule.head(moved)) / std::max(makespan, 1.0)),
            durations(effect.mean_through - makespan),
            durations(static_cast<double>(effect.end_shift)),
            durations(static_cast<double>(effect.tail_shift)),
            move.estimate < memory.best_makespan ? 1.F : 0.F,
            durations(static_cast<double>(instance_.duration(moved))),
        };
        move.rank = perceptron_.rank(features);
        if (!guesses) continue;
        move.guessed = move.rank + least_past_ > lowest;
        move.rank += move.guessed ? least_past_ : rank_of_past(schedule, move, memory);
        lowest = std::min(lowest, move.rank);
    }
}

void MoveRanking::finish(const Schedule& schedule, const Memory& memory, MoveList& moves) const {
    for (Move& move : moves) {
        if (!move.guessed) continue;
        move.rank += rank_of_past(schedule, move, memory) - least_past_;
        move.guessed = false;
    }
}

}  // namespace neurols::jobshop
