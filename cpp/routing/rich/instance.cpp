#include "routing/rich/instance.h"

#include <algorithm>
#include <stdexcept>

#include "routing/rich/proximity.h"

namespace neurols::routing::rich {

Instance::Instance(InstanceData data)
    : data_(std::move(data)),
      depots_(static_cast<int>(data_.depots.size())),
      locations_(depots_ + static_cast<int>(data_.clients.size())) {
    if (data_.types.empty()) throw std::invalid_argument("there is no vehicle");
    const std::size_t cells = stride() * stride();
    for (const Profile& profile : data_.profiles) {
        if (profile.distances->size() != cells || profile.durations->size() != cells)
            throw std::invalid_argument("a matrix does not fit the number of locations");
    }
    set_matrices();
    set_loads();
    set_visits();
    set_tasks();
    set_types();
    set_traits();
    set_prices();
}

void Instance::set_matrices() {
    constexpr std::size_t kBlock = 32;  // both orders of a block fit the near caches
    const std::size_t size = stride(), real = at(locations_);
    const auto each_cell = [](std::size_t cells, auto visit) {
        for (std::size_t a = 0; a < cells; a += kBlock) {
            for (std::size_t b = 0; b < cells; b += kBlock) {
                for (std::size_t i = a; i < std::min(cells, a + kBlock); ++i) {
                    for (std::size_t j = b; j < std::min(cells, b + kBlock); ++j) visit(i, j);
                }
            }
        }
    };
    const auto by_destination = [&](const Matrix& matrix) -> Matrix {
        const auto& from = *matrix;
        bool symmetric = true;
        // Where open routes end does not count: nothing comes from there.
        each_cell(real, [&](std::size_t i, std::size_t j) {
            symmetric = symmetric && from[i * size + j] == from[j * size + i];
        });
        if (symmetric) return matrix;
        auto turned = std::make_shared<std::vector<std::int32_t>>(from.size());
        each_cell(size, [&](std::size_t i, std::size_t j) { (*turned)[j * size + i] = from[i * size + j]; });
        return turned;
    };
    for (Profile& profile : data_.profiles) {
        profile.distances_to = by_destination(profile.distances);
        profile.fastest_to =
            profile.fastest == profile.distances ? profile.distances_to : by_destination(profile.fastest);
        profile.symmetric = profile.distances_to == profile.distances;
    }
}

void Instance::set_visits() {
    spans_.resize(stride());
    services_.assign(stride(), 0);
    for (Node d = 0; d < depots_; ++d) {
        spans_[at(d)] = depot(d).window;
        services_[at(d)] = depot(d).service;
    }
    for (Node c = depots_; c < locations_; ++c) {
        spans_[at(c)] = client(c).span();
        services_[at(c)] = client(c).service;
    }
}

void Instance::set_loads() {
    const auto widen = [&](const std::vector<Value>& amounts) {
        dimensions_ = std::max(dimensions_, static_cast<int>(amounts.size()));
    };
    for (const Client& c : data_.clients) widen(c.delivery), widen(c.pickup);
    for (const VehicleType& t : data_.types) widen(t.capacity), widen(t.initial_load);
    for (const Shipment& s : data_.shipments) widen(s.amount);

    const std::size_t dims = at(dimensions_);
    const auto fill = [&](std::vector<Value>& table, std::size_t row, const std::vector<Value>& amounts,
                          Value sign) {
        for (std::size_t k = 0; k < amounts.size(); ++k) table[row * dims + k] += sign * amounts[k];
    };
    deliveries_.assign(stride() * dims, 0);
    pickups_.assign(stride() * dims, 0);
    changes_.assign(stride() * dims, 0);
    gives_.assign(stride(), 0);
    takes_.assign(stride(), 0);
    const auto some = [](const std::vector<Value>& amounts) {
        return std::ranges::any_of(amounts, [](Value amount) { return amount > 0; });
    };
    for (Node c = depots_; c < locations_; ++c) {
        const Client& client = this->client(c);
        fill(deliveries_, at(c), client.delivery, 1);
        fill(pickups_, at(c), client.pickup, 1);
        fill(changes_, at(c), client.delivery, -1);
        fill(changes_, at(c), client.pickup, 1);
        gives_[at(c)] = some(client.delivery);
        takes_[at(c)] = some(client.pickup);
    }
    for (const Shipment& s : data_.shipments) {
        fill(changes_, at(s.pickup), s.amount, 1);
        fill(changes_, at(s.delivery), s.amount, -1);
    }
    capacities_.assign(data_.types.size() * dims, kForever);
    initials_.assign(data_.types.size() * dims, 0);
    for (std::size_t t = 0; t < data_.types.size(); ++t) {
        const VehicleType& type = data_.types[t];
        for (std::size_t k = 0; k < type.capacity.size(); ++k) {
            capacities_[t * dims + k] = type.capacity[k];
            has_.loads = true;
        }
        fill(initials_, t, type.initial_load, 1);
    }
    // The greatest share of a mean capacity that a client takes, for sorting.
    sizes_.assign(stride(), 0);
    for (std::size_t k = 0; k < dims; ++k) {
        Value capacity = 1;
        for (const VehicleType& type : data_.types) {
            if (k < type.capacity.size()) capacity = std::max(capacity, type.capacity[k]);
        }
        for (Node c = depots_; c < locations_; ++c) {
            const Value moved = std::abs(changes_[at(c) * dims + k]);
            const Value amount = std::max({moved, delivery(c)[k], pickup(c)[k]});
            const double share = static_cast<double>(amount) / static_cast<double>(capacity);
            sizes_[at(c)] = std::max(sizes_[at(c)], static_cast<Value>(1e6 * share));
        }
    }
}

void Instance::set_tasks() {
    task_of_.assign(stride(), -1);
    shipment_of_.assign(stride(), -1);
    const auto add = [&](Task task, std::initializer_list<Node> ends) {
        for (const Node c : ends) {
            if (task_of_[at(c)] >= 0) throw std::invalid_argument("a client is part of two tasks");
            task_of_[at(c)] = tasks();
        }
        tasks_.push_back(std::move(task));
    };
    for (std::size_t s = 0; s < data_.shipments.size(); ++s) {
        const Shipment& shipment = data_.shipments[s];
        const Client &from = client(shipment.pickup), &to = client(shipment.delivery);
        if ((from.prize < 0) != (to.prize < 0))
            throw std::invalid_argument("a shipment has one end that must be visited, and one that need not");
        Task task;
        task.kind = Task::Kind::Pair;
        task.first = shipment.pickup;
        task.second = shipment.delivery;
        task.required = from.prize < 0;
        task.prize = task.required ? 0 : from.prize + to.prize;
        task.priority = std::max(from.priority, to.priority);
        add(std::move(task), {shipment.pickup, shipment.delivery});
        shipment_of_[at(shipment.pickup)] = shipment_of_[at(shipment.delivery)] = static_cast<int>(s);
    }
    for (const Group& group : data_.groups) {
        if (group.clients.empty()) throw std::invalid_argument("a group has no clients");
        Task task;
        task.kind = Task::Kind::Group;
        task.first = group.clients.front();
        task.members = group.clients;
        task.required = group.required;
        task.prize = group.prize;
        for (const Node c : group.clients) task.priority = std::max(task.priority, client(c).priority);
        add(std::move(task), {});
        for (const Node c : group.clients) {
            if (task_of_[at(c)] >= 0) throw std::invalid_argument("a client is part of two tasks");
            task_of_[at(c)] = tasks() - 1;
        }
    }
    for (Node c = depots_; c < locations_; ++c) {
        if (task_of_[at(c)] >= 0) continue;
        const Client& client = this->client(c);
        Task task;
        task.first = c;
        task.required = client.prize < 0;
        task.prize = task.required ? 0 : client.prize;
        task.priority = client.priority;
        add(std::move(task), {c});
    }
}

void Instance::set_types() {
    const std::size_t count = data_.types.size();
    for (std::size_t t = 0; t < count; ++t) {
        const VehicleType& type = data_.types[t];
        number_.push_back(type.number < 0 ? tasks() : std::min(type.number, tasks()));
        if (type.number >= 0 && type.number < tasks()) has_.limited = true;
        earliest_start_.push_back(std::max(type.shift.open, depot(type.start).window.open));
        latest_end_.push_back(type.end < 0 ? type.shift.close
                                           : std::min(type.shift.close, depot(type.end).window.close));
    }
    allowed_.assign(stride() * count, 1);
    for (Node c = depots_; c < locations_; ++c) {
        const Client& client = this->client(c);
        if (client.types.empty()) continue;
        has_.typed = true;
        std::fill_n(allowed_.begin() + static_cast<std::ptrdiff_t>(at(c) * count), count, std::uint8_t{0});
        for (const int t : client.types) {
            if (t >= 0) allowed_[at(c) * count + at(t)] = 1;
        }
    }
    const auto same_times = [&](const VehicleType& a, const VehicleType& b) {
        return a.start == b.start && a.end == b.end && a.profile == b.profile &&
               a.shift.open == b.shift.open && a.shift.close == b.shift.close &&
               a.max_duration == b.max_duration && a.max_overtime == b.max_overtime &&
               a.unit_overtime == b.unit_overtime && a.max_distance == b.max_distance && a.breaks.empty() &&
               b.breaks.empty() && a.reload_depots.empty() && b.reload_depots.empty();
    };
    alike_.resize(count);
    same_clock_.assign(count * count, 0);
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < count; ++b) {
            if (a == b || !same_times(data_.types[a], data_.types[b])) continue;
            alike_[a].push_back(static_cast<int>(b));
            same_clock_[a * count + b] = 1;
        }
    }
}

