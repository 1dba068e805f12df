#include "routing/rich/recreate.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neurols::routing::rich {

namespace {
constexpr int kFewTasks = 14;
constexpr double kWildBlink = 0.35;

std::uint64_t share(double probability) { return static_cast<std::uint64_t>(std::ldexp(probability, 32)); }
}  // namespace

Recreate::Recreate(const Instance& instance, const RecreateSettings& settings)
    : instance_(instance),
      has_(instance.has()),
      settings_(settings),
      blink_below_(share(settings.blink)),
      loads_(at(instance.dimensions())) {
    Value vehicles = 0;
    for (int t = 0; t < instance.types(); ++t) vehicles += instance.number(t);
    listed_.assign(at(static_cast<int>(std::min<Value>(vehicles, instance.tasks()))), 0);
    depot_distance_.assign(instance.stride(), 0);
    for (Node c = instance.depots(); c < instance.locations(); ++c) {
        Value nearest = kForever;
        for (int t = 0; t < instance.types(); ++t)
            nearest = std::min<Value>(nearest, instance.distance(t, instance.type(t).start, c));
        depot_distance_[at(c)] = nearest;
    }
}

void Recreate::start(const Proximity* proximity) {
    proximity_ = proximity;
    waiting_.clear();
    candidates_.clear();
    stay_ = anew_ = false;
    if (++round_ == 0) {
        std::ranges::fill(listed_, 0);
        round_ = 1;
    }
}

void Recreate::add_route(int r) {
    if (listed_[at(r)] == round_) return;
    listed_[at(r)] = round_;
    candidates_.push_back(r);
}

void Recreate::look_around(const Routes& routes, Node client) {
    if (routes.used() * 4 <= settings_.look_around) {
        for (int slot = 0; slot < routes.used(); ++slot) add_route(routes.used_route(slot));
        return;
    }
    for (const Node v : proximity_->of(client, settings_.look_around)) {
        if (routes.present(v)) add_route(routes.route_of(v));
    }
}

// Distances to and from what will be inserted are asked for at random places of their rows: where the
// matrix is too large for the near caches, the rows are fetched beforehand.
void Recreate::fetch_rows() const {
#if defined(__GNUC__)
    constexpr std::size_t kSmall = 400, kLarge = 2500, kLine = 64 / sizeof(std::int32_t);
    const std::size_t stride = instance_.stride();
    if (stride < kSmall || stride > kLarge) return;
    const std::int32_t* distances = instance_.data().profiles.front().distances->data();
    for (const int task : waiting_) {
        const std::int32_t* row = distances + at(instance_.task(task).first) * stride;
        for (std::size_t k = 0; k < stride; k += kLine) __builtin_prefetch(row + k, 0, 2);
    }
#endif
}

// Orders of the paper, with its weights: random, by size, far and near; where there are windows also by
// their width, start and end.
void Recreate::sort(Rng& rng) {
    fetch_rows();
    constexpr std::uint32_t kUntimed = 11, kTimed = 17;
    // Where there are few tasks, half of the rounds look for anything that is not what has been found.
    if (instance_.tasks() <= kFewTasks) blink_below_ = share(rng.coin(0.5) ? kWildBlink : settings_.blink);
    const std::uint32_t draw = rng.below(has_.timed ? kTimed : kUntimed);
    if (draw < 4) {
        rng.shuffle(waiting_);
        return;
    }
    keys_.clear();
    for (const int t : waiting_) {
        const Node c = instance_.task(t).first;
        const Window& window = instance_.span(c);
        const Value far = depot_distance_[at(c)];
        const Value key = draw < 8    ? -instance_.size(c)
                          : draw < 10 ? -far
                          : draw < 11 ? far
                          : draw < 13 ? window.close - window.open
                          : draw < 15 ? window.open
                                      : -window.close;
        keys_.emplace_back(key, t);
    }
    std::sort(keys_.begin(), keys_.end());
    for (std::size_t i = 0; i < keys_.size(); ++i) waiting_[i] = keys_[i].second;
}

bool Recreate::insert_all(Routes& routes, Rng& rng, Value ceiling) {
    const bool monotone = instance_.data().balance.price == 0;
    Value pending = 0;  // prices of what has not been tried
    for (const int task : waiting_) pending += routes.price(task);
    for (const int task : waiting_) {
        pending -= routes.price(task);
        insert_one(routes, task, rng);
        // Insertions only ever add to the cost, as far as the triangle inequality goes and no price is on
        // balance.
        if (monotone && routes.cost() - pending > ceiling) return false;
    }
    return true;
}

bool Recreate::insert_one(Routes& routes, int index, Rng& rng) {
    const Task& task = instance_.task(index);
    if (instance_.data().balance.price > 0) longest_ = routes.worst_duration();
    best_ = Place{};
    // A task that need not be done is not worth more than its prize.
    const bool anew = std::exchange(anew_, false);
    if (!task.required && !take_all_ && !anew && !blinks(rng)) best_.cost = routes.price(index);
    if (!anew) find_in_routes(routes, task, rng);
    if (!stay_) find_new(routes, task, rng);
    if (best_.client == kAbsent) return false;

    const Node second = task.kind == Task::Kind::Pair ? task.second : kAbsent;
    if (best_.route == kAbsent) {
        visits_.assign(1, best_.client);
        if (second != kAbsent) visits_.push_back(second);
        const int r = routes.open(best_.type, visits_);
        if (r == kAbsent) return false;
        listed_[at(r)] = round_;
        if (std::ranges::find(candidates_, r) == candidates_.end()) candidates_.push_back(r);
    } else {
        const Route& route = routes.route(best_.route);
        if (!best_.whole && best_.type == route.type) {
            if (!routes.insert(best_.route, best_.index, best_.client, best_.second_index, second))
                return false;
            routes.serve(index);
            return true;
        }
        if (!best_.whole) {
            visits_.clear();
            for (int i = 1; i <= route.last(); ++i) {
                if (i == best_.index) visits_.push_back(best_.client);
                if (second != kAbsent && i == best_.second_index) visits_.push_back(second);
                if (i < route.last()) visits_.push_back(route.stops[at(i)].node);
            }
        }
        if (!routes.replace(best_.route, best_.type, visits_)) return false;
    }
    routes.serve(index);
    return true;
}

}  // namespace neurols::routing::rich
