// Where an absent task may go: places in the routes nearby, in new routes, and beside reloads.
#include <algorithm>

#include "routing/rich/recreate.h"

namespace neurols::routing::rich {

void Recreate::find_in_routes(Routes& routes, const Task& task, Rng& rng) {
    const auto try_client = [&](Node c) {
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            const int r = candidates_[i];
            const Route& route = routes.route(r);
            if (route.clients == 0) continue;
            if (task.kind != Task::Kind::Pair) {
                const int type = type_with_room(routes, route, c, kAbsent);
                if (type >= 0) scan_client(routes, r, type, c, rng);
                if (has_.reloads) scan_reloads(routes, r, task, c, rng);
                continue;
            }
            const int type = type_with_room(routes, route, task.first, task.second);
            if (type >= 0) {
                if (has_.durations) {
                    scan_pair<true>(routes, r, type, task, rng);
                } else {
                    scan_pair<false>(routes, r, type, task, rng);
                }
            }
            if (has_.reloads) scan_reloads(routes, r, task, c, rng);
        }
    };
    if (task.kind == Task::Kind::Group) {
        for (const Node c : task.members) try_client(c);
    } else {
        try_client(task.first);
    }
}

void Recreate::find_new(Routes& routes, const Task& task, Rng& rng) {
    const auto try_client = [&](Node c) {
        for (int t = 0; t < instance_.types(); ++t) {
            if (routes.left(t) <= 0 || !instance_.allowed(c, t)) continue;
            const VehicleType& type = instance_.type(t);
            const Node last = task.kind == Task::Kind::Pair ? task.second : c;
            Value far = instance_.distance(t, type.start, c) +
                        Value{instance_.distance(t, last, instance_.end_of(t))};
            if (last != c) far += instance_.distance(t, c, last);
            const Value opening = instance_.vehicle_price();
            if (opening + type.fixed + type.unit_distance * far >= best_.cost) continue;
            const Node pair[2] = {c, last};
            const Value cost = routes.cost_of(t, {pair, last == c ? 1U : 2U});
            if (cost >= kForever || cost + opening >= best_.cost || blinks(rng)) continue;
            best_ = Place{cost + opening, kAbsent, t, 0, 0, c, false};
        }
    };
    if (task.kind == Task::Kind::Group) {
        for (const Node c : task.members) try_client(c);
    } else {
        try_client(task.first);
    }
}

// What is known of the whole route's load: no more is needed where all goods go one way.
bool Recreate::has_room(const Route& route, int type, Node c, Node second) const {
    if (!instance_.allowed(c, type) || (second != kAbsent && !instance_.allowed(second, type))) return false;
    if (!has_.loads || route.reloads > 0) return true;
    const Value* capacity = instance_.capacity(type);
    const Value* initial = instance_.initial(type);
    for (int k = 0; k < instance_.dimensions(); ++k) {
        Value given = route.given[at(k)] + instance_.delivery(c)[k];
        Value taken = route.taken[at(k)] + instance_.pickup(c)[k];
        if (second != kAbsent) {
            given += instance_.delivery(second)[k];
            taken += instance_.pickup(second)[k];
        }
        if (initial[k] + std::max(given, taken) > capacity[k]) return false;
    }
    return true;
}

// The route's own type, or else the cheapest one like it that has room and is to be had.
int Recreate::type_with_room(const Routes& routes, const Route& route, Node c, Node second) const {
    if (has_room(route, route.type, c, second)) return route.type;
    int best = -1;
    Value least = kForever;
    for (const int t : instance_.alike(route.type)) {
        if (routes.left(t) <= 0) continue;
        const Value cost = routes.route_cost(t, route.distance, route.duration);
        if (cost >= least || !has_room(route, t, c, second)) continue;
        bool allowed = true;
        if (has_.typed) {
            for (int i = 1; i < route.last() && allowed; ++i)
                allowed = instance_.allowed(route.stops[at(i)].node, t);
        }
        if (!allowed) continue;
        best = t;
        least = cost;
    }
    return best;
}

void Recreate::scan_client(Routes& routes, int r, int type, Node c, Rng& rng) {
    if (!has_.timed) {
        scan<false, false>(routes, r, type, c, rng);
    } else if (!has_.durations) {
        scan<true, false>(routes, r, type, c, rng);
    } else {
        scan<true, true>(routes, r, type, c, rng);
    }
}