void Instance::set_traits() {
    bool gives = false, takes = false;
    for (Node c = depots_; c < locations_; ++c) {
        const Client& client = this->client(c);
        has_.many_windows |= client.windows.size() > 1;
        has_.soft |= client.late_price >= 0 && !client.windows.empty();
        has_.releases |= client.release > 0;
        has_.timed |= !client.windows.empty();
        gives |= this->gives(c);
        takes |= this->takes(c);
    }
    has_.pairs = !data_.shipments.empty();
    has_.groups = !data_.groups.empty();
    for (const Shipment& s : data_.shipments) has_.rides |= s.max_on_board < kForever;
    for (const Task& task : tasks_) has_.optional |= !task.required;
    for (const VehicleType& type : data_.types) {
        has_.breaks |= !type.breaks.empty();
        has_.reloads |= !type.reload_depots.empty();
    }
    for (Profile& profile : data_.profiles) has_.speeds |= !profile.speeds.empty();
    has_.durations |= data_.balance.price > 0;
    for (int t = 0; t < types(); ++t) {
        const Value longest = latest_end_[at(t)] - earliest_start_[at(t)];
        has_.durations |= type(t).unit_duration > 0 || type(t).max_duration < longest;
    }
    for (int t = 0; t < types(); ++t) has_.timed |= latest_end_[at(t)] < kForever;
    has_.timed |= has_.durations || has_.rides || has_.breaks || has_.releases || has_.speeds;
    has_.legs = has_.loads && (has_.pairs || has_.reloads || (gives && takes && !data_.backhaul));

    // Whether goods are ready and depots open at a reload bounds times alone, unless durations count.
    const bool everywhere = has_.many_windows || has_.soft || has_.rides || (has_.releases && has_.durations);
    for (int t = 0; t < types(); ++t) {
        const bool own = !type(t).breaks.empty() || !profile(t).speeds.empty() ||
                         (!type(t).reload_depots.empty() && has_.durations);
        simulated_.push_back(everywhere || own);
    }
}

