#include "routing/tour/places.h"

#include <algorithm>
#include <numeric>

#include "routing/kd_tree.h"
#include "routing/neighbours.h"

namespace neurols::routing {

namespace {

constexpr int kOfQuadrant = 2;  // places taken of each quadrant before the nearest of all
constexpr int kQuadrants = 4;

}  // namespace

Places::Places(const Instance& instance, std::vector<Node> order)
    : instance_(instance), nodes_(std::move(order)), places_(nodes_.size()) {
    for (std::size_t place = 0; place < nodes_.size(); ++place) {
        places_[static_cast<std::size_t>(nodes_[place])] = static_cast<Node>(place);
    }
    const bool straight = instance.metric() == Metric::Euclidean || instance.metric() == Metric::Exact;
    if (straight && !instance.limits_distance()) {
        xy_.reserve(2 * nodes_.size());
        for (const Node node : nodes_) {
            xy_.push_back(instance.x(node));
            xy_.push_back(instance.y(node));
        }
    }
    near_count_ = static_cast<std::size_t>(std::min(kNear, size() - 1));
    near_.resize(nodes_.size() * near_count_);
    if (instance.metric() == Metric::Explicit) {
        find_near_in_matrix();
    } else {
        find_near();
    }
    const auto by_distance = [](const Near& a, const Near& b) {
        return a.distance < b.distance || (a.distance == b.distance && a.place < b.place);
    };
    for (std::size_t a = 0; a < nodes_.size(); ++a) {
        const auto first = near_.begin() + static_cast<std::ptrdiff_t>(a * near_count_);
        std::sort(first, first + static_cast<std::ptrdiff_t>(near_count_), by_distance);
    }
}

void Places::find_near() {
    const auto of_nodes = points_of(instance_);
    const bool plane = std::all_of(of_nodes.begin(), of_nodes.end(), [](auto& p) { return p[2] == 0; });
    std::vector<KdTree::Point> points;
    points.reserve(nodes_.size());
    for (const Node node : nodes_) points.push_back(of_nodes[static_cast<std::size_t>(node)]);
    std::vector<std::int32_t> ids(nodes_.size());
    std::iota(ids.begin(), ids.end(), 0);
    const KdTree tree(points, std::move(ids));
    std::vector<KdTree::Near> found;
    for (Node a = 0; a < size(); ++a) {
        const auto& here = points[static_cast<std::size_t>(a)];
        Near* list = near_.data() + static_cast<std::size_t>(a) * near_count_;
        std::size_t count = 0;
        const auto take_new = [&] {
            for (std::size_t i = 0; i < found.size() && count < near_count_; ++i) {
                const Node b = found[i].second;
                const auto is_b = [b](const Near& near) { return near.place == b; };
                if (std::any_of(list, list + count, is_b)) continue;
                list[count++] = {instance_.distance(node(a), node(b)), b};
            }
        };
        if (plane) {
            for (int quadrant = 0; quadrant < kQuadrants; ++quadrant) {
                tree.nearest(here, a, kOfQuadrant, {quadrant % 2 == 1, quadrant / 2 == 1}, found);
                take_new();
            }
        }
        tree.nearest(here, a, kNear, found);
        take_new();
    }
}

void Places::find_near_in_matrix() {
    std::vector<Near> others;
    for (Node a = 0; a < size(); ++a) {
        others.clear();
        for (Node b = 0; b < size(); ++b) {
            if (a != b) others.push_back({instance_.distance(node(a), node(b)), b});
        }
        const auto end = others.begin() + static_cast<std::ptrdiff_t>(near_count_);
        std::partial_sort(others.begin(), end, others.end(), [](const Near& x, const Near& y) {
            return x.distance < y.distance || (x.distance == y.distance && x.place < y.place);
        });
        std::copy(others.begin(), end,
                  near_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(a) * near_count_));
    }
}

}  // namespace neurols::routing
