#include "routing/rich/routes.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace neurols::routing::rich {

namespace {
std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
}  // namespace

Routes::Routes(const Instance& instance)
    : instance_(instance),
      has_(instance.has()),
      simulator_(instance),
      left_(at(instance.types())),
      route_of_(instance.stride(), kAbsent),
      index_of_(instance.stride(), 0),
      place_of_(at(instance.tasks()), -1),
      prices_(at(instance.tasks())),
      leaving_(instance.stride(), 0) {
    Value vehicles = 0;
    for (int t = 0; t < instance.types(); ++t) vehicles += instance.number(t);
    const auto count = at(static_cast<int>(std::min<Value>(vehicles, instance.tasks())));
    routes_.resize(count);
    slot_of_.resize(count);
    saved_in_.assign(count, 0);
    saved_.reserve(count);
    for (int t = 0; t < instance.tasks(); ++t) prices_[at(t)] = instance.task(t).prize;
    clear();
}

void Routes::clear() {
    used_.clear();
    free_.clear();
    absent_.clear();
    touched_.clear();
    toggled_.clear();
    route_costs_ = unserved_ = absence_ = 0;
    required_absent_ = 0;
    for (int r = static_cast<int>(routes_.size()); r-- > 0;) {
        routes_[at(r)].clients = 0;
        free_.push_back(r);
    }
    for (int t = 0; t < instance_.types(); ++t) left_[at(t)] = instance_.number(t);
    std::ranges::fill(route_of_, kAbsent);
    std::ranges::fill(place_of_, -1);
    for (int t = 0; t < instance_.tasks(); ++t) drop(t);
    begin_step();
}

void Routes::set_price(int task, Value price) {
    if (is_absent(task)) unserved_ += price - prices_[at(task)];
    prices_[at(task)] = price;
}

void Routes::drop(int task) {
    place_of_[at(task)] = static_cast<int>(absent_.size());
    absent_.push_back(task);
    unserved_ += prices_[at(task)];
    if (instance_.task(task).required) {
        ++required_absent_;
        absence_ += 1 + instance_.task(task).priority;
    }
    toggled_.push_back(task);
}

void Routes::serve(int task) {
    const int place = place_of_[at(task)];
    absent_[at(place)] = absent_.back();
    place_of_[at(absent_.back())] = place;
    absent_.pop_back();
    place_of_[at(task)] = -1;
    unserved_ -= prices_[at(task)];
    if (instance_.task(task).required) {
        --required_absent_;
        absence_ -= 1 + instance_.task(task).priority;
    }
    toggled_.push_back(task);
}

Value Routes::cost() const {
    return route_costs_ + unserved_ + instance_.vehicle_price() * used() + balance_cost();
}

Value Routes::balance_cost(std::span<const std::pair<int, Value>> changed) const {
    const Balance& balance = instance_.data().balance;
    if (balance.price == 0) return 0;
    Value longest = 0, shortest = kForever;
    for (const int r : used_) {
        const auto other = std::ranges::find(changed, r, &std::pair<int, Value>::first);
        const Value duration = other == changed.end() ? routes_[at(r)].duration : other->second;
        if (other != changed.end() && duration == 0) continue;
        longest = std::max(longest, duration);
        shortest = std::min(shortest, duration);
    }
    return balance.price * (longest - (balance.spread ? std::min(shortest, longest) : 0));
}

Value Routes::worst_duration() const {
    Value longest = 0;
    for (const int r : used_) longest = std::max(longest, routes_[at(r)].duration);
    return longest;
}

void Routes::begin_step() {
    touched_.clear();
    toggled_.clear();
    next_step();
}

// What is saved from now on is saved anew.
void Routes::next_step() {
    if (++step_ == 0) {
        std::ranges::fill(saved_in_, 0);
        step_ = 1;
    }
}

Routes::Trial Routes::begin_try() {
    next_step();
    return {touched_.size(), toggled_.size()};
}

void Routes::undo() {
    restore(0, 0);
    begin_step();
}

