#include "routing/rich/operators/evaluation.h"

#include <algorithm>

namespace neurols::routing::rich {

Evaluation::Evaluation(Routes& routes)
    : routes_(routes),
      instance_(routes.instance()),
      has_(routes.instance().has()),
      on_board_(at(routes.instance().tasks()), 0) {}

void Evaluation::start(Value allowance, std::int64_t tested) {
    best_change_ = allowance;
    tested_ = tested;
    found_ = false;
}

void Evaluation::consider(const Move& move) {
    // Without a price of balance each route counts for itself, and what segments say is a bound.
    const bool bounded = instance_.data().balance.price == 0;
    Value change = 0;
    for (int m = 0; m < move.count; ++m) {
        const NewRoute& changed = move.routes[at(m)];
        change -= routes_.route(changed.route).cost;
        if (changed.count == 0) change -= instance_.vehicle_price();
    }
    for (int m = 0; m < move.count; ++m) {
        const Value least = bound(move.routes[at(m)]);
        if (least >= kForever) return;
        change += least;
        if (bounded && m == 0 && change >= best_change_) return;
    }
    if (bounded && change >= best_change_) return;
    change = exact(move);
    if (change >= best_change_) return;
    if (tabu && change >= to_best && is_tabu(move)) return;
    if (std::find(rejected.begin(), rejected.end(), move) != rejected.end()) return;
    best_change_ = change;
    best_ = move;
    found_ = true;
}

// The cost of a route as far as segments know it, which is never too much; kForever where they say that
// it is infeasible.
Value Evaluation::bound(const NewRoute& changed) const {
    if (changed.count == 0) return 0;
    const Route& own = routes_.route(changed.route);
    const int type = own.type;
    const VehicleType& vehicle = instance_.type(type);
    const Profile& profile = instance_.profile(type);
    const bool timed = has_.timed;
    Value distance = 0, time = 0;
    Node node = vehicle.start;
    TimeSegment segment;
    int next = 0;
    const Piece& head = changed.pieces[0];
    const bool own_head = head.route == changed.route && head.from == 1 && !head.reversed;
    const int kept = own_head ? head.to : 0;
    if (own_head) next = 1;
    distance = own.stops[at(kept)].far;
    time = own.stops[at(kept)].earliest;
    node = own.stops[at(kept)].node;
    if (has_.durations) segment = own.before[at(kept)];

    for (; next < changed.count; ++next) {
        const Piece& piece = changed.pieces[at(next)];
        const Route& source = routes_.route(piece.route);
        const Node first = stop(piece, true).node;
        distance += instance_.distance(type, node, first);
        const bool to_end = next + 1 == changed.count && !piece.reversed && piece.to == source.last() - 1;
        if (to_end && instance_.same_clock(type, source.type)) {
            const Stop& joint = source.stops[at(piece.from)];
            distance += source.stops.back().far - joint.far;
            if (timed) {
                const Value ride = (*profile.fastest)[at(node) * instance_.stride() + at(first)];
                if (time + ride > joint.latest) return kForever;
                if (has_.durations && !segment.join(ride, source.after[at(piece.from)])) return kForever;
            }
            node = kAbsent;
            break;
        }
        const bool same_way = !piece.reversed || profile.symmetric;
        if (same_way && instance_.type(source.type).profile == vehicle.profile) {
            distance += source.stops[at(piece.to)].far - source.stops[at(piece.from)].far;
        } else {
            for (int k = piece.from; k < piece.to; ++k) {
                const Node a = source.stops[at(k)].node, b = source.stops[at(k + 1)].node;
                distance += piece.reversed ? instance_.distance(type, b, a) : instance_.distance(type, a, b);
            }
        }
        if (timed) {
            if (!walk(piece, type, node, time, segment)) return kForever;
        } else {
            node = stop(piece, false).node;
        }
    }
    if (node != kAbsent) {
        const Node end = instance_.end_of(type);
        distance += instance_.distance(type, node, end);
        if (timed) {
            const Value ride = (*profile.fastest)[at(node) * instance_.stride() + at(end)];
            if (time + ride > instance_.latest_end(type)) return kForever;
            if (has_.durations && !segment.join(ride, {0, 0, instance_.latest_end(type)})) return kForever;
        }
    }
    if (distance > vehicle.max_distance) return kForever;
    const Value duration = has_.durations ? segment.duration : 0;
    if (duration > vehicle.max_duration && duration - vehicle.max_duration > vehicle.max_overtime)
        return kForever;
    return routes_.route_cost(type, distance, duration);
}

bool Evaluation::walk(const Piece& piece, int type, Node& node, Value& time, TimeSegment& segment) const {
    const Route& source = routes_.route(piece.route);
    const std::int32_t* rides = instance_.profile(type).fastest->data();
    const std::size_t stride = instance_.stride();
    const int step = piece.reversed ? -1 : 1;
    const int end = piece.reversed ? piece.from - 1 : piece.to + 1;
    for (int k = piece.reversed ? piece.to : piece.from; k != end; k += step) {
        const Node v = source.stops[at(k)].node;
        const Window& window = instance_.span(v);
        const Value ride = rides[at(node) * stride + at(v)];
        time += ride;
        if (time > window.close) return false;
        time = std::max(time, window.open) + instance_.service(v);
        if (has_.durations && !segment.join(ride, {instance_.service(v), window.open, window.close}))
            return false;
        node = v;
    }
    return true;
}

// The visits of a route; a reload beside another one, or beside an end, is left out.
void Evaluation::build(const NewRoute& changed, std::vector<Node>& visits) const {
    visits.clear();
    const auto add = [&](Node v) {
        if (instance_.is_depot(v) && (visits.empty() || instance_.is_depot(visits.back()))) return;
        visits.push_back(v);
    };
    for (int i = 0; i < changed.count; ++i) {
        const Piece& piece = changed.pieces[at(i)];
        const auto& stops = routes_.route(piece.route).stops;
        if (piece.reversed) {
            for (int k = piece.to; k >= piece.from; --k) add(stops[at(k)].node);
        } else {
            for (int k = piece.from; k <= piece.to; ++k) add(stops[at(k)].node);
        }
    }
    while (!visits.empty() && instance_.is_depot(visits.back())) visits.pop_back();
}

// Are both ends of each shipment in the same trip, the pickup first?
bool Evaluation::pairs_fit(std::span<const Node> visits) {
    int open = 0;
    ++trip_;
    for (const Node v : visits) {
        if (instance_.is_depot(v)) {
            if (open > 0) return false;
            ++trip_;
            continue;
        }
        const int index = instance_.task_of(v);
        const Task& task = instance_.task(index);
        if (task.kind != Task::Kind::Pair) continue;
        if (v == task.first) {
            on_board_[at(index)] = trip_;
            ++open;
        } else if (on_board_[at(index)] == trip_) {
            on_board_[at(index)] = 0;
            --open;
        } else {
            return false;
        }
    }
    return open == 0;
}

Value Evaluation::exact(const Move& move) {
    Value change = -routes_.balance_cost();
    std::array<std::pair<int, Value>, 2> durations;
    for (int m = 0; m < move.count; ++m) {
        const NewRoute& changed = move.routes[at(m)];
        const Route& route = routes_.route(changed.route);
        build(changed, visits_);
        durations[at(m)] = {changed.route, 0};
        change -= route.cost;
        if (visits_.empty()) {
            change -= instance_.vehicle_price();
            continue;
        }
        if (has_.pairs && !pairs_fit(visits_)) return kForever;
        const Value cost = routes_.cost_of(route.type, visits_);
        if (cost >= kForever) return kForever;
        durations[at(m)].second = routes_.last_duration();
        change += cost;
    }
    return change + routes_.balance_cost({durations.data(), at(move.count)});
}

bool Evaluation::is_tabu(const Move& move) const {
    bool found = false;
    for_each_new_arc(move, [&](Node a, Node b) {
        const auto* entry =
            tabu->find(pair_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
        found = found || (entry && entry->expires > now);
    });
    return found;
}

void Evaluation::apply(const Move& move) {
    std::array<std::vector<Node>, 2> visits;
    for (int m = 0; m < move.count; ++m) build(move.routes[at(m)], visits[at(m)]);
    for (int m = 0; m < move.count; ++m) {
        const int r = move.routes[at(m)].route;
        routes_.replace(r, routes_.route(r).type, visits[at(m)]);
    }
}

}  // namespace neurols::routing::rich
