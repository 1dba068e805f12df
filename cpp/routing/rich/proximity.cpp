#include "routing/rich/proximity.h"

#include <algorithm>

namespace neurols::routing::rich {

namespace {
constexpr int kBetweenLooks = 16;
}

std::optional<Proximity> Proximity::unless(const Instance& instance, int count, double waiting,
                                           double lateness, const std::atomic<bool>* cancel) {
    Proximity built;
    built.first_ = instance.depots();
    built.count_ = std::max(0, std::min(count, instance.clients() - 1));
    built.lists_.resize(static_cast<std::size_t>(instance.clients()) *
                        static_cast<std::size_t>(built.count_));
    const auto& distances = *instance.data().profiles[0].distances;
    const auto& durations = *instance.data().profiles[0].durations;
    const std::size_t stride = instance.stride();
    const auto at = [](Node v) { return static_cast<std::size_t>(v); };
    const bool timed = instance.has().timed;
    // b straight after a
    const auto gap = [&](Node a, Node b) {
        const auto far = static_cast<double>(distances[at(a) * stride + at(b)]);
        if (!timed) return far;
        const Window &first = instance.span(a), &second = instance.span(b);
        const Value ready = instance.service(a) + durations[at(a) * stride + at(b)];
        const Value wait =
            first.close >= kForever ? 0 : std::max<Value>(0, second.open - first.close - ready);
        const Value late =
            second.close >= kForever ? 0 : std::max<Value>(0, first.open + ready - second.close);
        return far + waiting * static_cast<double>(wait) + lateness * static_cast<double>(late);
    };
    std::vector<std::pair<double, Node>> others;
    for (Node a = instance.depots(); a < instance.locations(); ++a) {
        if (cancel && a % kBetweenLooks == 0 && cancel->load(std::memory_order_relaxed)) return std::nullopt;
        others.clear();
        const int task = instance.task_of(a);
        for (Node b = instance.depots(); b < instance.locations(); ++b) {
            if (a == b) continue;
            if (instance.task_of(b) == task && instance.task(task).kind == Task::Kind::Group) continue;
            others.emplace_back(std::min(gap(a, b), gap(b, a)), b);
        }
        const auto kept = std::min(at(built.count_), others.size());
        std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept), others.end());
        Node* list = built.lists_.data() + built.row(a);
        for (std::size_t i = 0; i < at(built.count_); ++i) list[i] = i < kept ? others[i].second : a;
    }
    return built;
}

double Proximity::mean_distance(const Instance& instance, int rank) const {
    if (count_ == 0) return 0;
    const auto last = static_cast<std::size_t>(std::min(rank, count_) - 1);
    double sum = 0;
    for (Node a = first_; a < instance.locations(); ++a) {
        sum += static_cast<double>(instance.distance(0, a, of(a)[last]));
    }
    return sum / instance.clients();
}

}  // namespace neurols::routing::rich
