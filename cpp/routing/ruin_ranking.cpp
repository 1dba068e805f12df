#include "routing/ruin_ranking.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace neurols::routing {

namespace {

constexpr double kMostUnits = 10;  // of a change that is told apart from larger ones

enum Feature : std::size_t {
    kChange,
    kLogChange,
    kChangeByRemoved,
    kNoChange,
    kRemoved,
    kRoutes,
    kMoved,
    kMovedShare,
    kFailures,
    kFresh,
    kRemoteness,
    kRoom,
    kRemovalGain,
    kChangeLate,
    kRemovedLate,
    kMovedLate,
};

int moved_customers(const Routes& routes) {
    int moved = 0;
    for (const auto& [customer, old] : routes.saved_stops()) moved += routes.pred(customer) != old.pred;
    return moved;
}

}  // namespace

bool has_moved(const Routes& routes) { return moved_customers(routes) > 0; }

// Model files carry these names: another name makes another feature.
const std::vector<std::string>& RuinRanking::ruin_feature_names() {
    static const std::vector<std::string> names{
        "change",         "log change",       "change by root of removed",
        "no change",      "log removed",      "log routes",
        "log moved",      "moved share",      "log ruined in vain",
        "fresh share",    "remoteness",       "room",
        "removal gain",   "change when late", "removed when late",
        "moved when late"};
    return names;
}

const std::vector<std::string>& RuinRanking::state_feature_names() {
    static const std::vector<std::string> names{"progress", "log since best"};
    return names;
}

RuinRanking::RuinRanking(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights)
    : instance_(instance), perceptron_(weights) {
    if (weights->items != kRuinFeatures || weights->states != kStateFeatures)
        throw std::invalid_argument("the ranking was not trained on the features of ruins");
    failures_.resize(static_cast<std::size_t>(instance.nodes()));
}

void RuinRanking::start(double unit) {
    unit_ = std::max(1.0, unit);
    std::fill(failures_.begin(), failures_.end(), 0);
    see({});
}

void RuinRanking::see(const Observation& seen) {
    late_ = seen.progress - 0.5;
    const std::array<float, kStateFeatures> state{
        static_cast<float>(late_), static_cast<float>(std::log1p(static_cast<double>(seen.since_best)) / 4)};
    perceptron_.see(state);
}

float RuinRanking::rank(const Routes& routes, const RuinOutcome& outcome) {
    const std::vector<Node>& removed = *outcome.removed;
    const auto count = static_cast<double>(std::max<std::size_t>(1, removed.size()));
    double failures = 0, fresh = 0, remoteness = 0;
    for (const Node c : removed) {
        failures += failures_[static_cast<std::size_t>(c)];
        fresh += failures_[static_cast<std::size_t>(c)] == 0;
        remoteness += static_cast<double>(instance_.distance(kDepot, c));
    }
    Load room = 0;
    for (const auto& [id, old] : routes.saved_routes()) room += instance_.capacity() - routes.route(id).load;
    const auto touched = static_cast<double>(std::max<std::size_t>(1, routes.saved_routes().size()));
    const double change = static_cast<double>(routes.total() - outcome.before) / unit_;
    const double gain = static_cast<double>(outcome.before - outcome.after_removal) / unit_;
    const double moved = moved_customers(routes);

    const auto put = [&](Feature feature, double value) { features_[feature] = static_cast<float>(value); };
    put(kChange, std::clamp(change, -kMostUnits, kMostUnits));
    put(kLogChange, std::asinh(change));
    put(kChangeByRemoved, change / std::sqrt(count));
    put(kNoChange, moved == 0 ? 1 : 0);
    put(kRemoved, std::log(count));
    put(kRoutes, std::log1p(touched));
    put(kMoved, std::log1p(moved));
    put(kMovedShare, moved / count);
    put(kFailures, std::log1p(failures / count));
    put(kFresh, fresh / count);
    put(kRemoteness, remoteness / count / unit_);
    put(kRoom,
        static_cast<double>(room) / touched / static_cast<double>(std::max<Load>(1, instance_.capacity())));
    put(kRemovalGain, gain / count);
    // What is worth a local search changes in the course of the search, which a linear rule cannot say.
    put(kChangeLate, late_ * features_[kChange]);
    put(kRemovedLate, late_ * features_[kRemoved]);
    put(kMovedLate, late_ * features_[kMovedShare]);
    return perceptron_.rank(features_);
}

void RuinRanking::note_change(const Routes& routes) {
    for (const auto& [id, old] : routes.saved_routes()) {
        const Route& route = routes.route(id);
        Node c = route.first;
        for (int i = 0; i < route.size; ++i, c = routes.next(c)) failures_[static_cast<std::size_t>(c)] = 0;
    }
}

void RuinRanking::note_failure(const std::vector<Node>& removed) {
    for (const Node c : removed) ++failures_[static_cast<std::size_t>(c)];
}

}  // namespace neurols::routing
