#include "routing/neighbours.h"

#include <algorithm>
#include <numeric>

#include "routing/metric.h"

namespace neurols::routing {

namespace {

constexpr int kScanBelow = 500;  // customers; a scan of all is faster there than a tree

void scan_all(const Instance& instance, int count, std::vector<Node>& lists) {
    std::vector<std::pair<Distance, Node>> others;
    for (Node a = 1; a <= instance.customers(); ++a) {
        others.clear();
        for (Node b = 1; b <= instance.customers(); ++b) {
            if (a != b) others.emplace_back(instance.distance(a, b) + instance.distance(b, a), b);
        }
        std::partial_sort(others.begin(), others.begin() + count, others.end());
        Node* list = lists.data() + static_cast<std::size_t>(a) * static_cast<std::size_t>(count);
        for (int i = 0; i < count; ++i) list[i] = others[static_cast<std::size_t>(i)].second;
    }
}

void ask_tree(const Instance& instance, int count, std::vector<Node>& lists) {
    const auto points = points_of(instance);
    std::vector<Node> customers(static_cast<std::size_t>(instance.customers()));
    std::iota(customers.begin(), customers.end(), 1);
    const KdTree tree(points, std::move(customers));
    std::vector<KdTree::Near> found;
    for (Node a = 1; a <= instance.customers(); ++a) {
        tree.nearest(points[static_cast<std::size_t>(a)], a, static_cast<std::size_t>(count), found);
        Node* list = lists.data() + static_cast<std::size_t>(a) * static_cast<std::size_t>(count);
        for (const auto& near : found) *list++ = near.second;
    }
}

}  // namespace

std::vector<KdTree::Point> points_of(const Instance& instance) {
    std::vector<KdTree::Point> points(static_cast<std::size_t>(instance.nodes()));
    for (Node a = 0; a < instance.nodes(); ++a) {
        auto& point = points[static_cast<std::size_t>(a)];
        if (instance.metric() == Metric::Geographic) {
            const double latitude = geographic_radians(instance.x(a));
            const double longitude = geographic_radians(instance.y(a));
            point = {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                     std::sin(latitude)};
        } else {
            point = {instance.x(a), instance.y(a), 0};
        }
    }
    return points;
}

Neighbours::Neighbours(const Instance& instance, int count)
    : count_(std::max(0, std::min(count, instance.customers() - 1))),
      lists_(static_cast<std::size_t>(instance.nodes()) * static_cast<std::size_t>(count_)) {
    if (instance.metric() == Metric::Explicit || instance.customers() < kScanBelow) {
        scan_all(instance, count_, lists_);
    } else {
        ask_tree(instance, count_, lists_);
    }
}

double Neighbours::mean_distance(const Instance& instance, int rank) const {
    if (count_ == 0) return 0;
    const auto last = static_cast<std::size_t>(std::min(rank, count_) - 1);
    double sum = 0;
    for (Node a = 1; a <= instance.customers(); ++a) {
        sum += static_cast<double>(instance.distance(a, of(a)[last]));
    }
    return sum / instance.customers();
}

}  // namespace neurols::routing
