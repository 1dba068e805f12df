// What is kept of a route: computed from its visits, or brought up to date where some of them changed.
#include <algorithm>

#include "routing/rich/routes.h"

namespace neurols::routing::rich {

void Routes::fill(Route& route, int type, std::span<const Node> visits) const {
    route.type = type;
    route.stops.resize(visits.size() + 2);
    route.stops.front().node = instance_.type(type).start;
    for (std::size_t i = 0; i < visits.size(); ++i) route.stops[i + 1].node = visits[i];
    route.stops.back().node = instance_.end_of(type);
}

// Brings all that is kept of a route up to date; false where it is infeasible.
bool Routes::evaluate(Route& route) {
    const std::size_t dims = at(instance_.dimensions());
    if (has_.loads) {
        route.given.assign(dims, 0);
        route.taken.assign(dims, 0);
        for (int i = 1; i < route.last(); ++i) count_load(route, route.stops[at(i)].node, 1);
    }
    if (has_.durations) {
        route.before.resize(route.stops.size());
        route.after.resize(route.stops.size());
    }
    if (!settle(route, 1, route.last())) return false;
    if (!instance_.simulated(route.type)) return true;
    visits_.clear();
    for (int i = 1; i < route.last(); ++i) visits_.push_back(route.stops[at(i)].node);
    const RouteTotals totals = simulator_.run(route.type, visits_);
    if (!totals.feasible) return false;
    route.duration = totals.duration();
    route.cost = totals.cost;
    return true;
}

void Routes::count_load(Route& route, Node v, Value times) const {
    const Value *delivery = instance_.delivery(v), *pickup = instance_.pickup(v);
    for (std::size_t k = 0; k < at(instance_.dimensions()); ++k) {
        route.given[k] += times * delivery[k];
        route.taken[k] += times * pickup[k];
    }
}

// The legs to stops `first` to `last` are new; what is kept of the stops before them holds from the
// start on, and of stop `last` and those behind it to the end. Load sums are those of the visits.
bool Routes::settle(Route& route, int first, int last) {
    route.hashed = false;
    if (!set_order(route) || (has_.loads && !set_loads(route))) return false;
    const Profile& profile = instance_.profile(route.type);
    const std::int32_t *distances = profile.distances->data(), *rides = profile.fastest->data();
    const std::size_t stride = instance_.stride();
    const Value end_before = route.stops.back().far - route.stops[at(last)].far;
    for (int i = first; i <= last; ++i) {
        const std::size_t cell = at(route.stops[at(i - 1)].node) * stride + at(route.stops[at(i)].node);
        route.stops[at(i)].far = route.stops[at(i - 1)].far + distances[cell];
        route.stops[at(i)].ride = rides[cell];
    }
    const Value moved = route.stops[at(last)].far + end_before - route.stops.back().far;
    if (last < route.last() && moved != 0) {
        for (int i = last + 1; i <= route.last(); ++i) route.stops[at(i)].far += moved;
    }
    route.distance = route.stops.back().far;
    if (route.distance > instance_.type(route.type).max_distance) return false;
    if (has_.timed) {
        if (!set_earliest(route, first, last)) return false;
        set_latest(route, first, last);
        if (has_.durations && !set_segments(route, first, last)) return false;
    }
    const VehicleType& type = instance_.type(route.type);
    route.duration = has_.durations ? route.before.back().duration : 0;
    if (route.duration > type.max_duration && route.duration - type.max_duration > type.max_overtime)
        return false;
    route.cost = route_cost(route.type, route.distance, route.duration);
    return true;
}

bool Routes::set_order(Route& route) const {
    route.clients = route.reloads = route.givers = route.last_giver = 0;
    route.first_reload = route.first_taker = route.last();
    const bool typed = has_.typed, backhaul = instance_.data().backhaul;
    if (!typed && !backhaul && !has_.reloads) {
        route.clients = route.visits();
        return true;
    }
    const VehicleType& type = instance_.type(route.type);
    bool allowed = true;
    int on_board = 0;  // shipments, which stay in their trip
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (instance_.is_depot(v)) {
            if (route.reloads++ == 0) route.first_reload = i;
            allowed = allowed && on_board == 0 &&
                      std::ranges::find(type.reload_depots, v) != type.reload_depots.end();
            continue;
        }
        ++route.clients;
        allowed = allowed && instance_.allowed(v, route.type);
        if (has_.pairs) {
            const Task& task = instance_.task(instance_.task_of(v));
            if (task.kind == Task::Kind::Pair) on_board += task.first == v ? 1 : -1;
        }
        if (!backhaul) continue;
        if (instance_.gives(v)) ++route.givers, route.last_giver = i;
        if (instance_.takes(v)) route.first_taker = std::min(route.first_taker, i);
    }
    const bool in_order =
        route.first_taker == route.last() || (route.givers > 0 && route.last_giver < route.first_taker);
    return allowed && (!backhaul || in_order) && route.reloads <= type.max_reloads;
}

