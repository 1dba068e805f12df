#include "routing/insertion_rule.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace neurols::routing {

namespace {

// Ranks are blurred by up to so much to either side: the same ruin shall not always end the same way.
constexpr double kBlur = 2;

// Of customers, then of places.
enum Feature : std::size_t {
    kDemand,
    kRemoteness,
    kDetour,
    kArcs,
    kOldRoute,
    kRoom,
    kRoomByLength,
    kRoomByVariation,
    kFeatures
};

// How much longer routes are than usual, and demands more unequal, in deviations among generated plans;
// what lies far outside of those is not believed to go on the same way.
struct Context {
    float length = 0, variation = 0;
};

float deviations(double value, double mean, double deviation) {
    constexpr double kMost = 2;
    return static_cast<float>(std::clamp((value - mean) / deviation, -kMost, kMost));
}

Context context_of(const Instance& instance) {
    double sum = 0, squares = 0;
    for (Node c = 1; c < instance.nodes(); ++c) {
        const auto demand = static_cast<double>(instance.demand(c));
        sum += demand;
        squares += demand * demand;
    }
    if (sum <= 0) return {};
    const double mean = sum / instance.customers();
    const double spread = std::sqrt(std::max(0.0, squares / instance.customers() - mean * mean));
    const double length = std::log(std::max(1.0, static_cast<double>(instance.capacity()) / mean));
    return {deviations(length, 2.35, 0.45), deviations(spread / mean, 0.55, 0.5)};
}

// How many ranks are lower; of equal ones those that come first. A ruin has about ten customers: comparing
// each with each takes no branch, and is faster than sorting.
std::size_t place_of(std::size_t i, const std::vector<float>& ranks) {
    const float rank = ranks[i];
    std::size_t lower = 0;
    for (std::size_t j = 0; j < i; ++j) lower += ranks[j] <= rank;
    for (std::size_t j = i + 1; j < ranks.size(); ++j) lower += ranks[j] < rank;
    return lower;
}

}  // namespace

const std::vector<std::string>& InsertionRule::feature_names() {
    static const std::vector<std::string> names{
        "demand",    "remoteness", "old detour",           "old arcs",
        "old route", "room left",  "room by route length", "room by spread of demands"};
    return names;
}

InsertionRule::InsertionRule(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights)
    : instance_(instance), weights_(std::move(weights)) {
    if (weights_->items != kFeatures || weights_->states != 0 || weights_->hidden != 0)
        throw std::invalid_argument("the rule was not trained on the features of insertions");
    const Context context = context_of(instance);
    const std::vector<float>& w = weights_->linear;
    room_weight_ = w[kRoom] + w[kRoomByLength] * context.length + w[kRoomByVariation] * context.variation;
    const auto nodes = static_cast<std::size_t>(instance.nodes());
    fixed_.resize(nodes);
    for (Node c = 1; c < instance.nodes(); ++c) {
        Ruined& fixed = fixed_[static_cast<std::size_t>(c)];
        fixed[kDemand] = static_cast<float>(instance.demand(c));
        fixed[kRemoteness] = static_cast<float>(instance.distance(kDepot, c) + instance.distance(c, kDepot));
    }
    old_route_.assign(nodes, kAbsent);
    ruined_.reserve(nodes);
    ranks_.reserve(nodes);
    sorted_.reserve(nodes);
}

void InsertionRule::start(const Routes& routes) {
    ruined_.clear();
    const float mean = static_cast<float>(routes.total()) / static_cast<float>(instance_.customers());
    old_route_bias_ = weights_->linear[kOldRoute] * mean;
    room_bias_ = room_weight_ * mean / static_cast<float>(std::max<Load>(1, instance_.capacity()));
}

void InsertionRule::note_string(const Routes& routes, Node first, int count) {
    const RouteId route = routes.route_of(first);
    Node c = first;
    for (int i = 0; i < count; ++i) {
        const Node before = routes.pred(c), behind = routes.next(c);
        const Distance arcs = routes.stop(c).in + routes.arc_out(c);
        const Distance bridge = before == behind ? 0 : instance_.distance(before, behind);
        Ruined& ruined = ruined_.emplace_back(fixed_[static_cast<std::size_t>(c)]);
        ruined[kDetour] = static_cast<float>(arcs - bridge);
        ruined[kArcs] = static_cast<float>(arcs);
        old_route_[static_cast<std::size_t>(c)] = route;
        c = behind;
    }
}

// What counts is how customers of one ruin differ: every feature is measured in its deviation among them.
// Values are taken from the first one on, or large ones would drown their differences.
InsertionRule::Ruined InsertionRule::weights_by_deviation() const {
    Ruined sums{}, squares{}, weights{};
    const Ruined first = ruined_.front();
    for (const Ruined& ruined : ruined_) {
        for (std::size_t k = 0; k < kRanked; ++k) {
            const float x = ruined[k] - first[k];
            sums[k] += x;
            squares[k] += x * x;
        }
    }
    const auto count = static_cast<float>(ruined_.size());
    for (std::size_t k = 0; k < kRanked; ++k) {
        const float mean = sums[k] / count;
        const float variance = squares[k] / count - mean * mean;
        weights[k] = variance > 0 ? weights_->linear[k] / std::sqrt(variance) : 0;
    }
    return weights;
}

void InsertionRule::sort(std::vector<Node>& absent, Rng& rng) {
    if (absent.size() < 2) return;
    const Ruined weights = weights_by_deviation();
    ranks_.resize(absent.size());
    for (std::size_t i = 0; i < absent.size(); ++i) {
        ranks_[i] = product(weights.data(), ruined_[i]) + static_cast<float>(kBlur * (2 * rng.uniform() - 1));
    }
    sorted_.resize(absent.size());
    for (std::size_t i = 0; i < absent.size(); ++i) sorted_[place_of(i, ranks_)] = absent[i];
    absent.swap(sorted_);
}

}  // namespace neurols::routing
