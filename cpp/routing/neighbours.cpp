#include "routing/neighbours.h"

#include <algorithm>
#include <numeric>

#include "routing/metric.h"

namespace neurols::routing {

namespace {

constexpr int kScanBelow = 500;    // customers; a scan of all is faster there than a tree
constexpr int kBetweenLooks = 64;  // customers; looking at the clock takes time itself

// Is it so, at one customer in many?
bool given_up(const std::atomic<bool>* cancel, Node at) {
    return cancel && at % kBetweenLooks == 0 && cancel->load(std::memory_order_relaxed);
}

bool scan_all(const Instance& instance, int count, Node* lists, const std::atomic<bool>* cancel) {
    std::vector<std::pair<Distance, Node>> others;
    for (Node a = 1; a <= instance.customers(); ++a) {
        if (given_up(cancel, a)) return false;
        others.clear();
        for (Node b = 1; b <= instance.customers(); ++b) {
            if (a != b) others.emplace_back(instance.distance(a, b) + instance.distance(b, a), b);
        }
        std::partial_sort(others.begin(), others.begin() + count, others.end());
        Node* list = lists + static_cast<std::size_t>(a) * static_cast<std::size_t>(count);
        for (int i = 0; i < count; ++i) list[i] = others[static_cast<std::size_t>(i)].second;
    }
    return true;
}

bool ask_tree(const Instance& instance, int count, Node* lists, const std::atomic<bool>* cancel) {
    const auto points = points_of(instance);
    std::vector<Node> customers(static_cast<std::size_t>(instance.customers()));
    std::iota(customers.begin(), customers.end(), 1);
    const KdTree tree(points, std::move(customers));
    std::vector<KdTree::Near> found;
    for (Node a = 1; a <= instance.customers(); ++a) {
        if (given_up(cancel, a)) return false;
        tree.nearest(points[static_cast<std::size_t>(a)], a, static_cast<std::size_t>(count), found);
        Node* list = lists + static_cast<std::size_t>(a) * static_cast<std::size_t>(count);
        for (const auto& near : found) *list++ = near.second;
    }
    return true;
}

}  // namespace

std::vector<KdTree::Point> points_of(const Instance& instance) {
    std::vector<KdTree::Point> points(static_cast<std::size_t>(instance.nodes()));
    const Metric metric = instance.metric();
    const bool round = metric == Metric::GreatCircleMetres || metric == Metric::GreatCircleKilometres;
    const auto radians = round ? degrees_in_radians : geographic_radians;
    for (Node a = 0; a < instance.nodes(); ++a) {
        auto& point = points[static_cast<std::size_t>(a)];
        if (round || metric == Metric::Geographic) {
            const double latitude = radians(instance.x(a));
            const double longitude = radians(instance.y(a));
            point = {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                     std::sin(latitude)};
        } else {
            point = {instance.x(a), instance.y(a), 0};
        }
    }
    return points;
}

std::optional<Neighbours> Neighbours::unless(const Instance& instance, int count,
                                             const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) return std::nullopt;
    Neighbours built;
    built.count_ = std::max(0, std::min(count, instance.customers() - 1));
    const auto cells = static_cast<std::size_t>(instance.nodes()) * static_cast<std::size_t>(built.count_);
    const std::shared_ptr<Node[]> lists(new Node[cells]());
    const bool by_scan = instance.metric() == Metric::Explicit || instance.customers() < kScanBelow;
    const bool done = by_scan ? scan_all(instance, built.count_, lists.get(), cancel)
                              : ask_tree(instance, built.count_, lists.get(), cancel);
    if (!done) return std::nullopt;
    built.lists_ = lists;
    return built;
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
