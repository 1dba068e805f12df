#include "routing/features.h"

#include <algorithm>
#include <limits>

#include "routing/workspace.h"

namespace neurols::routing {

namespace {
constexpr std::int32_t kStaticFeatures = 5;
constexpr std::int32_t kDynamicFeatures = 7;
constexpr std::int32_t kNearest = 10;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
float ratio(double part, double whole) { return whole > 0 ? static_cast<float>(part / whole) : 0.0F; }
}  // namespace

RoutingFeatures::RoutingFeatures(const Routes& routes)
    : routes_(routes),
      nearest_(routes.instance().neighbours(kNearest, nullptr)),
      slot_of_(at(routes.route_count())) {
    const Instance& instance = routes.instance();
    double sum = 0;
    double count = 0;
    for (Node c = 1; c < instance.nodes(); ++c) {
        for (const Node n : nearest_.of(c)) {
            sum += static_cast<double>(instance.distance(c, n));
            ++count;
        }
    }
    if (count == 0 || sum == 0) {
        count = 1;
        sum = std::max(1.0, static_cast<double>(instance.distance(kDepot, instance.nodes() - 1)));
    }
    unit_ = sum / count;
}

FeatureShape RoutingFeatures::shape() const {
    const Instance& instance = routes_.instance();
    return {instance.nodes(), instance.customers(), kStaticFeatures, kDynamicFeatures, kNearest};
}

// 1 for no distance, a half for a customary one, falling towards 0.
float RoutingFeatures::closeness(Node a, Node b) const {
    return static_cast<float>(unit_ / (unit_ + static_cast<double>(routes_.instance().distance(a, b))));
}

void RoutingFeatures::write_static(float* nodes, std::int32_t* neighbours, float* weights) const {
    const Instance& instance = routes_.instance();
    double low_x = 0, low_y = 0, span = 0;
    if (instance.has_coordinates()) {
        double high_x = low_x = instance.x(0);
        double high_y = low_y = instance.y(0);
        for (Node a = 1; a < instance.nodes(); ++a) {
            low_x = std::min(low_x, instance.x(a));
            high_x = std::max(high_x, instance.x(a));
            low_y = std::min(low_y, instance.y(a));
            high_y = std::max(high_y, instance.y(a));
        }
        span = std::max(high_x - low_x, high_y - low_y);
    }
    Distance farthest = 1;
    for (Node a = 1; a < instance.nodes(); ++a) farthest = std::max(farthest, instance.distance(kDepot, a));
    for (Node a = 0; a < instance.nodes(); ++a) {
        float* node = nodes + at(a) * kStaticFeatures;
        node[0] = span > 0 ? ratio(instance.x(a) - low_x, span) : 0.5F;
        node[1] = span > 0 ? ratio(instance.y(a) - low_y, span) : 0.5F;
        node[2] = ratio(static_cast<double>(a == kDepot ? 0 : instance.distance(kDepot, a)),
                        static_cast<double>(farthest));
        node[3] = ratio(static_cast<double>(instance.demand(a)), static_cast<double>(instance.capacity()));
        node[4] = a == kDepot ? 1.0F : 0.0F;
        std::int32_t* list = neighbours + at(a) * kNearest;
        float* weight = weights + at(a) * kNearest;
        std::fill(list, list + kNearest, instance.nodes());
        std::fill(weight, weight + kNearest, 0.0F);
        if (a == kDepot) continue;
        for (const Node n : nearest_.of(a, kNearest)) {
            *list++ = n;
            *weight++ = closeness(a, n) / kNearest;
        }
    }
}

void RoutingFeatures::write_dynamic(float* nodes, std::int32_t* neighbours, float* weights,
                                    std::int32_t* group) {
    const Instance& instance = routes_.instance();
    const auto capacity = static_cast<double>(instance.capacity());
    for (int slot = 0; slot < routes_.used(); ++slot) slot_of_[at(routes_.used_route(slot))] = slot;

    std::fill(nodes, nodes + kDynamicFeatures, 0.0F);
    nodes[0] = ratio(routes_.used(), instance.customers());
    nodes[1] = ratio(static_cast<double>(instance.total_demand()), routes_.used() * capacity);
    neighbours[0] = neighbours[1] = instance.nodes();
    weights[0] = weights[1] = 0.0F;
    group[0] = instance.customers();
    for (Node c = 1; c < instance.nodes(); ++c) {
        const Stop& stop = routes_.stop(c);
        const Route& route = routes_.route(stop.route);
        const auto in = static_cast<double>(stop.in);
        const auto out = static_cast<double>(routes_.arc_out(c));
        const auto through = static_cast<double>(routes_.load_through(c));
        float* node = nodes + at(c) * kDynamicFeatures;
        node[0] = ratio(through - static_cast<double>(instance.demand(c)), capacity);
        node[1] = ratio(static_cast<double>(route.load) - through, capacity);
        node[2] = ratio(in, 4 * unit_);
        node[3] = ratio(out, 4 * unit_);
        node[4] = ratio(in + out - static_cast<double>(instance.distance(stop.pred, stop.next)), 4 * unit_);
        node[5] = ratio(static_cast<double>(route.load), capacity);
        node[6] = 0.0F;
        neighbours[at(c) * 2] = stop.pred;
        neighbours[at(c) * 2 + 1] = stop.next;
        weights[at(c) * 2] = closeness(stop.pred, c);
        weights[at(c) * 2 + 1] = closeness(c, stop.next);
        group[c] = slot_of_[at(stop.route)];
    }
    for (const auto& saved : routes_.saved_stops()) nodes[at(saved.customer) * kDynamicFeatures + 6] = 1.0F;
}

void RoutingFeatures::write_estimates(std::span<double> changes, Rng& /*rng*/) {
    std::fill(changes.begin(), changes.end(), std::numeric_limits<double>::quiet_NaN());
}

std::unique_ptr<Features> RoutingWorkspace::features() { return std::make_unique<RoutingFeatures>(routes_); }

}  // namespace neurols::routing