// Looks for a cheaper place in one route. Chance is only asked where the answer matters: overlooking a
// place that would not be chosen changes nothing.
template <bool Timed, bool Durations>
void Recreate::scan(Routes& routes, int r, int type, Node c, Rng& rng) {
    const Route& route = routes.route(r);
    const Profile& profile = instance_.profile(type);
    const std::size_t stride = instance_.stride();
    const std::int32_t* from_c = profile.distances->data() + at(c) * stride;
    const std::int32_t* ride_from_c = profile.fastest->data() + at(c) * stride;
    const std::int32_t* to_c = profile.distances_to->data() + at(c) * stride;
    const std::int32_t* ride_to_c = profile.fastest_to->data() + at(c) * stride;
    const VehicleType& vehicle = instance_.type(type);
    const bool simulated = instance_.simulated(type);
    const Value unit = vehicle.unit_distance;
    const Value base =
        type == route.type ? 0 : routes.route_cost(type, route.distance, route.duration) - route.cost;
    const Window window = instance_.span(c);
    const Value service = instance_.service(c), soonest = window.open + service;
    const TimeSegment own{service, window.open, window.close};

    int low = 1, high = route.last();
    if (instance_.data().backhaul) {
        if (instance_.gives(c)) high = route.first_taker;
        if (instance_.takes(c)) low = route.last_giver + 1;
    }
    const Stop* stops = route.stops.data();
    if constexpr (Timed) {
        // Stops are in the order of the latest times at which they can be reached.
        const auto too_soon = [&](const Stop& stop) { return stop.latest < soonest; };
        low = static_cast<int>(std::partition_point(stops + low, stops + high + 1, too_soon) - stops);
    }
    for (int i = low; i <= high; ++i) {
        const Stop &before = stops[i - 1], &behind = stops[i];
        if constexpr (Timed) {
            if (before.earliest > window.close) break;
        }
        const Value longer = Value{to_c[before.node]} + from_c[behind.node] - (behind.far - before.far);
        Value cost = base + unit * longer;
        if (cost >= best_.cost) continue;
        if (route.distance + longer > vehicle.max_distance) continue;
        if constexpr (Timed) {
            const Value ride = ride_to_c[before.node];
            const Value reached = before.earliest + ride;
            if (reached > window.close) continue;
            if (std::max(reached + service, soonest) + ride_from_c[behind.node] > behind.latest) continue;
            if constexpr (Durations) {
                TimeSegment all = route.before[at(i - 1)];
                if (!all.join(ride, own) || !all.join(ride_from_c[behind.node], route.after[at(i)])) continue;
                if (all.duration - vehicle.max_duration > vehicle.max_overtime) continue;
                if (!simulated)
                    cost = routes.route_cost(type, route.distance + longer, all.duration) - route.cost +
                           balance_cost(all.duration);
                if (cost >= best_.cost) continue;
            }
        }
        if (has_.legs && !legs_fit(route, type, i, c)) continue;
        if (has_.releases && !release_fits(route, type, i, c)) continue;
        if (blinks(rng)) continue;
        if (simulated) {
            cost = simulated_cost(routes, r, type, i, c, kAbsent, kAbsent);
            if (cost >= best_.cost) continue;
        }
        best_ = Place{cost, r, type, i, i, c, false};
    }
}

// What a route of this duration adds to the price of balance.
Value Recreate::balance_cost(Value duration) const {
    const Balance& balance = instance_.data().balance;
    return balance.price == 0 ? 0 : balance.price * std::max<Value>(0, duration - longest_);
}

bool Recreate::legs_fit(const Route& route, int type, int index, Node c) const {
    const std::size_t dims = at(instance_.dimensions());
    for (std::size_t k = 0; k < dims; ++k) {
        LoadSegment load = route.loads_before[at(index - 1) * dims + k];
        load.join(instance_.delivery(c)[k], instance_.change(c)[k]);
        load.join(route.loads_after[at(index) * dims + k]);
        const Value initial = index <= route.first_reload ? instance_.initial(type)[k] : 0;
        if (initial + load.greatest() > instance_.capacity(type)[k]) return false;
    }
    return true;
}

// Does the trip stay in time if it waits for the goods of a client that stands before stop `index`?
bool Recreate::release_fits(const Route& route, int type, int index, Node c) const {
    int start = index - 1;
    while (start > 0 && !instance_.is_depot(route.stops[at(start)].node)) --start;
    Value now = instance_.release(c);
    if (now <= route.stops[at(start)].earliest) return true;
    for (int i = start + 1; i < index; ++i) {
        const Stop& stop = route.stops[at(i)];
        now += stop.ride;
        if (now > stop.latest) return false;
        now = std::max(now, instance_.span(stop.node).open) + instance_.service(stop.node);
    }
    const std::int32_t* rides = instance_.profile(type).fastest->data();
    const Stop& behind = route.stops[at(index)];
    now += rides[at(route.stops[at(index - 1)].node) * instance_.stride() + at(c)];
    if (now > instance_.span(c).close) return false;
    now = std::max(now, instance_.span(c).open) + instance_.service(c);
    return now + rides[at(c) * instance_.stride() + at(behind.node)] <= behind.latest;
}

