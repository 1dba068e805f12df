#include "routing/rich/simulator.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {
constexpr std::size_t kMoreRounds = 64;  // of raising pickups, beyond one a visit
}

Value Simulator::arrival(int type, Node from, Node to, Value departure) const {
    const Value travel = instance_.duration(type, from, to);
    const auto& speeds = instance_.profile(type).speeds;
    if (speeds.empty() || travel == 0) return departure + travel;
    Value work = travel * 100;
    Value now = departure, percent = 100;
    std::size_t next = 0;
    while (next < speeds.size() && speeds[next].from <= now) percent = speeds[next++].percent;
    for (;; percent = speeds[next].percent, now = speeds[next++].from) {
        if (next == speeds.size()) return percent > 0 ? now + (work + percent - 1) / percent : kForever;
        const Value possible = (speeds[next].from - now) * percent;
        if (work <= possible) return percent > 0 ? now + (work + percent - 1) / percent : now;
        work -= possible;
    }
}

Value Simulator::departure(int type, Node from, Node to, Value arrival) const {
    const Value travel = instance_.duration(type, from, to);
    const auto& speeds = instance_.profile(type).speeds;
    if (speeds.empty() || travel == 0) return arrival - travel;
    Value work = travel * 100, now = arrival;
    std::size_t next = speeds.size();  // the first period that begins after the one in hand
    while (next > 0 && speeds[next - 1].from >= now) --next;
    for (;;) {
        const Value percent = next == 0 ? 100 : speeds[next - 1].percent;
        if (next == 0) return now - (work + percent - 1) / percent;
        const Value possible = (now - speeds[next - 1].from) * percent;
        if (work <= possible && percent > 0) return now - (work + percent - 1) / percent;
        work -= possible;
        now = speeds[--next].from;
    }
}

RouteTotals Simulator::run(int type, std::span<const Node> visits) {
    type_index_ = type;
    type_ = &instance_.type(type);
    end_ = instance_.end_of(type);
    visits_ = visits;
    RouteTotals totals;
    Node before = type_->start;
    for (const Node v : visits) {
        totals.distance += instance_.distance(type, before, v);
        before = v;
    }
    totals.distance += instance_.distance(type, before, end_);
    if (totals.distance > type_->max_distance || !order_fits() || !loads_fit()) return totals;
    set_releases();
    if (!schedule()) return totals;
    totals.start = best_start_;
    totals.end = best_end_;
    totals.late = best_late_;
    const Value over = std::max<Value>(0, totals.duration() - type_->max_duration);
    totals.feasible = over <= type_->max_overtime;
    totals.cost = type_->fixed + type_->unit_distance * totals.distance +
                  type_->unit_duration * totals.duration() + type_->unit_overtime * over + totals.late;
    return totals;
}

// Who may be visited, where and in which order, whatever the time.
bool Simulator::order_fits() const {
    int reloads = 0;
    bool gives = false, takes = false;
    std::size_t trip = 0;
    for (std::size_t i = 0; i < visits_.size(); ++i) {
        const Node v = visits_[i];
        if (instance_.is_depot(v)) {
            const auto& depots = type_->reload_depots;
            if (++reloads > type_->max_reloads) return false;
            if (std::ranges::find(depots, v) == depots.end()) return false;
            trip = i + 1;
            continue;
        }
        if (!instance_.allowed(v, type_index_)) return false;
        if (const Shipment* shipment = instance_.shipment_of(v)) {
            const auto begin = visits_.begin() + static_cast<std::ptrdiff_t>(trip);
            const auto here = visits_.begin() + static_cast<std::ptrdiff_t>(i);
            if (shipment->delivery == v && std::find(begin, here, shipment->pickup) == here) return false;
            if (shipment->pickup == v && std::find(here, visits_.end(), shipment->delivery) == visits_.end())
                return false;
        }
        if (!instance_.data().backhaul) continue;
        if (takes && instance_.gives(v)) return false;
        gives = gives || instance_.gives(v);
        takes = takes || instance_.takes(v);
    }
    return gives || !takes || !instance_.data().backhaul;
}

bool Simulator::loads_fit() const {
    const auto dims = static_cast<std::size_t>(instance_.dimensions());
    for (std::size_t k = 0; k < dims; ++k) {
        const Value capacity = instance_.capacity(type_index_)[k];
        Value initial = instance_.initial(type_index_)[k];
        std::size_t begin = 0;
        while (begin <= visits_.size()) {
            std::size_t end = begin;
            Value load = initial;
            while (end < visits_.size() && !instance_.is_depot(visits_[end]))
                load += instance_.delivery(visits_[end++])[k];
            if (load > capacity) return false;
            for (std::size_t i = begin; i < end; ++i) {
                load += instance_.change(visits_[i])[k];
                if (load > capacity) return false;
            }
            initial = 0;
            begin = end + 1;
        }
    }
    return true;
}

