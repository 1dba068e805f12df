#include "routing/routes.h"

#include <algorithm>
#include <numeric>

namespace neurols::routing {

Routes::Routes(const Instance& instance) : instance_(instance) {
    const auto nodes = static_cast<std::size_t>(instance.nodes());
    const int customers = instance.customers();
    const int vehicles = instance.vehicles() > 0 ? std::min(instance.vehicles(), customers) : customers;
    stops_.resize(nodes);
    index_.resize(nodes);
    routes_.resize(static_cast<std::size_t>(vehicles));
    indexed_.resize(routes_.size());
    slots_.resize(routes_.size());
    slot_of_.resize(routes_.size());
    saved_stops_.reserve(nodes);
    saved_routes_.reserve(routes_.size());
    scratch_.reserve(nodes);
    reset();
}

void Routes::reset() {
    std::fill(stops_.begin(), stops_.end(), Stop{});
    std::fill(routes_.begin(), routes_.end(), Route{});
    std::fill(indexed_.begin(), indexed_.end(), std::uint8_t{0});
    std::iota(slots_.begin(), slots_.end(), 0);
    std::iota(slot_of_.begin(), slot_of_.end(), 0);
    used_ = 0;
    total_ = 0;
    excess_ = 0;
    tick();  // never back: what was remembered about a route at some time must not seem to hold again
    last_emptied_ = 0;
    step_ = 0;
    begin_step();
}

void Routes::begin_step() {
    saved_stops_.clear();
    saved_routes_.clear();
    saved_total_ = total_;
    saved_excess_ = excess_;
    if (++step_ == 0) {  // the counter came round: forget all marks
        for (auto& stop : stops_) stop.touched = 0;
        for (auto& route : routes_) route.touched = 0;
        step_ = 1;
    }
}

// Restored routes count as modified, since operators may have tested customers against the candidate.
void Routes::undo() {
    tick();
    for (const auto& [customer, record] : saved_stops_) stops_[static_cast<std::size_t>(customer)] = record;
    for (const auto& [id, record] : saved_routes_) {
        routes_[static_cast<std::size_t>(id)] = record;
        routes_[static_cast<std::size_t>(id)].modified = clock_;
        indexed_[static_cast<std::size_t>(id)] = 0;
        settle_use(id);
    }
    total_ = saved_total_;
    excess_ = saved_excess_;
    saved_stops_.clear();
    saved_routes_.clear();
    ++step_;  // nothing counts as saved any more
    if (step_ == 0) begin_step();
}

bool Routes::step_in_reach() const {
    if (!instance_.limits_distance()) return true;
    return std::all_of(saved_routes_.begin(), saved_routes_.end(),
                       [&](const SavedRoute& saved) { return in_reach(saved.id, 0); });
}

inline Stop& Routes::edit(Node customer) {
    Stop& stop = stops_[static_cast<std::size_t>(customer)];
    if (stop.touched != step_) {
        saved_stops_.push_back({customer, stop});
        stop.touched = step_;
    }
    return stop;
}

inline Route& Routes::edit_route(RouteId id) {
    Route& route = routes_[static_cast<std::size_t>(id)];
    if (route.touched != step_) {
        saved_routes_.push_back({id, route});
        route.touched = step_;
    }
    route.modified = clock_;
    indexed_[static_cast<std::size_t>(id)] = 0;
    return route;
}

inline void Routes::link(RouteId id, Route& route, Node a, Node b, Distance distance) {
    if (a == kDepot) {
        route.first = b;
    } else {
        Stop& from = edit(a);
        from.next = b;
        from.route = id;
    }
    if (b == kDepot) {
        route.last = a;
        route.home = distance;
    } else {
        Stop& to = edit(b);
        to.pred = a;
        to.in = distance;
        to.route = id;
    }
}

// Moves the route to the side of the used or of the empty ones, if it changed sides.
inline void Routes::settle_use(RouteId id) {
    const bool in_use = route(id).size > 0;
    const std::int32_t slot = slot_of_[static_cast<std::size_t>(id)];
    if (in_use == (slot < used_)) return;
    if (!in_use) last_emptied_ = clock_;
    const std::int32_t border = in_use ? used_++ : --used_;
    const RouteId other = slots_[static_cast<std::size_t>(border)];
    std::swap(slots_[static_cast<std::size_t>(slot)], slots_[static_cast<std::size_t>(border)]);
    slot_of_[static_cast<std::size_t>(id)] = border;
    slot_of_[static_cast<std::size_t>(other)] = slot;
}

inline void Routes::settle(RouteId id, Distance distance, Load load, std::int32_t size) {
    Route& route = routes_[static_cast<std::size_t>(id)];
    route.distance += distance;
    excess_ -= excess_of(route.load);
    route.load += load;
    excess_ += excess_of(route.load);
    route.size += size;
    total_ += distance;
    if (route.size == 0) route.home = 0;
    settle_use(id);
}

void Routes::remove(Node customer) { remove_string(customer, customer); }

void Routes::remove_string(Node first, Node last) {
    const RouteId id = route_of(first);
    const Node before = pred(first), after = next(last);
    Distance gone = after == kDepot ? route(id).home : stop(after).in;
    Load load = 0;
    std::int32_t size = 0;
    for (Node customer = first;; customer = stop(customer).next) {
        Stop& here = edit(customer);
        gone += here.in;
        load += instance_.demand(customer);
        ++size;
        here.route = kAbsent;
        if (customer == last) break;
    }
    Route& route = edit_route(id);
    const Distance bridge = before == after ? 0 : instance_.distance(before, after);
    link(id, route, before, after, bridge);
    settle(id, bridge - gone, -load, -size);
}

void Routes::insert(Node customer, RouteId id, Node after) {
    Route& route = edit_route(id);
    const Node behind = after == kDepot ? route.first : next(after);
    const Distance gone = behind == kDepot ? route.home : stop(behind).in;
    const Distance to = instance_.distance(after, customer), from = instance_.distance(customer, behind);
    link(id, route, after, customer, to);
    link(id, route, customer, behind, from);
    settle(id, to + from - gone, instance_.demand(customer), 1);
}

Window Routes::window(RouteId id, Node before, Node after) const {
    Window window{id, before, after};
    Node customer = before == kDepot ? route(id).first : next(before);
    for (; customer != after; customer = next(customer)) {
        window.distance += stop(customer).in;
        window.load += instance_.demand(customer);
        ++window.size;
    }
    window.distance += after == kDepot ? route(id).home : stop(after).in;
    return window;
}

void Routes::rewrite(const Window& window, std::span<const Node> sequence) {
    Route& route = edit_route(window.route);
    Distance distance = 0;
    Load load = 0;
    Node previous = window.before;
    for (const Node customer : sequence) {
        const Distance step = instance_.distance(previous, customer);
        link(window.route, route, previous, customer, step);
        distance += step;
        load += instance_.demand(customer);
        previous = customer;
    }
    const Distance step = previous == window.after ? 0 : instance_.distance(previous, window.after);
    link(window.route, route, previous, window.after, step);
    settle(window.route, distance + step - window.distance, load - window.load,
           static_cast<std::int32_t>(sequence.size()) - window.size);
}

// With symmetric distances a route and its mirror image are the same, so the shorter of the segment
// and of the rest may be turned round: long routes then cost at most half their length.
void Routes::reverse(Node first, Node last) {
    const RouteId id = route_of(first);
    const Route& route = this->route(id);
    const auto inside = position(last) - position(first) + 1;
    if (!instance_.symmetric() || 2 * inside <= route.size + 1) {
        const Window segment = window(id, pred(first), next(last));
        scratch_.clear();
        for (Node customer = last;; customer = pred(customer)) {
            scratch_.push_back(customer);
            if (customer == first) break;
        }
        rewrite(segment, scratch_);
        return;
    }
    const Window head = window(id, kDepot, first), tail = window(id, last, kDepot);
    scratch_.clear();
    for (Node customer = route.last; customer != last; customer = pred(customer))
        scratch_.push_back(customer);
    const std::size_t split = scratch_.size();
    for (Node customer = pred(first); customer != kDepot; customer = pred(customer))
        scratch_.push_back(customer);
    rewrite(head, std::span(scratch_).first(split));
    rewrite(tail, std::span(scratch_).subspan(split));
}

void Routes::clear() {
    while (used_ > 0) {
        const Route& any = route(used_route(used_ - 1));
        remove_string(any.first, any.last);
    }
}

void Routes::assign(const std::vector<std::vector<Node>>& lists) {
    clear();
    RouteId id = 0;
    for (const auto& list : lists) {
        if (list.empty()) continue;
        rewrite(window(id, kDepot, kDepot), list);
        ++id;
    }
}

void Routes::restore_stop(Node customer, const Stop& record) {
    Stop& stop = edit(customer);
    const auto touched = stop.touched;
    stop = record;
    stop.touched = touched;
}

void Routes::restore_route(RouteId id, const Route& record) {
    Route& route = edit_route(id);
    const auto touched = route.touched;
    route = record;
    route.touched = touched;
    route.modified = clock_;
    settle_use(id);
}

std::vector<std::vector<Node>> Routes::as_lists() const {
    std::vector<std::vector<Node>> lists;
    for (const Route& route : routes_) {
        if (route.size == 0) continue;
        auto& list = lists.emplace_back();
        for (Node customer = route.first; customer != kDepot; customer = next(customer))
            list.push_back(customer);
    }
    return lists;
}

void Routes::index(RouteId id) const {
    Index sums{0, 0, 0, 0};
    const bool symmetric = instance_.symmetric();
    Node previous = kDepot;
    for (Node customer = route(id).first; customer != kDepot; customer = next(customer)) {
        ++sums.position;
        sums.load += instance_.demand(customer);
        sums.reach += stop(customer).in;
        sums.back = symmetric ? sums.reach : sums.back + instance_.distance(customer, previous);
        index_[static_cast<std::size_t>(customer)] = sums;
        previous = customer;
    }
    indexed_[static_cast<std::size_t>(id)] = 1;
}

}  // namespace neurols::routing