void Routes::undo(const Trial& trial) {
    restore(trial.touched, trial.toggled);
    next_step();
}

void Routes::save(int r) {
    if (saved_in_[at(r)] == step_) return;
    saved_in_[at(r)] = step_;
    if (saved_.size() <= touched_.size()) saved_.emplace_back();
    Route& copy = saved_[touched_.size()];
    if (routes_[at(r)].clients > 0) {
        copy = routes_[at(r)];
    } else {
        copy.clients = 0;
    }
    touched_.push_back(r);
}

// A route may have been saved more than once: what was saved first comes last, and stays.
void Routes::restore(std::size_t touched, std::size_t toggled) {
    for (std::size_t i = touched; i < touched_.size(); ++i) {
        const int r = touched_[i];
        if (routes_[at(r)].clients == 0) continue;
        forget_visits(r);
        release(r);
    }
    for (std::size_t i = touched_.size(); i-- > touched;) {
        Route& route = routes_[at(touched_[i])];
        if (saved_[i].clients > 0) {
            std::swap(route, saved_[i]);
        } else {
            route.clients = 0;
        }
    }
    for (std::size_t i = touched; i < touched_.size(); ++i) {
        const int r = touched_[i];
        if (routes_[at(r)].clients == 0 || in_use(r)) continue;
        use(r);
        index(r);
    }
    touched_.resize(touched);
    while (toggled_.size() > toggled) {
        const int task = toggled_.back();
        toggled_.pop_back();
        if (is_absent(task)) {
            serve(task);
        } else {
            drop(task);
        }
        toggled_.pop_back();
    }
}

// Visits that another route has taken over are its own by now.
void Routes::forget_visits(int r) {
    for (const Stop& stop : routes_[at(r)].stops) {
        if (stop.node >= instance_.nowhere() || instance_.is_depot(stop.node)) continue;
        if (route_of_[at(stop.node)] == r) route_of_[at(stop.node)] = kAbsent;
    }
}

void Routes::use(int r) {
    Route& route = routes_[at(r)];
    slot_of_[at(r)] = used();
    used_.push_back(r);
    const auto free = std::ranges::find(free_.rbegin(), free_.rend(), r);
    std::swap(*free, free_.back());
    free_.pop_back();
    --left_[at(route.type)];
    route_costs_ += route.cost;
    route.changed = ++clock_;
}

void Routes::release(int r) {
    Route& route = routes_[at(r)];
    const int slot = slot_of_[at(r)];
    used_[at(slot)] = used_.back();
    slot_of_[at(used_.back())] = slot;
    used_.pop_back();
    free_.push_back(r);
    ++left_[at(route.type)];
    route_costs_ -= route.cost;
    route.clients = 0;
}

void Routes::index(int r) {
    const Route& route = routes_[at(r)];
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (instance_.is_depot(v)) continue;
        route_of_[at(v)] = r;
        index_of_[at(v)] = i;
    }
}

void Routes::fill(Route& route, int type, std::span<const Node> visits) const {
    route.type = type;
    route.stops.resize(visits.size() + 2);
    route.stops.front().node = instance_.type(type).start;
    for (std::size_t i = 0; i < visits.size(); ++i) route.stops[i + 1].node = visits[i];
    route.stops.back().node = instance_.end_of(type);
}