void Simulator::set_releases() {
    trip_of_.resize(visits_.size());
    trip_release_.assign(1, 0);
    for (std::size_t i = 0; i < visits_.size(); ++i) {
        if (instance_.is_depot(visits_[i])) {
            trip_release_.push_back(0);
        } else {
            trip_release_.back() = std::max(trip_release_.back(), instance_.release(visits_[i]));
        }
        trip_of_[i] = trip_release_.size() - 1;
    }
}

bool Simulator::schedule() {
    const std::size_t count = visits_.size();
    starts_.resize(count);
    latest_.resize(count);
    lower_.assign(count, 0);
    upper_.assign(count, kForever);
    ride_broken_ = false;
    const bool rides = instance_.has().rides;
    if (!type_->breaks.empty()) {
        if (!rides && !instance_.has().soft) return schedule_with_breaks();
        best_end_ = kForever;
        legs_of_breaks_.assign(type_->breaks.size(), count + 1);
        return place_breaks(0, 0);
    }
    for (std::size_t round = 0; round < count + kMoreRounds; ++round) {
        if (!forward(nullptr)) return false;
        if (!rides || !raise_pickups()) break;
        if (ride_broken_) return false;
        if (round + 1 == count + kMoreRounds) return false;
    }
    best_start_ = start_;
    best_end_ = end_time_;
    best_late_ = late_;
    if (instance_.has().durations) {
        end_late();
        best_start_ = start_;
    }
    return true;
}

// Puts the start off as long as the end of the schedule in hand does not move.
void Simulator::end_late() {
    const auto* legs = type_->breaks.empty() ? nullptr : &legs_of_breaks_;
    for (std::size_t round = 0; round < visits_.size() + kMoreRounds; ++round) {
        if (!backward(legs) || !instance_.has().rides || !lower_deliveries()) return;
    }
}

Value Simulator::service_start(Node c, Value ready, Value& late) const {
    const Client& client = instance_.client(c);
    if (client.windows.empty()) return ready;
    for (const Window& window : client.windows) {
        if (ready <= window.close) return std::max(ready, window.open);
    }
    if (client.late_price < 0) return kForever;
    late += client.late_price * (ready - client.windows.back().close);
    return ready;
}

Value Simulator::leave(std::size_t visit, Value start) const {
    const Node v = visits_[visit];
    const Value done = start + instance_.service(v);
    return instance_.is_depot(v) ? std::max(done, trip_release_[trip_of_[visit]]) : done;
}

// A break on a leg that was left at `left` and would make the vehicle ready at `ready`.
bool Simulator::take_break(const Break& rest, Value& left, Value& ready) const {
    if (std::max(left, rest.earliest) > rest.latest) return false;
    left = std::max(left, rest.earliest) + rest.duration;
    ready = std::max(ready, rest.earliest) + rest.duration;
    return true;
}

// The earliest schedule, with breaks on given legs. Where rides matter, pickups wait as `lower_` says.
bool Simulator::forward(const std::vector<std::size_t>* legs_of_breaks) {
    late_ = 0;
    Value now = std::max(instance_.earliest_start(type_index_), trip_release_[0]);
    start_ = earliest_ = now;
    std::size_t next_break = 0;
    for (std::size_t leg = 0; leg <= visits_.size(); ++leg) {
        const Node from = node_before(leg), to = node_after(leg);
        Value left = now, ready = arrival(type_index_, from, to, now);
        while (legs_of_breaks && next_break < legs_of_breaks->size() &&
               (*legs_of_breaks)[next_break] == leg) {
            if (!rests_on(leg) || !take_break(type_->breaks[next_break++], left, ready)) return false;
        }
        if (leg == visits_.size()) {
            end_time_ = ready;
            break;
        }
        ready = std::max(ready, lower_[leg]);
        if (instance_.is_depot(to)) {
            starts_[leg] = std::max(ready, instance_.span(to).open);
            if (starts_[leg] > instance_.span(to).close) return false;
        } else {
            starts_[leg] = service_start(to, ready, late_);
            if (starts_[leg] >= kForever) return false;
        }
        now = leave(leg, starts_[leg]);
    }
    if (end_time_ > instance_.latest_end(type_index_)) return false;
    for (; legs_of_breaks && next_break < legs_of_breaks->size(); ++next_break) {
        if (end_time_ > type_->breaks[next_break].latest) return false;
    }
    return true;
}

