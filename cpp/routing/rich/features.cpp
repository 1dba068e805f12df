#include "routing/rich/features.h"

#include <algorithm>
#include <limits>

#include "routing/rich/workspace.h"

namespace neurols::routing::rich {

namespace {
constexpr std::int32_t kStaticFeatures = 15;
constexpr std::int32_t kDynamicFeatures = 13;
constexpr std::int32_t kNearest = 10;

float ratio(double part, double whole) {
    return whole > 0 ? static_cast<float>(std::clamp(part / whole, -4.0, 4.0)) : 0.0F;
}
float flag(bool is) { return is ? 1.0F : 0.0F; }
}  // namespace

RichFeatures::RichFeatures(const Routes& routes, std::shared_ptr<const Proximity> proximity)
    : routes_(routes),
      instance_(routes.instance()),
      proximity_(std::move(proximity)),
      slot_of_(at(routes.slots())) {
    double sum = 0;
    std::int64_t count = 0;
    for (Node c = instance_.depots(); c < instance_.locations(); ++c) {
        for (const Node n : proximity_->of(c, kNearest)) {
            sum += instance_.distance(0, c, n);
            ++count;
        }
    }
    unit_ = sum > 0 ? sum / static_cast<double>(count) : 1.0;
    Value closes = 0;
    opens_ = kForever;
    const auto note = [&](Value open, Value close) {
        opens_ = std::min(opens_, open);
        if (close < kForever) closes = std::max(closes, close);
    };
    for (int t = 0; t < instance_.types(); ++t) note(instance_.earliest_start(t), instance_.latest_end(t));
    for (Node c = instance_.depots(); c < instance_.locations(); ++c)
        note(opens_, instance_.span(c).close + instance_.service(c));
    horizon_ = static_cast<double>(std::max<Value>(1, closes - opens_));
}

// A route a client at most: instances of one size have one shape, whatever their fleets.
FeatureShape RichFeatures::shape() const {
    const int routes = std::max(1, instance_.locations() - instance_.depots());
    return {instance_.locations(), routes, kStaticFeatures, kDynamicFeatures, kNearest};
}

// 1 for no distance, a half for a customary one, falling towards 0.
float RichFeatures::closeness(Node a, Node b) const {
    return static_cast<float>(unit_ / (unit_ + static_cast<double>(instance_.distance(0, a, b))));
}

void RichFeatures::write_static(float* nodes, std::int32_t* neighbours, float* weights) const {
    const std::vector<double>&x = instance_.data().x, &y = instance_.data().y;
    const auto count = at(instance_.locations());
    double low_x = 0, low_y = 0, span = 0;
    if (x.size() >= count && y.size() >= count) {
        const auto [left, right] = std::minmax_element(x.begin(), x.end());
        const auto [down, up] = std::minmax_element(y.begin(), y.end());
        low_x = *left;
        low_y = *down;
        span = std::max(*right - *left, *up - *down);
    }
    Value farthest = 1;
    const Node start = instance_.type(0).start;
    for (Node a = instance_.depots(); a < instance_.locations(); ++a)
        farthest = std::max<Value>(farthest, instance_.distance(0, start, a));
    for (Node a = 0; a < instance_.locations(); ++a) {
        float* node = nodes + at(a) * kStaticFeatures;
        std::fill(node, node + kStaticFeatures, 0.0F);
        node[0] = span > 0 ? ratio(x[at(a)] - low_x, span) : 0.5F;
        node[1] = span > 0 ? ratio(y[at(a)] - low_y, span) : 0.5F;
        node[2] = ratio(a == start ? 0 : instance_.distance(0, start, a), static_cast<double>(farthest));
        node[3] = flag(instance_.is_depot(a));
        std::int32_t* list = neighbours + at(a) * kNearest;
        float* weight = weights + at(a) * kNearest;
        std::fill(list, list + kNearest, instance_.locations());
        std::fill(weight, weight + kNearest, 0.0F);
        if (instance_.is_depot(a)) continue;
        write_client(a, node);
        for (const Node n : proximity_->of(a, kNearest)) {
            *list++ = n;
            *weight++ = closeness(a, n) / kNearest;
        }
    }
}

void RichFeatures::write_client(Node c, float* node) const {
    const Window& window = instance_.span(c);
    const Task& task = instance_.task(instance_.task_of(c));
    constexpr double kMillion = 1e6;  // the scale of sizes
    node[4] = ratio(static_cast<double>(instance_.size(c)), kMillion);
    node[5] = flag(instance_.gives(c));
    node[6] = flag(instance_.takes(c));
    node[7] = ratio(static_cast<double>(window.open - opens_), horizon_);
    node[8] = window.close >= kForever ? 1.0F : ratio(static_cast<double>(window.close - opens_), horizon_);
    node[9] = ratio(static_cast<double>(instance_.service(c)), horizon_);
    node[10] = ratio(static_cast<double>(instance_.release(c)), horizon_);
    node[11] = flag(!task.required);
    node[12] = task.required
                   ? 0.0F
                   : ratio(static_cast<double>(task.prize), static_cast<double>(instance_.dearest_trip()));
    node[13] = task.kind != Task::Kind::Pair ? 0.0F : task.first == c ? 1.0F : -1.0F;
    node[14] = flag(task.kind == Task::Kind::Group);
}

void RichFeatures::write_dynamic(float* nodes, std::int32_t* neighbours, float* weights,
                                 std::int32_t* group) {
    for (int slot = 0; slot < routes_.used(); ++slot) slot_of_[at(routes_.used_route(slot))] = slot;
    const std::int32_t none = instance_.locations();
    for (Node v = 0; v < instance_.locations(); ++v) {
        float* node = nodes + at(v) * kDynamicFeatures;
        std::fill(node, node + kDynamicFeatures, 0.0F);
        neighbours[at(v) * 2] = neighbours[at(v) * 2 + 1] = none;
        weights[at(v) * 2] = weights[at(v) * 2 + 1] = 0.0F;
        group[v] = shape().groups;
        if (instance_.is_depot(v)) {
            node[0] = ratio(routes_.used(), std::max(1, routes_.slots()));
            continue;
        }
        if (!routes_.present(v)) continue;
        const int r = routes_.route_of(v);
        const Route& route = routes_.route(r);
        const int index = routes_.index_of(v);
        const Node before = route.stops[at(index - 1)].node, behind = route.stops[at(index + 1)].node;
        write_stop(route, index, node);
        neighbours[at(v) * 2] = before;
        weights[at(v) * 2] = closeness(before, v);
        if (behind != instance_.nowhere()) {
            neighbours[at(v) * 2 + 1] = behind;
            weights[at(v) * 2 + 1] = closeness(v, behind);
        }
        group[v] = slot_of_[at(r)];
    }
    for (const int r : routes_.touched()) {
        const Route& route = routes_.route(r);
        for (int i = 1; route.clients > 0 && i < route.last(); ++i) {
            const Node v = route.stops[at(i)].node;
            if (!instance_.is_depot(v)) nodes[at(v) * kDynamicFeatures + 12] = 1.0F;
        }
    }
}

void RichFeatures::write_stop(const Route& route, int index, float* node) const {
    const Stop &before = route.stops[at(index - 1)], &here = route.stops[at(index)];
    const Stop& behind = route.stops[at(index + 1)];
    const auto out = static_cast<double>(behind.far - here.far);
    const double detour =
        (here.far - before.far) + out - instance_.distance(route.type, before.node, behind.node);
    node[0] = ratio(index, route.last());
    node[1] = ratio(static_cast<double>(here.far - before.far), 4 * unit_);
    node[2] = ratio(out, 4 * unit_);
    node[3] = ratio(detour, 4 * unit_);
    node[4] = 1.0F;  // it is visited
    if (instance_.has().timed) {
        const Value service = instance_.service(here.node), start = here.earliest - service;
        const Value ready = before.earliest + instance_.duration(route.type, before.node, here.node);
        node[5] = ratio(static_cast<double>(start - opens_), horizon_);
        node[6] = ratio(static_cast<double>(start - ready), horizon_);  // waiting
        node[7] = here.latest >= kForever ? 1.0F : ratio(static_cast<double>(here.latest - start), horizon_);
        node[8] = ratio(static_cast<double>(route.stops.back().earliest - opens_), horizon_);
    }
    if (instance_.has().loads) {
        const Value* capacity = instance_.capacity(route.type);
        double fullest = 0;
        for (std::size_t k = 0; k < route.given.size(); ++k) {
            if (capacity[k] >= kForever) continue;
            const auto load = static_cast<double>(std::max(route.given[k], route.taken[k]));
            fullest = std::max(fullest, load / static_cast<double>(std::max<Value>(1, capacity[k])));
        }
        node[9] = ratio(fullest, 1.0);
    }
    node[10] = ratio(route.type, std::max(1, instance_.types() - 1));
    node[11] = ratio(route.reloads, 4);
}

void RichFeatures::write_estimates(std::span<double> changes, Rng& /*rng*/) {
    std::fill(changes.begin(), changes.end(), std::numeric_limits<double>::quiet_NaN());
}

std::unique_ptr<Features> RichWorkspace::features() {
    if (!proximity_) prepare(nullptr);
    return std::make_unique<RichFeatures>(routes_, proximity_);
}

}  // namespace neurols::routing::rich