Value Recreate::simulated_cost(Routes& routes, int r, int type, int index, Node c, int second_index,
                               Node second) {
    const Route& route = routes.route(r);
    trial_.clear();
    for (int i = 1; i <= route.last(); ++i) {
        if (i == index) trial_.push_back(c);
        if (second != kAbsent && i == second_index) trial_.push_back(second);
        if (i < route.last()) trial_.push_back(route.stops[at(i)].node);
    }
    const Value cost = routes.cost_of(type, trial_);
    if (cost >= kForever) return kForever;
    return cost - route.cost + balance_cost(routes.last_duration());
}

// All places for a pickup, and for each of them those for its delivery, the route in between walked once.
template <bool Durations>
void Recreate::scan_pair(Routes& routes, int r, int type, const Task& task, Rng& rng) {
    const Route& route = routes.route(r);
    const Profile& profile = instance_.profile(type);
    const std::size_t stride = instance_.stride(), dims = at(instance_.dimensions());
    const std::int32_t* distances = profile.distances->data();
    const std::int32_t* durations = profile.fastest->data();
    const VehicleType& vehicle = instance_.type(type);
    const bool simulated = instance_.simulated(type) || has_.releases, timed = has_.timed;
    const Node p = task.first, d = task.second;
    const Value unit = vehicle.unit_distance;
    const Value base =
        type == route.type ? 0 : routes.route_cost(type, route.distance, route.duration) - route.cost;
    const Window window_p = instance_.span(p), window_d = instance_.span(d);
    const Value soonest_p = window_p.open + instance_.service(p);
    const Value soonest_d = window_d.open + instance_.service(d);
    const TimeSegment own_p{instance_.service(p), window_p.open, window_p.close};
    const TimeSegment own_d{instance_.service(d), window_d.open, window_d.close};
    const auto far = [&](Node a, Node b) { return Value{distances[at(a) * stride + at(b)]}; };
    const auto ride = [&](Node a, Node b) { return Value{durations[at(a) * stride + at(b)]}; };
    const Stop* stops = route.stops.data();
    const int last = route.last();

    for (int i = 1; i <= last; ++i) {
        const Stop &before = stops[i - 1], &behind = stops[i];
        if (timed) {
            if (before.earliest > window_p.close) break;
            if (behind.latest < soonest_p) continue;
        }
        const Value longer_p = far(before.node, p) + far(p, behind.node) - (behind.far - before.far);
        // Were the delivery on the way, the pickup alone would cost so much.
        if (base + unit * longer_p >= best_.cost) continue;
        Value left = 0;  // when the last stop in hand is left
        TimeSegment walked;
        if (timed) {
            const Value reached = before.earliest + ride(before.node, p);
            if (reached > window_p.close) continue;
            left = std::max(reached + instance_.service(p), soonest_p);
            if (left + ride(p, behind.node) > behind.latest) continue;
            if constexpr (Durations) {
                walked = route.before[at(i - 1)];
                if (!walked.join(ride(before.node, p), own_p)) continue;
            }
        }
        if (has_.legs) {
            bool fits = true;
            for (std::size_t k = 0; k < dims && fits; ++k) {
                loads_[k] = route.loads_before[at(i - 1) * dims + k];
                loads_[k].join(instance_.delivery(p)[k], instance_.change(p)[k]);
                fits = initial_load(route, type, i, k) + loads_[k].greatest() <= instance_.capacity(type)[k];
            }
            if (!fits) continue;
        }
        Node previous = p;
        for (int j = i;; ++j) {
            // The delivery stands between `previous` and stop j.
            const Node next = stops[j].node;
            const Value longer =
                j == i ? far(before.node, p) + far(p, d) + far(d, next) - (behind.far - before.far)
                       : longer_p + far(previous, d) + far(d, next) - (stops[j].far - stops[j - 1].far);
            Value cost = base + unit * longer;
            bool possible = cost < best_.cost && route.distance + longer <= vehicle.max_distance;
            if (possible && timed) {
                const Value reached = left + ride(previous, d);
                possible =
                    reached <= window_d.close &&
                    std::max(reached + instance_.service(d), soonest_d) + ride(d, next) <= stops[j].latest;
                if constexpr (Durations) {
                    TimeSegment all = walked;
                    possible = possible && all.join(ride(previous, d), own_d) &&
                               all.join(ride(d, next), route.after[at(j)]) &&
                               all.duration - vehicle.max_duration <= vehicle.max_overtime;
                    if (possible && !simulated)
                        cost = routes.route_cost(type, route.distance + longer, all.duration) - route.cost +
                               balance_cost(all.duration);
                    possible = possible && cost < best_.cost;
                }
            }
            if (possible && has_.legs) {
                for (std::size_t k = 0; k < dims && possible; ++k) {
                    LoadSegment load = loads_[k];
                    load.join(instance_.delivery(d)[k], instance_.change(d)[k]);
                    load.join(route.loads_after[at(j) * dims + k]);
                    possible =
                        initial_load(route, type, i, k) + load.greatest() <= instance_.capacity(type)[k];
                }
            }
            if (possible && !blinks(rng)) {
                if (simulated) cost = simulated_cost(routes, r, type, i, p, j, d);
                if (cost < best_.cost) best_ = Place{cost, r, type, i, j, p, false};
            }
            if (j == last || instance_.is_depot(next)) break;  // goods do not stay on board over a reload
            if (timed) {
                const Value reached = left + ride(previous, next);
                if (reached > stops[j].latest || left > window_d.close) break;
                left = std::max(reached, instance_.span(next).open) + instance_.service(next);
                if constexpr (Durations) {
                    const Window& window = instance_.span(next);
                    const TimeSegment own{instance_.service(next), window.open, window.close};
                    if (!walked.join(ride(previous, next), own)) break;
                }
            }
            if (has_.legs) {
                bool fits = true;
                for (std::size_t k = 0; k < dims && fits; ++k) {
                    loads_[k].join(instance_.delivery(next)[k], instance_.change(next)[k]);
                    fits =
                        initial_load(route, type, i, k) + loads_[k].greatest() <= instance_.capacity(type)[k];
                }
                if (!fits) break;
            }
            previous = next;
        }
    }
}