// Brings all that is kept of a route up to date; false where it is infeasible.
bool Routes::evaluate(Route& route) {
    route.hashed = false;
    if (!set_order(route) || (has_.loads && !set_loads(route))) return false;
    const auto& distances = *instance_.profile(route.type).distances;
    const std::size_t stride = instance_.stride();
    Value distance = 0;
    for (std::size_t i = 1; i < route.stops.size(); ++i) {
        route.stops[i].in = distances[at(route.stops[i - 1].node) * stride + at(route.stops[i].node)];
        distance += route.stops[i].in;
        route.stops[i].far = distance;
    }
    route.distance = distance;
    if (distance > instance_.type(route.type).max_distance) return false;
    if (has_.timed && !set_times(route)) return false;
    if (instance_.simulated(route.type)) {
        visits_.clear();
        for (int i = 1; i < route.last(); ++i) visits_.push_back(route.stops[at(i)].node);
        const RouteTotals totals = simulator_.run(route.type, visits_);
        if (!totals.feasible) return false;
        route.duration = totals.duration();
        route.cost = totals.cost;
        return true;
    }
    route.duration = has_.durations ? route.before.back().duration : 0;
    const VehicleType& type = instance_.type(route.type);
    if (route.duration > type.max_duration && route.duration - type.max_duration > type.max_overtime)
        return false;
    route.cost = route_cost(route.type, distance, route.duration);
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
    bool allowed = true;
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (instance_.is_depot(v)) {
            if (route.reloads++ == 0) route.first_reload = i;
            continue;
        }
        ++route.clients;
        allowed = allowed && instance_.allowed(v, route.type);
        if (!backhaul) continue;
        if (instance_.gives(v)) ++route.givers, route.last_giver = i;
        if (instance_.takes(v)) route.first_taker = std::min(route.first_taker, i);
    }
    const bool in_order =
        route.first_taker == route.last() || (route.givers > 0 && route.last_giver < route.first_taker);
    return allowed && (!backhaul || in_order) && route.reloads <= instance_.type(route.type).max_reloads;
}

bool Routes::set_loads(Route& route) const {
    const std::size_t dims = at(instance_.dimensions()), count = route.stops.size();
    const Value* capacity = instance_.capacity(route.type);
    const Value* initial = instance_.initial(route.type);
    route.given.assign(dims, 0);
    route.taken.assign(dims, 0);
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const Node v = route.stops[i].node;
        for (std::size_t k = 0; k < dims; ++k) {
            route.given[k] += instance_.delivery(v)[k];
            route.taken[k] += instance_.pickup(v)[k];
        }
    }
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

bool Routes::set_times(Route& route) const {
    const auto& durations = *instance_.profile(route.type).fastest;
    const std::size_t stride = instance_.stride(), count = route.stops.size();
    std::vector<Stop>& stops = route.stops;
    Value trip_release = 0;
    // The goods of a trip are ready before it begins.
    const auto release_of_trip = [&](std::size_t from) {
        trip_release = 0;
        for (std::size_t i = from + 1; i + 1 < count && !instance_.is_depot(stops[i].node); ++i)
            trip_release = std::max(trip_release, instance_.release(stops[i].node));
        return trip_release;
    };
    Value now = instance_.earliest_start(route.type);
    if (has_.releases) now = std::max(now, release_of_trip(0));
    stops[0].earliest = now;
    const Value latest_end = instance_.latest_end(route.type);
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const Node v = stops[i].node;
        const Window& window = instance_.span(v);
        now += durations[at(stops[i - 1].node) * stride + at(v)];
        if (now > window.close) return false;
        now = std::max(now, window.open) + instance_.service(v);
        if (has_.releases && instance_.is_depot(v)) now = std::max(now, release_of_trip(i));
        stops[i].earliest = now;
    }
    now += durations[at(stops[count - 2].node) * stride + at(stops[count - 1].node)];
    if (now > latest_end) return false;
    stops[count - 1].earliest = now;
    stops[count - 1].latest = latest_end;
    for (std::size_t i = count - 1; i-- > 1;) {
        const Node v = stops[i].node;
        const Value travel = durations[at(v) * stride + at(stops[i + 1].node)];
        stops[i].latest =
            std::min(instance_.span(v).close, stops[i + 1].latest - travel - instance_.service(v));
    }
    stops[0].latest = stops[1].latest - durations[at(stops[0].node) * stride + at(stops[1].node)];
    if (!has_.durations) return true;

    route.before.resize(count);
    route.after.resize(count);
    const auto own = [&](std::size_t i) {
        const Node v = stops[i].node;
        if (i == 0) return TimeSegment{0, stops[0].earliest, kForever};
        if (i + 1 == count) return TimeSegment{0, 0, latest_end};
        const Window& window = instance_.span(v);
        return TimeSegment{instance_.service(v), window.open, window.close};
    };
    route.before[0] = own(0);
    for (std::size_t i = 1; i < count; ++i) {
        route.before[i] = route.before[i - 1];
        const Value travel = durations[at(stops[i - 1].node) * stride + at(stops[i].node)];
        if (!route.before[i].join(travel, own(i))) return false;
    }
    route.after[count - 1] = own(count - 1);
    for (std::size_t i = count - 1; i-- > 0;) {
        TimeSegment segment = own(i);
        const Value travel = durations[at(stops[i].node) * stride + at(stops[i + 1].node)];
        if (!segment.join(travel, route.after[i + 1])) return false;
        route.after[i] = segment;
    }
    return true;
}

