// What the workspace sums up over the arcs of its solution: fingerprint and penalties, and the audit
// of both. Sums follow from what a step touched and are computed on demand.
#include <stdexcept>

#include "routing/workspace.h"

namespace neurols::routing {

std::uint64_t RoutingWorkspace::fingerprint() const {
    const auto hash = [symmetric = instance_->symmetric()](Node a, Node b) {
        return mix64(edge_key(symmetric, a, b));
    };
    if (!fingerprint_known_) {
        fingerprint_ = routes_.sum_of(hash) - routes_.change_of(hash);
        fingerprint_known_ = true;
    }
    return fingerprint_ + routes_.change_of(hash);
}

Distance RoutingWorkspace::penalty_of_step() const {
    if (!penalties_.any()) return 0;
    return routes_.change_of([&](Node a, Node b) { return penalties_.of(a, b); });
}

Cost RoutingWorkspace::penalty() const { return instance_->to_cost(penalty_ + penalty_of_step()); }

// The edges of greatest utility, distance / (1 + penalty), are penalised (Voudouris and Tsang, 1999).
void RoutingWorkspace::penalise() {
    const auto utility = [&](Node a, Node b) {
        return static_cast<double>(instance_->distance(a, b)) / (1.0 + penalties_.count(a, b));
    };
    double greatest = 0;
    routes_.sum_of([&](Node a, Node b) {
        greatest = std::max(greatest, utility(a, b));
        return 0;
    });
    if (greatest <= 0 || penalties_.weight() == 0) return;
    std::vector<std::pair<Node, Node>> worst;
    routes_.sum_of([&](Node a, Node b) {
        if (utility(a, b) == greatest) worst.emplace_back(a, b);
        return 0;
    });
    for (const auto& [a, b] : worst) penalties_.raise(a, b);
    evaluation_.penalties = &penalties_;
    penalty_ = routes_.sum_of([&](Node a, Node b) { return penalties_.of(a, b); });
    routes_.tick();
    all_changed_ = routes_.clock();
}

void RoutingWorkspace::check_consistency() const {
    routes_.check();
    for (Node c = 1; c < instance_->nodes(); ++c) {
        if (!routes_.present(c)) throw std::logic_error("customer " + std::to_string(c) + " is not served");
    }
    const auto hash = [&](Node a, Node b) { return mix64(edge_key(instance_->symmetric(), a, b)); };
    if (fingerprint() != routes_.sum_of(hash)) throw std::logic_error("wrong fingerprint");
    const Distance penalty = routes_.sum_of([&](Node a, Node b) { return penalties_.of(a, b); });
    if (penalty_ + penalty_of_step() != penalty) throw std::logic_error("wrong penalty");

    Routes best(*instance_);
    best.assign(best_.as_lists());
    best.check();
    if (best.excess() > 0) throw std::logic_error("the best copy has an overloaded route");
    if (best.total() != best_.total()) throw std::logic_error("the best copy is not what was kept");
}

}  // namespace neurols::routing
