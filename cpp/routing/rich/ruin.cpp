#include "routing/rich/ruin.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {
constexpr std::size_t kGathered = 60;  // clients that are offered to a new route together
}

Ruin::Ruin(const Instance& instance, const RuinSettings& settings)
    : instance_(instance), settings_(settings) {
    Value vehicles = 0;
    for (int t = 0; t < instance.types(); ++t) vehicles += instance.number(t);
    ruined_.assign(static_cast<std::size_t>(std::min<Value>(vehicles, instance.tasks())), 0);
}

void Ruin::begin() {
    offered_.clear();
    if (++round_ == 0) {
        std::ranges::fill(ruined_, 0);
        round_ = 1;
    }
}

// Equations 5 to 7 of the paper: the longest string, the number of strings, each string's length.
void Ruin::remove(Routes& routes, const Proximity& proximity, Recreate& recreate, int mean_removed,
                  Rng& rng) {
    begin();
    recreate.start(&proximity);
    const auto clients = static_cast<std::uint32_t>(instance_.clients());
    const Node seed = instance_.depots() + static_cast<Node>(rng.below(clients));
    int present = 0;
    for (int slot = 0; slot < routes.used(); ++slot) present += routes.route(routes.used_route(slot)).clients;
    const double mean_size = static_cast<double>(present) / std::max(1, routes.used());
    const double longest = std::min<double>(settings_.longest_string, mean_size);
    const double most = std::max(1.0, 4.0 * mean_removed / (1.0 + longest) - 1.0);
    int strings = static_cast<int>(rng.uniform() * most + 1.0);

    const auto visit = [&](Node c) {
        if (!routes.present(c)) {
            const int task = instance_.task_of(c);
            const bool room = offered_.size() < static_cast<std::size_t>(mean_removed);
            if (room && routes.is_absent(task)) offered_.push_back(task);
            return;
        }
        const int r = routes.route_of(c);
        if (ruined(r)) return;
        ruin_at(routes, recreate, c, longest, rng);
        --strings;
    };
    visit(seed);
    for (const Node c : proximity.of(seed)) {
        if (strings <= 0) break;
        visit(c);
    }
    hand_over(routes, recreate, seed);
}

void Ruin::ruin_at(Routes& routes, Recreate& recreate, Node c, double longest, Rng& rng) {
    const int r = routes.route_of(c);
    ruined_[static_cast<std::size_t>(r)] = round_;
    recreate.add_route(r);
    const double limit = std::min<double>(routes.route(r).visits(), longest);
    mark_string(routes, c, static_cast<int>(rng.uniform() * limit + 1.0), rng);
}

void Ruin::remove_route(Routes& routes, const Proximity& proximity, Recreate& recreate, int r, Rng& rng) {
    begin();
    recreate.start(&proximity);
    const Route& route = routes.route(r);
    ruined_[static_cast<std::size_t>(r)] = round_;
    Node seed = kAbsent;
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[static_cast<std::size_t>(i)].node;
        if (instance_.is_depot(v)) continue;
        mark(routes, v);
        if (seed == kAbsent || rng.coin(0.3)) seed = v;
    }
    int strings = 3;
    for (const Node c : proximity.of(seed)) {
        if (strings <= 0) break;
        if (!routes.present(c) || ruined(routes.route_of(c))) continue;
        ruin_at(routes, recreate, c, settings_.longest_string, rng);
        --strings;
    }
    hand_over(routes, recreate, seed);
    recreate.stay();
}

bool Ruin::gather(const Routes& routes, const Proximity& proximity, Recreate& recreate, Rng& rng) {
    if (routes.absent().empty()) return false;
    const int seed = routes.absent()[rng.below(static_cast<std::uint32_t>(routes.absent().size()))];
    recreate.start(&proximity);
    recreate.begin_anew();
    auto& waiting = recreate.waiting();
    waiting.push_back(seed);
    around_.assign(1, instance_.task(seed).first);
    for (std::size_t i = 0; i < around_.size() && waiting.size() < kGathered; ++i) {
        for (const Node c : proximity.of(around_[i])) {
            const int task = instance_.task_of(c);
            if (!routes.is_absent(task) || std::ranges::find(waiting, task) != waiting.end()) continue;
            waiting.push_back(task);
            around_.push_back(c);
            if (waiting.size() >= kGathered) break;
        }
    }
    return true;
}

void Ruin::mark(Routes& routes, Node client) {
    routes.mark_removed(client);
    const Task& task = instance_.task(instance_.task_of(client));
    if (task.kind == Task::Kind::Pair) routes.mark_removed(client == task.first ? task.second : task.first);
}

// A string of `length` visits around a client, placed at random; a split string is longer by the visits
// that it spares.
void Ruin::mark_string(Routes& routes, Node client, int length, Rng& rng) {
    const int r = routes.route_of(client);
    const Route& route = routes.route(r);
    const int size = route.visits(), index = routes.index_of(client);
    length = std::min(length, size);
    int spared = 0;
    if (length >= 2 && length < size && rng.coin(settings_.split_rate)) {
        spared = 1;
        while (length + spared < size && rng.coin(settings_.split_deepen)) ++spared;
    }
    const int extent = length + spared;
    const int first = rng.between(std::max(1, index - extent + 1), std::min(index, size - extent + 1));
    const int before = spared > 0 ? rng.between(1, length - 1) : length;
    for (int i = 0; i < extent; ++i) {
        if (i >= before && i < before + spared) continue;
        const Node v = route.stops[static_cast<std::size_t>(first + i)].node;
        if (!instance_.is_depot(v)) mark(routes, v);
    }
}

// Takes out what is marked. Whatever must be done and was absent before has its chance, too; so has what
// need not be done and stands nearby.
void Ruin::hand_over(Routes& routes, Recreate& recreate, Node seed) {
    removed_.clear();
    const std::size_t absent_before = routes.absent().size();
    if (routes.required_absent() > 0) {
        for (const int task : routes.absent()) {
            if (!instance_.task(task).required) continue;
            removed_.push_back(task);
            recreate.look_around(routes, instance_.task(task).first);
        }
    }
    routes.close_gaps();
    // What was dropped stands at the end.
    for (std::size_t i = absent_before; i < routes.absent().size(); ++i)
        removed_.push_back(routes.absent()[i]);
    for (const int task : offered_) {
        if (!instance_.task(task).required) removed_.push_back(task);
    }
    std::sort(removed_.begin(), removed_.end());
    removed_.erase(std::unique(removed_.begin(), removed_.end()), removed_.end());
    recreate.waiting() = removed_;
    recreate.look_around(routes, seed);
}

}  // namespace neurols::routing::rich
