#include "routing/recreate.h"

#include <algorithm>
#include <cmath>

namespace neurols::routing {

Recreate::Recreate(const Instance& instance, const Neighbours& neighbours, const RecreateSettings& settings,
                   const std::shared_ptr<const PerceptronWeights>& rule)
    : instance_(instance),
      neighbours_(neighbours),
      settings_(settings),
      limited_(instance.limits_distance()),
      blink_below_(static_cast<std::uint64_t>(std::ldexp(settings.blink, 32))) {
    if (rule) rule_.emplace(instance, rule);
    const auto nodes = static_cast<std::size_t>(instance.nodes());
    absent_.reserve(nodes);
    candidates_.reserve(nodes);
    keys_.reserve(nodes);
    listed_.assign(nodes, 0);
    depot_distance_.resize(nodes);
    for (Node c = 0; c < instance.nodes(); ++c) {
        depot_distance_[static_cast<std::size_t>(c)] =
            instance.distance(kDepot, c) + instance.distance(c, kDepot);
    }
}

void Recreate::start() {
    absent_.clear();
    candidates_.clear();
    forbidden_ = kAbsent;
    by_rule_ = false;
    if (++round_ == 0) {
        std::fill(listed_.begin(), listed_.end(), 0);
        round_ = 1;
    }
}

void Recreate::begin_ruin(const Routes& routes) {
    start();
    by_rule_ = rule_.has_value();
    if (rule_) rule_->start(routes);
}

void Recreate::add_route(RouteId id) {
    auto& listed = listed_[static_cast<std::size_t>(id)];
    if (listed == round_) return;
    listed = round_;
    candidates_.push_back({.id = id});
}

// A few routes are listed faster than the neighbours are asked for theirs.
void Recreate::look_around(const Routes& routes, Node customer) {
    if (routes.used() * 2 <= settings_.look_around) {
        for (int slot = 0; slot < routes.used(); ++slot) add_route(routes.used_route(slot));
        return;
    }
    for (const Node v : neighbours_.of(customer, settings_.look_around)) {
        if (routes.present(v)) add_route(routes.route_of(v));
    }
}

// The paper's four orders with its weights: random, largest demand, farthest and nearest to the depot.
void Recreate::sort_absent(Rng& rng) {
    const auto draw = rng.below(11);
    if (draw < 4) {
        rng.shuffle(absent_);
        return;
    }
    keys_.clear();
    for (const Node c : absent_) {
        const Distance far = depot_distance_[static_cast<std::size_t>(c)];
        keys_.emplace_back(draw < 8 ? -instance_.demand(c) : draw < 10 ? -far : far, c);
    }
    std::sort(keys_.begin(), keys_.end());
    for (std::size_t i = 0; i < keys_.size(); ++i) absent_[i] = keys_[i].second;
}

void Recreate::sort_ruined(Rng& rng) {
    if (rule_) {
        rule_->sort(absent_, rng);
    } else {
        sort_absent(rng);
    }
}

bool Recreate::insert_all(Routes& routes, Rng& rng, Distance ceiling) {
    return instance_.with_distances(
        [&](const auto& distance) { return insert_each(routes, rng, ceiling, distance); });
}

Recreate::Candidate Recreate::prepared(const Routes& routes, RouteId id) const {
    return {.id = id, .is_long = routes.route(id).size > settings_.long_route};
}

// Routes without room for the smallest customer need no second look.
void Recreate::prepare_candidates(const Routes& routes) {
    Load smallest = instance_.capacity();
    for (const Node c : absent_) smallest = std::min(smallest, instance_.demand(c));
    if (price_ > 0) smallest = std::numeric_limits<Load>::min();
    rooms_.clear();
    std::size_t kept = 0;
    for (const Candidate& candidate : candidates_) {
        const RouteId id = candidate.id;
        const Load room = instance_.capacity() - routes.route(id).load;
        if (room < smallest || id == forbidden_) continue;
        candidates_[kept++] = prepared(routes, id);
        rooms_.push_back(room);
    }
    candidates_.resize(kept);
    copied_ = 0;
}

template <class Distances>
bool Recreate::insert_each(Routes& routes, Rng& rng, Distance ceiling, const Distances& distance) {
    prepare_candidates(routes);
    gave_up_ = false;
    std::size_t left = 0;
    for (const Node c : absent_) {
        const Place place = cheapest(routes, c, distance, rng);
        if (place.route == kAbsent) {
            absent_[left++] = c;
            continue;
        }
        // Insertions only ever add to the cost, as far as the triangle inequality goes.
        gave_up_ = routes.total() + priced(routes.excess()) + place.cost - place.bias > ceiling;
        if (gave_up_) return false;
        routes.insert(c, place.route, place.after);
        if (place.candidate >= 0) {
            insert_into_copy(place, c, routes.stop(c).in, routes.arc_out(c));
        } else if (listed_[static_cast<std::size_t>(place.route)] != round_) {  // a new route
            listed_[static_cast<std::size_t>(place.route)] = round_;
            candidates_.push_back(prepared(routes, place.route));
            rooms_.push_back(instance_.capacity() - routes.route(place.route).load);
        } else {
            for (std::size_t i = 0; i < candidates_.size(); ++i) {  // known, but without a copy: a long route
                if (candidates_[i].id != place.route) continue;
                rooms_[i] -= instance_.demand(c);
                candidates_[i].begin = -1;
            }
        }
    }
    absent_.resize(left);
    return left == 0;
}

template <class Distances>
Recreate::Place Recreate::cheapest(const Routes& routes, Node c, const Distances& distance, Rng& rng) {
    Place best{std::numeric_limits<Distance>::max(), kAbsent, kDepot, -1, 0};
    const Load demand = instance_.demand(c);
    Load room = least_room(demand, best.cost);
    const InsertionRule::Bias rule = by_rule_ ? rule_->bias_for(c) : InsertionRule::Bias{};
    bool long_routes = false;
    for (std::size_t i = with_room(0, room); i < rooms_.size(); i = with_room(i + 1, room)) {
        const Distance extra = surcharge(rooms_[i], demand);
        if (extra >= best.cost && rooms_[i] < demand) continue;
        Candidate& candidate = candidates_[i];
        if (candidate.is_long) {
            long_routes = true;
            continue;
        }
        if (candidate.begin < 0) copy_stops(routes, candidate);
        const Distance bias = by_rule_ ? rule.of(candidate.id, rooms_[i] - demand) : 0;
        if (scan_copy(routes, c, static_cast<std::int32_t>(i), extra + bias, distance, rng, best)) {
            if (best.candidate == static_cast<std::int32_t>(i)) best.bias = bias;
            room = least_room(demand, best.cost);
        }
    }
    if (long_routes) scan_long_routes(routes, c, distance, rng, best);
    if (stay_) return best;

    // The paper opens a route only when nothing else is left; then a solution that needs one more
    // vehicle than greed does would be out of reach.
    const Distance alone = depot_distance_[static_cast<std::size_t>(c)];
    if (const RouteId empty = routes.empty_route(); empty != kAbsent && alone < best.cost) {
        return {alone, empty, kDepot, -1, 0};
    }
    if (best.route == kAbsent) scan_everywhere(routes, c, distance, best);
    return best;
}

void Recreate::copy_stops(const Routes& routes, Candidate& candidate) {
    const Route& route = routes.route(candidate.id);
    candidate.begin = copied_;
    candidate.size = route.size;
    copied_ += route.size + 1 + static_cast<std::int32_t>(absent_.size());
    if (static_cast<std::size_t>(copied_) > copied_stops_.size()) {
        copied_stops_.resize(static_cast<std::size_t>(copied_) * 2);
        copied_in_.resize(copied_stops_.size());
    }
    auto at = static_cast<std::size_t>(candidate.begin);
    for (Node v = route.first; v != kDepot; ++at) {
        const Stop& stop = routes.stop(v);
        copied_stops_[at] = v;
        copied_in_[at] = stop.in;
        v = stop.next;
    }
    copied_stops_[at] = kDepot;
    copied_in_[at] = route.home;
}

void Recreate::insert_into_copy(const Place& place, Node c, Distance to, Distance from) {
    Candidate& candidate = candidates_[static_cast<std::size_t>(place.candidate)];
    const auto at = static_cast<std::size_t>(candidate.begin + place.index);
    const auto end = static_cast<std::size_t>(candidate.begin + candidate.size);
    for (std::size_t i = end + 1; i > at; --i) {
        copied_stops_[i] = copied_stops_[i - 1];
        copied_in_[i] = copied_in_[i - 1];
    }
    copied_stops_[at] = c;
    copied_in_[at] = to;
    copied_in_[at + 1] = from;
    ++candidate.size;
    rooms_[static_cast<std::size_t>(place.candidate)] -= instance_.demand(c);
}

// Looks for a cheaper place in a route. Chance is only asked where the answer matters: overlooking a
// place that would not be chosen changes nothing. True when the best place may be another one now.
template <class Distances>
bool Recreate::scan_copy(const Routes& routes, Node c, std::int32_t index, Distance surcharge,
                         const Distances& distance, Rng& rng, Place& best) const {
    const Candidate& candidate = candidates_[static_cast<std::size_t>(index)];
    const Node* stops = copied_stops_.data() + candidate.begin;
    const Distance* in = copied_in_.data() + candidate.begin;
    const bool symmetric = instance_.symmetric();
    Distance from = distance(kDepot, c), least = std::numeric_limits<Distance>::max();
    std::int32_t at = 0;
    for (std::int32_t i = 0; i <= candidate.size; ++i) {
        const Distance to = distance(c, stops[i]);
        const Distance cost = from + to - in[i];
        at = cost < least ? i : at;
        least = std::min(least, cost);
        from = symmetric ? to : distance(stops[i], c);
    }
    if (least + surcharge >= best.cost || !in_reach(routes, candidate.id, least)) return false;
    if (blinks(rng)) {
        scan_with_blinks(routes, c, index, at, surcharge, distance, rng, best);
    } else {
        best = {least + surcharge, candidate.id, at == 0 ? kDepot : stops[at - 1], index, at};
    }
    return true;
}

// The same once the cheapest place has been overlooked.
template <class Distances>
[[gnu::noinline]] void Recreate::scan_with_blinks(const Routes& routes, Node c, std::int32_t index,
                                                  std::int32_t overlooked, Distance surcharge,
                                                  const Distances& distance, Rng& rng, Place& best) const {
    const Candidate& candidate = candidates_[static_cast<std::size_t>(index)];
    const Node* stops = copied_stops_.data() + candidate.begin;
    const Distance* in = copied_in_.data() + candidate.begin;
    Node before = kDepot;
    for (std::int32_t i = 0; i <= candidate.size; ++i) {
        const Distance cost = distance(before, c) + distance(c, stops[i]) - in[i];
        if (i != overlooked && cost + surcharge < best.cost && in_reach(routes, candidate.id, cost) &&
            !blinks(rng)) {
            best = {cost + surcharge, candidate.id, before, index, i};
        }
        before = stops[i];
    }
}

// The places beside neighbours in long routes, and those beside the depot.
template <class Distances>
[[gnu::noinline]] void Recreate::scan_long_routes(const Routes& routes, Node c, const Distances& distance,
                                                  Rng& rng, Place& best) const {
    const Load demand = instance_.demand(c);
    const auto consider = [&](RouteId id, Node before, Node behind) {
        const Distance gone = behind == kDepot ? routes.route(id).home : routes.stop(behind).in;
        const Distance cost = distance(before, c) + distance(c, behind) - gone;
        if (cost >= best.cost || !in_reach(routes, id, cost) || blinks(rng)) return;
        best = {cost, id, before, -1, 0};
    };
    constexpr int kBeside = 40;
    for (const Node v : neighbours_.of(c, kBeside)) {
        const RouteId id = routes.route_of(v);
        if (id == kAbsent || id == forbidden_ || routes.route(id).size <= settings_.long_route) continue;
        if (listed_[static_cast<std::size_t>(id)] != round_ || !routes.has_room(id, demand)) continue;
        consider(id, routes.pred(v), v);
        consider(id, v, routes.next(v));
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& candidate = candidates_[i];
        if (!candidate.is_long || rooms_[i] < demand) continue;
        consider(candidate.id, kDepot, routes.route(candidate.id).first);
        consider(candidate.id, routes.route(candidate.id).last, kDepot);
    }
}

// When all vehicles are out and the candidates are full, any place will do.
template <class Distances>
[[gnu::noinline]] void Recreate::scan_everywhere(const Routes& routes, Node c, const Distances& distance,
                                                 Place& best) const {
    for (int slot = 0; slot < routes.used(); ++slot) {
        const RouteId id = routes.used_route(slot);
        if (!routes.has_room(id, instance_.demand(c))) continue;
        Node before = kDepot;
        for (Node v = routes.route(id).first;; v = routes.next(v)) {
            const Distance gone = v == kDepot ? routes.route(id).home : routes.stop(v).in;
            const Distance cost = distance(before, c) + distance(c, v) - gone;
            if (cost < best.cost && in_reach(routes, id, cost)) best = {cost, id, before, -1, 0};
            before = v;
            if (v == kDepot) break;
        }
    }
}

}  // namespace neurols::routing
