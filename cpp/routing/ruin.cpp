#include "routing/ruin.h"

#include <algorithm>

namespace neurols::routing {

Ruin::Ruin(const Instance& instance, const Neighbours& neighbours, Recreate& recreate,
           const RuinSettings& settings)
    : instance_(instance),
      neighbours_(neighbours),
      recreate_(recreate),
      settings_(settings),
      ruined_(static_cast<std::size_t>(instance.nodes()), 0) {}

void Ruin::remove(Routes& routes, int mean_removed, Rng& rng) {
    const auto customers = static_cast<std::uint32_t>(instance_.customers());
    remove_around(routes, static_cast<Node>(1 + rng.below(customers)), mean_removed, rng);
}

// Equations 5 to 7 of the paper: the longest string, the number of strings, each string's length.
void Ruin::remove_around(Routes& routes, Node seed, int mean_removed, Rng& rng) {
    recreate_.begin_ruin(routes);
    if (++round_ == 0) {
        std::fill(ruined_.begin(), ruined_.end(), 0);
        round_ = 1;
    }
    const double mean_size = static_cast<double>(instance_.customers()) / std::max(1, routes.used());
    const double longest = std::min<double>(settings_.longest_string, mean_size);
    const double most = std::max(1.0, 4.0 * mean_removed / (1.0 + longest) - 1.0);
    int strings = static_cast<int>(rng.uniform() * most + 1.0);

    const auto ruin_at = [&](Node c) {
        if (!routes.present(c)) return;
        const RouteId id = routes.route_of(c);
        if (ruined_[static_cast<std::size_t>(id)] == round_) return;
        ruined_[static_cast<std::size_t>(id)] = round_;
        recreate_.add_route(id);
        const double limit = std::min<double>(routes.route(id).size, longest);
        remove_string(routes, c, static_cast<int>(rng.uniform() * limit + 1.0), rng);
        --strings;
    };
    ruin_at(seed);
    for (const Node c : neighbours_.of(seed)) {
        if (strings <= 0) break;
        ruin_at(c);
    }
    recreate_.look_around(routes, seed);
}

// A string of `length` customers around `customer`, placed at random; a split string is longer by the
// customers that it spares.
void Ruin::remove_string(Routes& routes, Node customer, int length, Rng& rng) {
    const int size = routes.route(routes.route_of(customer)).size;
    length = std::min(length, size);
    int spared = 0;
    if (length >= 2 && length < size && rng.coin(settings_.split_rate)) {
        spared = 1;
        while (length + spared < size && rng.coin(settings_.split_deepen)) ++spared;
    }
    const int extent = length + spared;

    // How far the string can reach to either side decides where it may start.
    int ahead = 0, behind = 0;
    Node first = customer;
    for (Node c = routes.pred(customer); c != kDepot && ahead < extent - 1; c = routes.pred(c)) ++ahead;
    for (Node c = routes.next(customer); c != kDepot && behind < extent - 1; c = routes.next(c)) ++behind;
    int back = rng.between(std::max(0, extent - 1 - behind), ahead);
    for (; back > 0; --back) first = routes.pred(first);

    auto& absent = recreate_.absent();
    const auto remove_from = [&](Node start, int count) {
        recreate_.note_string(routes, start, count);
        Node last = start;
        absent.push_back(start);
        for (int i = 1; i < count; ++i) {
            last = routes.next(last);
            absent.push_back(last);
        }
        const Node onward = routes.next(last);
        routes.remove_string(start, last);
        return onward;
    };
    if (spared == 0) {
        remove_from(first, length);
        return;
    }
    const int before = rng.between(1, length - 1);
    Node onward = remove_from(first, before);
    for (int i = 0; i < spared; ++i) onward = routes.next(onward);
    remove_from(onward, length - before);
}

}  // namespace neurols::routing
