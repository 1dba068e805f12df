#include "routing/tour/workspace.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace neurols::routing {

namespace {

constexpr int kRuin = 0;  // the plan's perturbation where a tour is too short for others
constexpr int kFewestPlaces = 8;
constexpr int kLongestStretch = 30;  // of those that a kick exchanges,
constexpr int kLongestOfAll = 1000;  // but one time in ten, which clusters far from each other need
constexpr std::uint32_t kFarKick = 10;
constexpr int kTriesPerStep = 500;  // places; the clocks are looked at between steps

}  // namespace

TourWorkspace::TourWorkspace(std::shared_ptr<const Instance> instance, const RoutingSettings& settings,
                             std::optional<RouteLists> initial)
    : instance_(instance),
      plan_(std::move(instance), settings, std::move(initial)),
      perturbation_names_(plan_.perturbations()) {
    if (!instance_->symmetric()) throw std::invalid_argument("the distances of a tour must be symmetric");
    perturbation_names_.emplace_back("lin-kernighan");
}

void TourWorkspace::construct(Rng& rng) {
    plan_.construct(rng);
    in_array_ = best_in_array_ = pending_ = false;
    best_.forget();
}

bool TourWorkspace::propose(int op, Rng& rng) {
    to_plan();
    return plan_.propose(op, rng);
}

// Kicks begin where the descent has ended.
void TourWorkspace::perturb(int perturbation, int strength, Rng& rng) {
    const bool kicks = perturbation == static_cast<int>(plan_.perturbations().size());
    if (!kicks || instance_->nodes() < kFewestPlaces) {
        to_plan();
        plan_.perturb(kicks ? kRuin : perturbation, strength, rng);
        return;
    }
    to_array();
    tour_.begin_step();
    change_ = 0;
    if (!search_->awake()) {
        const int usual = rng.below(kFarKick) == 0 ? kLongestOfAll : kLongestStretch;
        change_ = search_->kick(strength > 0 ? strength : usual, rng);
    }
    change_ += search_->descend(kTriesPerStep);
    total_ += change_;
    pending_ = true;
    kept_ = false;
}

void TourWorkspace::accept() {
    if (!in_array_) return plan_.accept();
    if (!kept_) best_.note(tour_);
    tour_.begin_step();
    pending_ = false;
    if (observed_) to_plan();
}

void TourWorkspace::reject() {
    if (!in_array_) return plan_.reject();
    if (kept_) best_.note(tour_);
    tour_.undo();
    total_ -= change_;
    pending_ = false;
}

void TourWorkspace::keep_best() {
    best_in_array_ = in_array_;
    if (!in_array_) return plan_.keep_best();
    best_.keep(tour_, total_);
    kept_ = true;
}

bool TourWorkspace::learn(const Workspace& other) {
    return plan_.learn(dynamic_cast<const TourWorkspace&>(other).plan_);
}

bool TourWorkspace::adopt(const Workspace& other) {
    to_plan();
    plan_.replace(dynamic_cast<const TourWorkspace&>(other).best_routes());
    return true;
}

std::uint64_t TourWorkspace::fingerprint() const {
    if (!in_array_) return plan_.fingerprint();
    std::uint64_t sum = 0;
    Node last = places_->node(tour_.order().back());
    for (const Node place : tour_.order()) {
        const Node node = places_->node(place);
        sum += mix64(edge_key(true, last, node));
        last = node;
    }
    return sum;
}

void TourWorkspace::penalise() {
    to_plan();
    plan_.penalise();
}

std::unique_ptr<Features> TourWorkspace::features() {
    observed_ = true;
    to_plan();
    return plan_.features();
}

RouteLists TourWorkspace::routes() const { return in_array_ ? as_routes(tour_.order()) : plan_.routes(); }

RouteLists TourWorkspace::best_routes() const {
    return best_in_array_ ? as_routes(best_.order()) : plan_.best_routes();
}

// Places are numbered anew at the first time only: a later tour through the same nodes is no better order.
void TourWorkspace::to_array() {
    if (in_array_) return;
    std::vector<Node> order{kDepot};
    for (const auto& route : plan_.routes()) order.insert(order.end(), route.begin(), route.end());
    if (!places_) {
        places_.emplace(*instance_, order);
        search_.emplace(*places_, tour_);
    }
    for (Node& node : order) node = places_->place(node);
    total_ = length(order);
    tour_.assign(std::move(order));
    search_->wake_all();
    best_.forget();
    in_array_ = true;
}

void TourWorkspace::to_plan() {
    if (!in_array_) return;
    if (best_in_array_) plan_.replace(as_routes(best_.order()));
    plan_.replace(as_routes(tour_.order()));
    search_->sleep();
    in_array_ = best_in_array_ = false;
}

// One route, from the depot on; the way round in which its first customer has the smaller number, so that
// equal tours are equal lists.
RouteLists TourWorkspace::as_routes(const std::vector<Node>& order) const {
    std::vector<Node> nodes(order.size());
    std::transform(order.begin(), order.end(), nodes.begin(),
                   [&](Node place) { return places_->node(place); });
    std::rotate(nodes.begin(), std::find(nodes.begin(), nodes.end(), kDepot), nodes.end());
    nodes.erase(nodes.begin());
    if (nodes.front() > nodes.back()) std::reverse(nodes.begin(), nodes.end());
    return {nodes};
}

Distance TourWorkspace::length(const std::vector<Node>& order) const {
    Distance sum = 0;
    Node last = order.back();
    for (const Node place : order) {
        sum += instance_->distance(places_->node(last), places_->node(place));
        last = place;
    }
    return sum;
}

void TourWorkspace::check_consistency() const {
    if (!in_array_) return plan_.check_consistency();
    const auto check = [&](const std::vector<Node>& order, Distance total, const std::string& which) {
        std::vector<Node> sorted = order;
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (sorted[i] != static_cast<Node>(i)) throw std::logic_error(which + " is no tour");
        }
        if (length(order) != total) throw std::logic_error("the length of " + which + " is wrong");
    };
    check(tour_.order(), total_, "the working tour");
    if (best_in_array_) check(best_.order(), best_.total(), "the best tour");
    for (std::int32_t i = 0; i < tour_.size(); ++i) {
        if (tour_.position(tour_.at(i)) != i) throw std::logic_error("a place has lost its position");
    }
}

}  // namespace neurols::routing