// The latest start of a visit's service by `limit`. What is late already must not become later.
Value Simulator::latest_start(std::size_t visit, Value limit) const {
    const Node v = visits_[visit];
    limit = std::min(limit, upper_[visit]);
    if (instance_.is_depot(v)) {
        const Window& window = instance_.span(v);
        return limit < window.open ? -kForever : std::min(limit, window.close);
    }
    const auto& windows = instance_.client(v).windows;
    if (windows.empty()) return limit;
    if (starts_[visit] > windows.back().close) return std::min(limit, starts_[visit]);
    for (std::size_t w = windows.size(); w-- > 0;) {
        if (windows[w].open <= limit) return std::min(limit, windows[w].close);
    }
    return -kForever;
}

// Undoes `count` breaks from `first` on, taken on one leg: when the vehicle must be ready without them,
// and the latest time at which it may leave for them.
bool Simulator::give_break_back(std::size_t first, std::size_t count, Value& ready, Value& latest) const {
    latest = kForever;
    for (std::size_t b = first + count; b-- > first;) {
        const Break& rest = type_->breaks[b];
        ready -= rest.duration;
        if (ready < rest.earliest) return false;
        // Left at t, this break ends at max(t, earliest) + duration, in time for the one after it.
        if (latest < kForever) {
            latest -= rest.duration;
            if (latest < rest.earliest) return false;
        }
        latest = std::min(latest, rest.latest);
    }
    return true;
}

// The latest schedule with the same end.
bool Simulator::backward(const std::vector<std::size_t>* legs_of_breaks) {
    Value limit = end_time_;
    std::size_t last_break = legs_of_breaks ? legs_of_breaks->size() : 0;
    while (last_break > 0 && (*legs_of_breaks)[last_break - 1] > visits_.size()) --last_break;
    for (std::size_t leg = visits_.size() + 1; leg-- > 0;) {
        std::size_t first = last_break;
        while (first > 0 && (*legs_of_breaks)[first - 1] == leg) --first;
        Value latest = kForever;
        if (!give_break_back(first, last_break - first, limit, latest)) return false;
        last_break = first;
        limit = std::min(latest, departure(type_index_, node_before(leg), node_after(leg), limit));
        if (leg == 0) break;
        latest_[leg - 1] = latest_start(leg - 1, limit - instance_.service(visits_[leg - 1]));
        limit = latest_[leg - 1];
    }
    start_ = std::max(earliest_, limit);
    return true;
}

// Goods that would be on board too long are fetched later.
bool Simulator::raise_pickups() {
    bool raised = false;
    for (std::size_t i = 0; i < visits_.size(); ++i) {
        if (instance_.is_depot(visits_[i])) continue;
        const Shipment* shipment = instance_.shipment_of(visits_[i]);
        if (!shipment || shipment->pickup != visits_[i] || shipment->max_on_board >= kForever) continue;
        std::size_t j = i + 1;
        while (visits_[j] != shipment->delivery) ++j;
        const Value least = starts_[j] - shipment->max_on_board - instance_.service(visits_[i]);
        if (least <= starts_[i]) continue;
        const auto& windows = instance_.client(visits_[i]).windows;
        if (!windows.empty() && least > windows.back().close) ride_broken_ = true;
        lower_[i] = least;
        raised = true;
    }
    return raised;
}

bool Simulator::lower_deliveries() {
    bool lowered = false;
    for (std::size_t i = 0; i < visits_.size(); ++i) {
        if (instance_.is_depot(visits_[i])) continue;
        const Shipment* shipment = instance_.shipment_of(visits_[i]);
        if (!shipment || shipment->pickup != visits_[i] || shipment->max_on_board >= kForever) continue;
        std::size_t j = i + 1;
        while (visits_[j] != shipment->delivery) ++j;
        const Value greatest = latest_[i] + instance_.service(visits_[i]) + shipment->max_on_board;
        if (greatest >= latest_[j]) continue;
        upper_[j] = greatest;
        lowered = true;
    }
    return lowered;
}