void Instance::set_prices() {
    Value sum = 1;
    for (Node c = depots_; c < locations_; ++c) {
        Value cheapest = kForever;
        for (int t = 0; t < types(); ++t) {
            if (!allowed(c, t)) continue;
            const Node from = type(t).start, to = end_of(t);
            const Value far = distance(t, from, c) + static_cast<Value>(distance(t, c, to));
            const Value time = duration(t, from, c) + static_cast<Value>(duration(t, c, to)) + service(c);
            const Value cost = type(t).fixed + type(t).unit_distance * far + type(t).unit_duration * time;
            cheapest = std::min(cheapest, cost);
        }
        if (cheapest == kForever) continue;
        dearest_trip_ = std::max(dearest_trip_, cheapest);
        sum += cheapest + std::max<Value>(0, client(c).prize);
    }
    dearest_trip_ = std::max<Value>(dearest_trip_, 1);
    great_cost_ = 1;
    while (great_cost_ < 10 * sum) great_cost_ *= 10;
    if (data_.fewest_vehicles) vehicle_price_ = great_cost_;
}

std::shared_ptr<const Proximity> Instance::proximity(int count, double waiting, double lateness,
                                                     const std::atomic<bool>* cancel) const {
    const std::lock_guard guard(proximity_lock_);
    if (proximity_ && proximity_count_ == count) return proximity_;
    auto built = Proximity::unless(*this, count, waiting, lateness, cancel);
    // A search that is about to end needs neighbours all the same, but few will do.
    if (!built)
        return std::make_shared<const Proximity>(*Proximity::unless(*this, 1, waiting, lateness, nullptr));
    proximity_ = std::make_shared<const Proximity>(std::move(*built));
    proximity_count_ = count;
    return proximity_;
}

}  // namespace neurols::routing::rich