bool Routes::set_loads(Route& route) const {
    const std::size_t dims = at(instance_.dimensions()), count = route.stops.size();
    const Value* capacity = instance_.capacity(route.type);
    const Value* initial = instance_.initial(route.type);
    if (!has_.legs) {
        for (std::size_t k = 0; k < dims; ++k) {
            if (initial[k] + std::max(route.given[k], route.taken[k]) > capacity[k]) return false;
        }
        return true;
    }
    route.loads_before.resize(count * dims);
    route.loads_after.resize(count * dims);
    bool fits = true;
    for (std::size_t k = 0; k < dims; ++k) {
        LoadSegment load;
        Value on_board = initial[k];
        for (std::size_t i = 0; i < count; ++i) {
            const Node v = route.stops[i].node;
            if (i + 1 == count || instance_.is_depot(v)) {
                fits = fits && on_board + load.greatest() <= capacity[k];
                if (i > 0) on_board = 0;
                load = {};
            } else {
                load.join(instance_.delivery(v)[k], instance_.change(v)[k]);
            }
            route.loads_before[i * dims + k] = load;
        }
        load = {};
        for (std::size_t i = count; i-- > 0;) {
            const Node v = route.stops[i].node;
            if (i + 1 == count || instance_.is_depot(v)) {
                load = {};
            } else {
                LoadSegment here;
                here.join(instance_.delivery(v)[k], instance_.change(v)[k]);
                here.join(load);
                load = here;
            }
            route.loads_after[i * dims + k] = load;
        }
    }
    return fits;
}

// When the goods of the trip that begins at a stop are ready.
Value Routes::release_of_trip(const Route& route, int from) const {
    Value release = 0;
    for (int i = from + 1; i < route.last() && !instance_.is_depot(route.stops[at(i)].node); ++i)
        release = std::max(release, instance_.release(route.stops[at(i)].node));
    return release;
}

bool Routes::set_earliest(Route& route, int first, int last) const {
    std::vector<Stop>& stops = route.stops;
    const int end = route.last();
    if (has_.releases) first = 1;  // what comes later may put off the start of the trip
    if (first == 1) {
        stops[0].earliest = instance_.earliest_start(route.type);
        if (has_.releases) stops[0].earliest = std::max(stops[0].earliest, release_of_trip(route, 0));
    }
    Value now = stops[at(first - 1)].earliest;
    for (int i = first; i < end; ++i) {
        Stop& stop = stops[at(i)];
        const Window& window = instance_.span(stop.node);
        now += stop.ride;
        if (now > window.close) return false;
        now = std::max(now, window.open) + instance_.service(stop.node);
        if (has_.releases && instance_.is_depot(stop.node)) now = std::max(now, release_of_trip(route, i));
        if (i >= last && now == stop.earliest) return true;
        stop.earliest = now;
    }
    stops[at(end)].earliest = now + stops[at(end)].ride;
    return stops[at(end)].earliest <= instance_.latest_end(route.type);
}

void Routes::set_latest(Route& route, int first, int last) const {
    std::vector<Stop>& stops = route.stops;
    stops.back().latest = instance_.latest_end(route.type);
    for (int i = std::min(last, route.last()) - 1; i > 0; --i) {
        Stop& stop = stops[at(i)];
        const Stop& next = stops[at(i + 1)];
        const Value latest =
            std::min(instance_.span(stop.node).close, next.latest - next.ride - instance_.service(stop.node));
        if (i < first && latest == stop.latest) return;
        stop.latest = latest;
    }
    stops[0].latest = stops[1].latest - stops[1].ride;
}

bool Routes::set_segments(Route& route, int first, int last) const {
    const int end = route.last();
    const std::vector<Stop>& stops = route.stops;
    const Value latest_end = instance_.latest_end(route.type);
    const auto own = [&](int i) {
        const Node v = stops[at(i)].node;
        if (i == 0) return TimeSegment{0, stops[0].earliest, kForever};
        if (i == end) return TimeSegment{0, 0, latest_end};
        const Window& window = instance_.span(v);
        return TimeSegment{instance_.service(v), window.open, window.close};
    };
    if (first == 1) route.before[0] = own(0);
    for (int i = first; i <= end; ++i) {
        TimeSegment segment = route.before[at(i - 1)];
        if (!segment.join(stops[at(i)].ride, own(i))) return false;
        route.before[at(i)] = segment;
    }
    int from = last - 1;
    if (last == end) route.after[at(end)] = own(end);
    for (int i = from; i >= 0; --i) {
        TimeSegment segment = own(i);
        if (!segment.join(stops[at(i + 1)].ride, route.after[at(i + 1)])) return false;
        route.after[at(i)] = segment;
    }
    return true;
}

}  // namespace neurols::routing::rich
