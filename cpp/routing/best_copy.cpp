#include "routing/best_copy.h"

#include <algorithm>

namespace neurols::routing {

BestCopy::BestCopy(const Instance& instance) {
    const auto nodes = static_cast<std::size_t>(instance.nodes());
    stops_.resize(nodes);
    stop_is_stale_.assign(nodes, 0);
    stale_stops_.reserve(nodes);
}

void BestCopy::reset(const Routes& routes) {
    const auto count = static_cast<std::size_t>(routes.route_count());
    routes_.resize(count);
    stale_routes_.reserve(count);
    route_is_stale_.assign(count, 0);
    std::fill(stop_is_stale_.begin(), stop_is_stale_.end(), std::uint8_t{0});
    stale_stops_.clear();
    stale_routes_.clear();
    for (std::size_t c = 0; c < stops_.size(); ++c) stops_[c] = routes.stop(static_cast<Node>(c));
    for (std::size_t r = 0; r < count; ++r) routes_[r] = routes.route(static_cast<RouteId>(r));
    total_ = routes.total();
}

void BestCopy::keep(const Routes& routes) {
    note(routes);
    for (const Node c : stale_stops_) {
        stops_[static_cast<std::size_t>(c)] = routes.stop(c);
        stop_is_stale_[static_cast<std::size_t>(c)] = 0;
    }
    for (const RouteId id : stale_routes_) {
        routes_[static_cast<std::size_t>(id)] = routes.route(id);
        route_is_stale_[static_cast<std::size_t>(id)] = 0;
    }
    stale_stops_.clear();
    stale_routes_.clear();
    total_ = routes.total();
}

void BestCopy::note(const Routes& routes) {
    for (const auto& saved : routes.saved_stops()) mark_stop(saved.customer);
    for (const auto& saved : routes.saved_routes()) mark_route(saved.id);
}

void BestCopy::restore(Routes& routes) const {
    for (const Node c : stale_stops_) routes.restore_stop(c, stops_[static_cast<std::size_t>(c)]);
    for (const RouteId id : stale_routes_) routes.restore_route(id, routes_[static_cast<std::size_t>(id)]);
    routes.restore_total(total_);
}

std::vector<std::vector<Node>> BestCopy::as_lists() const {
    std::vector<std::vector<Node>> lists;
    for (const Route& route : routes_) {
        if (route.size == 0) continue;
        auto& list = lists.emplace_back();
        for (Node c = route.first; c != kDepot; c = stops_[static_cast<std::size_t>(c)].next)
            list.push_back(c);
    }
    return lists;
}

void BestCopy::mark_stop(Node customer) {
    auto& stale = stop_is_stale_[static_cast<std::size_t>(customer)];
    if (stale) return;
    stale = 1;
    stale_stops_.push_back(customer);
}

void BestCopy::mark_route(RouteId id) {
    auto& stale = route_is_stale_[static_cast<std::size_t>(id)];
    if (stale) return;
    stale = 1;
    stale_routes_.push_back(id);
}

}  // namespace neurols::routing
