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
        index_from(r, 1);
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

void Routes::index_from(int r, int first) {
    const Route& route = routes_[at(r)];
    for (int i = first; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (instance_.is_depot(v)) continue;
        route_of_[at(v)] = r;
        index_of_[at(v)] = i;
    }
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
    index_from(r, 1);
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

bool Routes::insert(int r, int index, Node v) { return insert(r, index, v, index, kAbsent); }

// Indices are those before the insertion; the second client stands behind the first at the same one.
bool Routes::insert(int r, int index, Node v, int second_index, Node second) {
    Route& route = routes_[at(r)];
    const bool pair = second != kAbsent;
    if (instance_.simulated(route.type)) {
        scratch_.clear();
        for (int i = 1; i <= route.last(); ++i) {
            if (i == index) scratch_.push_back(v);
            if (pair && i == second_index) scratch_.push_back(second);
            if (i < route.last()) scratch_.push_back(route.stops[at(i)].node);
        }
        return replace(r, route.type, scratch_);
    }
    save(r);
    route_costs_ -= route.cost;
    if (pair) put(route, second_index, second);
    put(route, index, v);
    const bool fits = settle(route, index, pair ? second_index + 2 : index + 1);
    if (!fits) {
        pull(route, index);
        if (pair) pull(route, second_index);
        settle(route, 1, route.last());
    }
    route_costs_ += route.cost;
    route.changed = ++clock_;
    index_from(r, index);
    return fits;
}

void Routes::put(Route& route, int index, Node v) const {
    route.stops.insert(route.stops.begin() + index, Stop{v});
    if (has_.durations) {
        route.before.insert(route.before.begin() + index, TimeSegment{});
        route.after.insert(route.after.begin() + index, TimeSegment{});
    }
    if (has_.loads) count_load(route, v, 1);
}

void Routes::pull(Route& route, int index) const {
    if (has_.loads) count_load(route, route.stops[at(index)].node, -1);
    route.stops.erase(route.stops.begin() + index);
    if (!has_.durations) return;
    route.before.erase(route.before.begin() + index);
    route.after.erase(route.after.begin() + index);
}

void Routes::mark_removed(Node c) {
    if (leaving_[at(c)]) return;
    leaving_[at(c)] = 1;
    const int r = route_of(c);
    if (std::ranges::find(gapped_, r) == gapped_.end()) gapped_.push_back(r);
}

void Routes::close_gaps() {
    for (const int r : gapped_) {
        if (!close_gaps_in_place(r)) close_gaps_anew(r);
    }
    gapped_.clear();
}

// Takes the marked visits out of a route that keeps some of them, where nothing else can follow from it.
bool Routes::close_gaps_in_place(int r) {
    Route& route = routes_[at(r)];
    if (instance_.simulated(route.type) || route.reloads > 0) return false;
    int leaving = 0, leaving_givers = 0;
    for (int i = 1; i < route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        leaving += leaving_[at(v)];
        leaving_givers += leaving_[at(v)] && instance_.gives(v);
    }
    if (leaving == route.visits()) return false;
    if (instance_.data().backhaul && leaving_givers == route.givers) return false;
    save(r);
    route_costs_ -= route.cost;
    int first = 0, last = 0, kept = 1;
    bool gap = false;
    for (int i = 1; i <= route.last(); ++i) {
        const Node v = route.stops[at(i)].node;
        if (i < route.last() && leaving_[at(v)]) {
            if (has_.loads) count_load(route, v, -1);
            route_of_[at(v)] = kAbsent;
            leaving_[at(v)] = 0;
            if (!is_absent(instance_.task_of(v))) drop(instance_.task_of(v));
            if (first == 0) first = i;
            gap = true;
            continue;
        }
        if (gap) last = kept;
        gap = false;
        if (kept != i) {
            route.stops[at(kept)] = route.stops[at(i)];
            if (has_.durations) {
                route.before[at(kept)] = route.before[at(i)];
                route.after[at(kept)] = route.after[at(i)];
            }
        }
        ++kept;
    }
    route.stops.resize(at(kept));
    if (has_.durations) {
        route.before.resize(at(kept));
        route.after.resize(at(kept));
    }
    const bool fits = settle(route, first, last);
    route_costs_ += route.cost;
    route.changed = ++clock_;
    index_from(r, first);
    if (!fits) drop_route(r);
    return true;
}

// Without their removed visits routes stay feasible, but for backhauls that lose all they come after:
// those leave, too. A reload that ends an empty trip goes.
void Routes::close_gaps_anew(int r) {
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
    if (!replace(r, route.type, scratch_)) drop_route(r);
}

// Possible where removing a visit makes a leg longer or a reload must stay: the route is closed.
void Routes::drop_route(int r) {
    for (const Stop& stop : routes_[at(r)].stops) {
        if (stop.node == instance_.nowhere() || instance_.is_depot(stop.node)) continue;
        if (!is_absent(instance_.task_of(stop.node))) drop(instance_.task_of(stop.node));
    }
    replace(r, routes_[at(r)].type, {});
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