Value Recreate::initial_load(const Route& route, int type, int index, std::size_t k) const {
    return index <= route.first_reload ? instance_.initial(type)[k] : 0;
}

// The task on a trip of its own or at the end of a shortened one: a reload stands before or behind it.
void Recreate::scan_reloads(Routes& routes, int r, const Task& task, Node c, Rng& rng) {
    const Route& route = routes.route(r);
    const int type = route.type;
    const VehicleType& vehicle = instance_.type(type);
    if (route.reloads >= vehicle.max_reloads || vehicle.reload_depots.empty()) return;
    if (!instance_.allowed(c, type)) return;
    const bool pair = task.kind == Task::Kind::Pair;
    const Node last = pair ? task.second : c;
    if (pair && !instance_.allowed(last, type)) return;
    const Value inner = pair ? Value{instance_.distance(type, c, last)} : 0;
    for (int i = 1; i <= route.last(); ++i) {
        const Node before = route.stops[at(i - 1)].node, behind = route.stops[at(i)].node;
        if (route.stops[at(i - 1)].earliest > instance_.span(c).close) break;
        if (route.stops[at(i)].latest < instance_.span(last).open + instance_.service(last)) continue;
        for (const Node depot : vehicle.reload_depots) {
            for (const bool first : {true, false}) {
                // A reload beside another one, or beside an end, makes an empty trip.
                const Node beside = first ? before : behind;
                if (instance_.is_depot(beside) || beside == instance_.nowhere()) continue;
                const Value longer = first ? Value{instance_.distance(type, before, depot)} +
                                                 instance_.distance(type, depot, c) + inner +
                                                 instance_.distance(type, last, behind)
                                           : Value{instance_.distance(type, before, c)} + inner +
                                                 instance_.distance(type, last, depot) +
                                                 instance_.distance(type, depot, behind);
                if (vehicle.unit_distance * (longer - route.leg(i)) >= best_.cost || blinks(rng)) continue;
                trial_.clear();
                for (int j = 1; j <= route.last(); ++j) {
                    if (j == i) {
                        if (first) trial_.push_back(depot);
                        trial_.push_back(c);
                        if (pair) trial_.push_back(last);
                        if (!first) trial_.push_back(depot);
                    }
                    if (j < route.last()) trial_.push_back(route.stops[at(j)].node);
                }
                Value cost = routes.cost_of(type, trial_);
                if (cost >= kForever) continue;
                cost += balance_cost(routes.last_duration()) - route.cost;
                if (cost >= best_.cost) continue;
                best_ = Place{cost, r, type, i, i, c, true};
                visits_ = trial_;
            }
        }
    }
}

}  // namespace neurols::routing::rich
