// The places of a tour: all nodes of an instance, the depot among them, numbered in the order of a first
// tour, so that what is near in space is near in memory, with the nearest places of each.
#pragma once

#include <span>
#include <vector>

#include "routing/instance.h"

namespace neurols::routing {

// Distances between places of an instance whose metric is computed elsewhere or given as a matrix.
struct RenumberedDistance {
    const Instance* instance;
    const Node* nodes;
    Distance operator()(Node a, Node b) const { return instance->distance(nodes[a], nodes[b]); }
};

class Places {
public:
    static constexpr int kNear = 8;  // places that a move may connect a place with, at most

    struct Near {
        Distance distance;
        Node place;
    };

    // `order` has every node once. Distances must be symmetric.
    Places(const Instance& instance, std::vector<Node> order);

    int size() const { return static_cast<int>(nodes_.size()); }
    Node node(Node place) const { return nodes_[static_cast<std::size_t>(place)]; }
    Node place(Node node) const { return places_[static_cast<std::size_t>(node)]; }

    // Nearest first: in the plane the nearest ones of each quadrant, then the nearest of all.
    std::span<const Near> near(Node place) const {
        return {near_.data() + static_cast<std::size_t>(place) * near_count_, near_count_};
    }

    // Calls f with the accessor that fits the metric.
    template <class F>
    decltype(auto) with_distances(F&& f) const {
        if (!xy_.empty()) return f(RoundedEuclidean{xy_.data(), instance_.scale()});
        return f(RenumberedDistance{&instance_, nodes_.data()});
    }

private:
    void find_near();
    void find_near_in_matrix();

    const Instance& instance_;
    std::vector<Node> nodes_, places_;
    std::vector<double> xy_;
    std::size_t near_count_ = 0;
    std::vector<Near> near_;
};

}  // namespace neurols::routing