// All places of the breaks from `next` on, the first of them on `from_leg` or later.
bool Simulator::place_breaks(std::size_t from_leg, std::size_t next) {
    const std::size_t count = visits_.size();
    bool found = false;
    if (next < type_->breaks.size()) {
        for (std::size_t leg = from_leg; leg <= count + 1; ++leg) {
            legs_of_breaks_[next] = leg;
            found |= place_breaks(leg, next + 1);
        }
        legs_of_breaks_[next] = count + 1;
        return found;
    }
    std::fill(lower_.begin(), lower_.end(), 0);
    std::fill(upper_.begin(), upper_.end(), kForever);
    ride_broken_ = false;
    for (std::size_t round = 0; round < count + kMoreRounds; ++round) {
        if (!forward(&legs_of_breaks_) || end_time_ > best_end_) return false;
        if (!raise_pickups()) break;
        if (ride_broken_) return false;
        if (round + 1 == count + kMoreRounds) return false;
    }
    const Value end = end_time_, late = late_;
    if (instance_.has().durations) end_late();
    if (end < best_end_ || late < best_late_ || (late == best_late_ && start_ > best_start_)) {
        best_start_ = start_;
        best_late_ = late;
    }
    best_end_ = end;
    return true;
}

bool Simulator::schedule_with_breaks() {
    if (!forward_over_breaks()) return false;
    best_start_ = start_;
    best_end_ = end_time_;
    best_late_ = late_;
    if (instance_.has().durations) {
        backward_over_breaks();
        best_start_ = start_;
    }
    return true;
}

// states_[visit][k]: when the vehicle is free to leave a visit at the earliest, k breaks taken.
bool Simulator::forward_over_breaks() {
    const std::size_t count = visits_.size(), width = type_->breaks.size() + 1;
    states_.assign((count + 1) * width, kForever);
    states_[0] = start_ = std::max(instance_.earliest_start(type_index_), trip_release_[0]);
    end_time_ = kForever;
    late_ = 0;
    for (std::size_t leg = 0; leg <= count; ++leg) {
        if (leg < count) starts_[leg] = kForever;
        for (std::size_t k = 0; k < width; ++k) {
            const Value now = states_[leg * width + k];
            if (now >= kForever) continue;
            Value left = now, ready = arrival(type_index_, node_before(leg), node_after(leg), now);
            reach(leg, k, ready);
            if (!rests_on(leg)) continue;
            for (std::size_t b = k; b + 1 < width && take_break(type_->breaks[b], left, ready); ++b)
                reach(leg, b + 1, ready);
        }
    }
    return end_time_ < kForever;
}

// Ready at the end of a leg, so many breaks taken.
void Simulator::reach(std::size_t leg, std::size_t taken, Value ready) {
    if (leg == visits_.size()) {
        if (ready <= instance_.latest_end(type_index_) && may_end(taken, ready))
            end_time_ = std::min(end_time_, ready);
        return;
    }
    const Node v = visits_[leg];
    Value start = ready, unused = 0;
    if (instance_.is_depot(v)) {
        start = std::max(ready, instance_.span(v).open);
        if (start > instance_.span(v).close) return;
    } else {
        start = service_start(v, ready, unused);
        if (start >= kForever) return;
    }
    starts_[leg] = std::min(starts_[leg], start);
    Value& state = states_[(leg + 1) * (type_->breaks.size() + 1) + taken];
    state = std::min(state, leave(leg, start));
}

// Are the breaks that have not been taken not due yet?
bool Simulator::may_end(std::size_t taken, Value end) const {
    return std::all_of(type_->breaks.begin() + static_cast<std::ptrdiff_t>(taken), type_->breaks.end(),
                       [&](const Break& rest) { return end <= rest.latest; });
}

// back_[visit][k]: when the vehicle must be free to leave a visit at the latest, k breaks taken, to end
// the route as early as it can.
void Simulator::backward_over_breaks() {
    const std::size_t count = visits_.size(), width = type_->breaks.size() + 1;
    back_.assign((count + 1) * width, -kForever);
    for (std::size_t leg = count + 1; leg-- > 0;) {
        for (std::size_t taken = 0; taken < width; ++taken) {
            Value limit = end_time_;
            if (leg == count) {
                if (!may_end(taken, end_time_)) continue;
            } else {
                const Value free = back_[(leg + 1) * width + taken];
                const Node v = visits_[leg];
                if (free <= -kForever) continue;
                if (instance_.is_depot(v) && free < trip_release_[trip_of_[leg]]) continue;
                limit = latest_start(leg, free - instance_.service(v));
                if (limit <= -kForever) continue;
            }
            for (std::size_t k = rests_on(leg) ? 0 : taken; k <= taken; ++k) {
                Value ready = limit, latest = kForever;
                if (!give_break_back(k, taken - k, ready, latest)) continue;
                const Value left = departure(type_index_, node_before(leg), node_after(leg), ready);
                Value& state = back_[leg * width + k];
                state = std::max(state, std::min(left, latest));
            }
        }
    }
    start_ = std::max(start_, back_[0]);
}

}  // namespace neurols::routing::rich