// The route takes on what the trial has, which is feasible.
bool Routes::take(int r, Route& with) {
    const bool was_used = routes_[at(r)].clients > 0;
    save(r);
    if (was_used) {
        forget_visits(r);
        release(r);
    }
    std::swap(routes_[at(r)], with);
    use(r);
    index(r);
    return true;
}

int Routes::open(int type, std::span<const Node> visits) {
    if (free_.empty() || left(type) <= 0) return kAbsent;
    fill(trial_, type, visits);
    if (!evaluate(trial_) || trial_.clients == 0) return kAbsent;
    const int r = free_.back();
    take(r, trial_);
    return r;
}

bool Routes::replace(int r, int type, std::span<const Node> visits) {
    if (visits.empty()) {
        save(r);
        forget_visits(r);
        release(r);
        return true;
    }
    if (type != routes_[at(r)].type && left(type) <= 0) return false;
    fill(trial_, type, visits);
    return evaluate(trial_) && trial_.clients > 0 && take(r, trial_);
}

bool Routes::insert(int r, int index, Node v) {
    const Route& route = routes_[at(r)];
    scratch_.clear();
    for (int i = 1; i < route.last(); ++i) {
        if (i == index) scratch_.push_back(v);
        scratch_.push_back(route.stops[at(i)].node);
    }
    if (index == route.last()) scratch_.push_back(v);
    return replace(r, route.type, scratch_);
}

// Indices are those before the insertion; the second client stands behind the first at the same one.
bool Routes::insert(int r, int index, Node v, int second_index, Node second) {
    const Route& route = routes_[at(r)];
    scratch_.clear();
    for (int i = 1; i <= route.last(); ++i) {
        if (i == index) scratch_.push_back(v);
        if (i == second_index) scratch_.push_back(second);
        if (i < route.last()) scratch_.push_back(route.stops[at(i)].node);
    }
    return replace(r, route.type, scratch_);
}

void Routes::mark_removed(Node c) {
    if (leaving_[at(c)]) return;
    leaving_[at(c)] = 1;
    const int r = route_of(c);
    if (std::ranges::find(gapped_, r) == gapped_.end()) gapped_.push_back(r);
}

// Without their removed visits routes stay feasible, but for backhauls that lose all they come after:
// those leave, too. A reload that ends an empty trip goes.
void Routes::close_gaps() {
    for (const int r : gapped_) {
        const Route& route = routes_[at(r)];
        scratch_.clear();
        bool gives = false;
        for (int i = 1; i < route.last(); ++i) {
            const Node v = route.stops[at(i)].node;
            if (leaving_[at(v)]) continue;
            const bool empty_trip = scratch_.empty() || instance_.is_depot(scratch_.back());
            if (instance_.is_depot(v) && empty_trip) continue;
            scratch_.push_back(v);
            gives = gives || (!instance_.is_depot(v) && instance_.gives(v));
        }
        if (!scratch_.empty() && instance_.is_depot(scratch_.back())) scratch_.pop_back();
        if (instance_.data().backhaul && !gives) {
            std::erase_if(scratch_, [&](Node v) {
                if (!instance_.takes(v)) return false;
                leaving_[at(v)] = 1;
                return true;
            });
        }
        for (int i = 1; i < route.last(); ++i) {
            const Node v = route.stops[at(i)].node;
            if (instance_.is_depot(v) || !leaving_[at(v)]) continue;
            leaving_[at(v)] = 0;
            if (!is_absent(instance_.task_of(v))) drop(instance_.task_of(v));
        }
        if (replace(r, route.type, scratch_)) continue;
        // Possible where removing a visit makes a leg longer or a reload must stay: the route is closed.
        for (const Node v : scratch_) {
            if (instance_.is_depot(v)) continue;
            if (!is_absent(instance_.task_of(v))) drop(instance_.task_of(v));
        }
        replace(r, route.type, {});
    }
    gapped_.clear();
}

