#include "search/burst_controller.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "search/perturb/relink.h"

namespace neurols {

namespace {

enum Feature : std::size_t {
    kOne,
    kProgress,
    kStepsLeft,
    kSize,
    kBreadth,
    kStandingStill,
    kPhaseLength,
    kPhaseAboveBest,
    kCurrentAbovePhase,
    kSinceBest,
    kPhases,
    kAccepted,
    kBestChange,
    kMeanChange,
    kFeatures,
};

enum Answer : std::size_t { kPatience, kMemory, kReach, kStrength, kDials };

// What is usual in a search of some seconds. Features are told as differences from it, so that the
// weight of "one" is the usual answer.
constexpr double kUsualSize = 400;
constexpr float kUsualStepsLeft = 1.4F;
constexpr std::array<float, kFeatures - kStandingStill> kUsual{0.35F, 0.9F, 0.6F, 1.2F, 1, 0.4F, 1, -1.2F, 0};

constexpr double kMostTurns = 4;    // dials go from a sixteenth to sixteen times
constexpr float kNever = 4;         // an option of such an answer is not drawn
constexpr double kUnlimited = 1e3;  // steps per item of the instance that count as left without a limit

float within(double x, double most) { return static_cast<float>(std::clamp(x, -most, most)); }

float per_item(double steps, double size) { return static_cast<float>(std::log1p(steps / size) / 4); }

}  // namespace

BurstController::BurstController(std::shared_ptr<Workspace> workspace,
                                 std::shared_ptr<AcceptanceRule> acceptance, BurstSettings settings,
                                 std::vector<std::shared_ptr<const PerceptronWeights>> networks)
    : workspace_(std::move(workspace)),
      dialled_(dynamic_cast<Dialled*>(workspace_.get())),
      acceptance_(std::move(acceptance)),
      settings_(std::move(settings)) {
    if (settings_.operators.empty() || settings_.perturbations.empty())
        throw std::invalid_argument("bursts need an operator and a perturbation");
    if (!dialled_) throw std::invalid_argument("this problem has no dials that bursts could turn");
    if (networks.size() != kDials + settings_.operators.size() + settings_.perturbations.size() - 2)
        throw std::invalid_argument("a policy of bursts has one network for each answer");
    for (auto& network : networks) {
        if (network->items != kFeatures || network->states != 0)
            throw std::invalid_argument("the policy of bursts was not trained on these features");
        networks_.emplace_back(std::move(network)).see({});
    }
    features_.resize(kFeatures);
    answers_.resize(networks_.size());
}

const std::vector<std::string>& BurstController::feature_names() {
    static const std::vector<std::string> names{"one",
                                                "progress",
                                                "log steps left",
                                                "log size",
                                                "log breadth",
                                                "standing still",
                                                "log phase length",
                                                "phase above best",
                                                "current above phase",
                                                "log since best",
                                                "log phases",
                                                "accepted",
                                                "best change",
                                                "mean change"};
    return names;
}

std::vector<std::string> BurstController::answer_names(const std::vector<std::string>& operators,
                                                       const std::vector<std::string>& perturbations) {
    std::vector<std::string> names{"patience", "memory", "reach", "strength"};
    for (std::size_t i = 1; i < operators.size(); ++i) names.push_back("operator " + operators[i]);
    for (std::size_t i = 1; i < perturbations.size(); ++i) {
        names.push_back("perturbation " + perturbations[i]);
    }
    return names;
}

void BurstController::start(const Observation& seen) {
    acceptance_->start(seen);
    shape_ = dialled_->shape();
    tally_ = {};
    burst_.reset(settings_.operators.front());
    begin_phase(seen);
    tally_.steps = settings_.length;  // the first decision asks
}

Decision BurstController::decide(const Observation& seen, Rng& rng) {
    const bool burst_ends = tally_.steps >= settings_.length;
    if (burst_ends) ask(seen, rng);
    Decision decision = burst_.carry_on();
    const bool perturbed = decision.acceptance == Acceptance::Accept;
    const bool accepted = seen.pending && (perturbed || acceptance_->accept(seen, rng));
    if (accepted) decision.acceptance = Acceptance::Accept;
    note(seen, accepted || seen.improving);

    const bool stuck = seen.outcome == Outcome::Exhausted;
    if (stuck || (patience_ > 0 && standing_still(seen) >= patience_)) {
        const Acceptance verdict = decision.acceptance;
        ask(seen, rng);
        decision = Decision{};
        decision.acceptance = verdict;
        decision.next = perturbation(seen, rng);
        return burst_.begin(decision, true);
    }
    const bool moves_on = seen.pending && (accepted || seen.improving);
    decision.ceiling = acceptance_->ceiling(seen, moves_on ? seen.candidate : seen.current, rng);
    return decision;
}

void BurstController::note(const Observation& seen, bool accepted) {
    if (seen.since_perturbation == 0 || seen.candidate < phase_best_) begin_phase(seen);
    if (seen.pending) tally_.add(seen.candidate - seen.current, accepted);
}

void BurstController::begin_phase(const Observation& seen) {
    phase_best_ = seen.candidate;
    phase_best_at_ = seen.iteration;
}

std::int64_t BurstController::standing_still(const Observation& seen) const {
    return std::min(seen.since_perturbation, seen.iteration - phase_best_at_);
}

void BurstController::ask(const Observation& seen, Rng& rng) {
    const double left = seen.progress > 0 ? static_cast<double>(seen.iteration) * (1 / seen.progress - 1)
                                          : kUnlimited * shape_.size;
    const double still = static_cast<double>(standing_still(seen));
    const double steps = std::max(tally_.steps, 1);
    features_[kOne] = 1;
    features_[kProgress] = static_cast<float>(seen.progress - 0.5);
    features_[kStepsLeft] = per_item(left, shape_.size) - kUsualStepsLeft;
    features_[kSize] = static_cast<float>(std::log(shape_.size / kUsualSize) / 2);
    features_[kBreadth] = static_cast<float>(std::log(shape_.breadth));
    features_[kStandingStill] =
        within(still / static_cast<double>(std::max<std::int64_t>(settings_.patience, 1)), 4);
    features_[kPhaseLength] = per_item(static_cast<double>(seen.since_perturbation), shape_.size);
    features_[kPhaseAboveBest] = within(4 * (phase_best_ - seen.best) / seen.unit, 4);
    features_[kCurrentAbovePhase] = within((seen.current - phase_best_) / seen.unit, 4);
    features_[kSinceBest] = per_item(static_cast<double>(seen.since_best), shape_.size);
    features_[kPhases] = static_cast<float>(std::log1p(static_cast<double>(seen.perturbations)) / 4);
    features_[kAccepted] = static_cast<float>(tally_.accepted / steps);
    features_[kBestChange] = within(tally_.best_change / seen.unit, 4);
    features_[kMeanChange] = within(tally_.sum_of_changes / steps / seen.unit, 4);
    for (std::size_t i = kStandingStill; i < kFeatures; ++i) features_[i] -= kUsual[i - kStandingStill];
    for (std::size_t i = 0; i < networks_.size(); ++i) answers_[i] = networks_[i].rank(features_);

    patience_ = std::llround(static_cast<double>(settings_.patience) * turned(kPatience));
    dialled_->turn({turned(kMemory), turned(kReach)});
    Decision next;
    next.next = settings_.operators[drawn(kDials, settings_.operators.size(), rng)];
    burst_.begin(next, false);
    tally_ = {};
}

double BurstController::turned(std::size_t answer) const {
    return std::exp2(std::clamp(static_cast<double>(answers_[answer]), -kMostTurns, kMostTurns));
}

std::size_t BurstController::drawn(std::size_t first_answer, std::size_t options, Rng& rng) const {
    const auto odds = [&](std::size_t option) {
        const float answer = answers_[first_answer + option - 1];
        return answer < kNever ? std::exp2(-2.0 * answer) : 0.0;
    };
    double others = 0;
    for (std::size_t i = 1; i < options; ++i) others += odds(i);
    if (others == 0) return 0;
    double mark = rng.uniform() * (1 + others);
    for (std::size_t i = 1; i < options; ++i) {
        mark -= odds(i);
        if (mark < 0) return i;
    }
    return 0;
}

Action BurstController::perturbation(const Observation& seen, Rng& rng) const {
    const std::size_t first = kDials + settings_.operators.size() - 1;
    Action action = settings_.perturbations[drawn(first, settings_.perturbations.size(), rng)];
    const int strength = action.strength > 0 ? action.strength : RelinkAfter::elites_for(seen);
    action.strength = std::max(1, static_cast<int>(std::lround(strength * turned(kStrength))));
    return action;
}

}  // namespace neurols