Value Routes::cost_of(int type, std::span<const Node> visits) {
    fill(trial_, type, visits);
    return evaluate(trial_) ? trial_.cost : kForever;
}

const std::vector<Node>& Routes::visits_of(int r) {
    scratch_.clear();
    const Route& route = routes_[at(r)];
    for (int i = 1; i < route.last(); ++i) scratch_.push_back(route.stops[at(i)].node);
    return scratch_;
}

void Routes::assign(const Lists& lists) {
    // Routes leave first, so that their vehicles are free.
    while (used() > 0) replace(used_.back(), 0, {});
    for (int t = 0; t < instance_.tasks(); ++t) {
        if (!is_absent(t)) drop(t);
    }
    for (std::size_t i = 0; i < lists.routes.size(); ++i) {
        if (lists.routes[i].empty()) continue;
        if (open(lists.types[i], lists.routes[i]) == kAbsent)
            throw std::invalid_argument("initial route " + std::to_string(i + 1) + " is infeasible");
        for (const Node v : lists.routes[i]) {
            if (!instance_.is_depot(v) && is_absent(instance_.task_of(v))) serve(instance_.task_of(v));
        }
    }
}

Lists Routes::as_lists() const {
    Lists lists;
    for (std::size_t r = 0; r < routes_.size(); ++r) {
        const Route& route = routes_[r];
        if (route.clients == 0) continue;
        auto& list = lists.routes.emplace_back();
        for (int i = 1; i < route.last(); ++i) list.push_back(route.stops[at(i)].node);
        lists.types.push_back(route.type);
    }
    return lists;
}

std::uint64_t Routes::fingerprint() {
    std::uint64_t sum = 0;
    for (const int r : used_) {
        Route& route = routes_[at(r)];
        if (!route.hashed) {
            route.hash = mixed(static_cast<std::uint64_t>(route.type) + 1);
            for (const Stop& stop : route.stops)
                route.hash = mixed(route.hash * 31 + static_cast<std::uint64_t>(stop.node));
            route.hashed = true;
        }
        sum += route.hash;
    }
    return sum;
}

void Routes::check() const {
    Routes copy(instance_);
    for (int t = 0; t < instance_.tasks(); ++t) copy.set_price(t, price(t));
    const auto fail = [](const char* what) { throw std::logic_error(what); };
    copy.assign(as_lists());
    if (copy.route_costs_ != route_costs_) fail("the sum of the routes' costs is wrong");
    if (copy.unserved_ != unserved_) fail("the price of absent clients is wrong");
    if (copy.left_ != left_) fail("vehicles are miscounted");
    for (int t = 0; t < instance_.tasks(); ++t) {
        if (copy.is_absent(t) != is_absent(t)) fail("a task is absent and served");
    }
    Simulator simulator(instance_);
    for (const int r : used_) {
        const Route& route = routes_[at(r)];
        std::vector<Node> visits;
        for (int i = 1; i < route.last(); ++i) {
            const Node v = route.stops[at(i)].node;
            visits.push_back(v);
            if (!instance_.is_depot(v) && (route_of(v) != r || index_of(v) != i))
                fail("a visit is misplaced");
        }
        const RouteTotals totals = simulator.run(route.type, visits);
        if (!totals.feasible) fail("a route is infeasible");
        if (totals.cost != route.cost || totals.distance != route.distance) fail("a route's cost is wrong");
    }
}

}  // namespace neurols::routing::rich
