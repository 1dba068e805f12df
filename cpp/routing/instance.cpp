#include "routing/instance.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

#include "routing/metric.h"
#include "routing/neighbours.h"

namespace neurols::routing {

namespace {
constexpr int kLargestTable = 5000;       // nodes; larger instances compute distances when asked
constexpr int kLargestPlaneTable = 1500;  // beyond, a rounded root is sooner had than a cell out of cache
constexpr int kFewLists = 10;             // neighbours, when there is no time for more
constexpr double kLargestSum = 0x1.0p61;  // sums of distances stay below this
constexpr double kFinestScale = 0x1.0p40;
constexpr double kTolerance = 0x1.0p-30;  // of a route's limit; the checker grants 1e-9

bool is_great_circle(Metric metric) {
    return metric == Metric::GreatCircleMetres || metric == Metric::GreatCircleKilometres;
}

int largest_table(Metric metric) {
    return metric == Metric::Euclidean || metric == Metric::Exact ? kLargestPlaneTable : kLargestTable;
}

double unit_of(Metric metric) { return metric == Metric::GreatCircleMetres ? 1000 : 1; }  // of a kilometre

std::string customer(std::size_t node) { return "customer " + std::to_string(node); }

[[noreturn]] void fail(const std::string& sentence) { throw std::invalid_argument(sentence); }
}  // namespace

struct Instance::NeighbourLists {
    std::mutex mutex;
    std::map<int, std::optional<Neighbours>> of_length;
};

Neighbours Instance::neighbours(int count, const std::atomic<bool>* cancel) const {
    const std::lock_guard lock(neighbour_lists_->mutex);
    auto& wanted = neighbour_lists_->of_length[count];
    if (!wanted) wanted = Neighbours::unless(*this, count, cancel);
    if (wanted) return *wanted;
    auto& few = neighbour_lists_->of_length[std::min(count, kFewLists)];
    if (!few) few = Neighbours::unless(*this, std::min(count, kFewLists), nullptr);
    return *few;
}

Instance::Instance(InstanceData data)
    : data_(std::move(data)), neighbour_lists_(std::make_shared<NeighbourLists>()) {
    nodes_ = static_cast<int>(data_.demands.size());
    check();
    for (const Load demand : data_.demands) total_demand_ += demand;
    place_nodes();
    choose_scale();
    fill_table();
    if (std::isfinite(data_.max_distance)) {
        limits_distance_ = true;
        const double granted = data_.max_distance * (rounds_up_ ? 1 + kTolerance : 1);
        max_distance_ = static_cast<Distance>(std::min(std::floor(granted * scale_), kLargestSum));
    }
    check_limits();
    find_lower_bound();
}

void Instance::place_nodes() {
    const auto placed = [metric = data_.metric](double coordinate) {
        return metric == Metric::Geographic ? geographic_radians(coordinate) : coordinate;
    };
    xy_.resize(2 * data_.x.size());
    for (std::size_t a = 0; a < data_.x.size(); ++a) {
        xy_[2 * a] = placed(data_.x[a]);
        xy_[2 * a + 1] = placed(data_.y[a]);
    }
}

void Instance::check() const {
    const auto nodes = data_.demands.size();
    if (nodes < 2) fail("an instance needs a depot and at least one customer");
    if (nodes > static_cast<std::size_t>(std::numeric_limits<Node>::max() / 4)) fail("too many customers");
    if (data_.metric == Metric::Explicit) {
        if (data_.matrix.size() != nodes * nodes) {
            fail("the distance matrix has " + std::to_string(data_.matrix.size()) + " entries, expected " +
                 std::to_string(nodes) + " times " + std::to_string(nodes));
        }
    } else if (data_.x.size() != nodes) {
        fail("coordinates for " + std::to_string(data_.x.size()) + " nodes, but demands for " +
             std::to_string(nodes));
    }
    if (data_.x.size() != data_.y.size()) fail("as many x as y coordinates are needed");
    for (std::size_t a = 0; a < data_.x.size(); ++a) {
        if (!std::isfinite(data_.x[a]) || !std::isfinite(data_.y[a])) {
            fail("the coordinates of " + customer(a) + " are not finite");
        }
    }
    for (std::size_t cell = 0; cell < data_.matrix.size(); ++cell) {
        const double entry = data_.matrix[cell];
        if (!std::isfinite(entry) || entry < 0) {
            fail("the distance from node " + std::to_string(cell / nodes) + " to node " +
                 std::to_string(cell % nodes) + " must be finite and not negative");
        }
    }
    if (data_.capacity < 0) fail("the capacity is negative");
    if (data_.vehicles < 0) fail("the number of vehicles is negative");
    if (!(data_.max_distance >= 0)) fail("the longest route distance must not be negative");
    if (data_.demands[0] != 0) fail("the depot has a demand of " + std::to_string(data_.demands[0]));
    Load sum = 0;
    for (std::size_t a = 1; a < nodes; ++a) {
        const Load demand = data_.demands[a];
        if (demand < 0) fail("the demand of " + customer(a) + " is negative");
        if (demand > data_.capacity) {
            fail("the demand of " + customer(a) + ", " + std::to_string(demand) +
                 ", exceeds the capacity of " + std::to_string(data_.capacity));
        }
        if (demand > std::numeric_limits<Load>::max() - sum) fail("the sum of the demands is too large");
        sum += demand;
    }
}

void Instance::check_limits() const {
    if (data_.vehicles > 0 && data_.capacity > 0) {
        const Load least = total_demand_ / data_.capacity + (total_demand_ % data_.capacity != 0);
        if (least > data_.vehicles) {
            fail("the vehicle limit of " + std::to_string(data_.vehicles) +
                 " cannot be met: the demands need at least " + std::to_string(least) + " vehicles");
        }
    }
    if (!limits_distance_) return;
    for (Node a = 1; a < nodes_; ++a) {
        if (distance(kDepot, a) + distance(a, kDepot) > max_distance_) {
            fail(customer(static_cast<std::size_t>(a)) +
                 " cannot be reached within the longest route distance");
        }
    }
}

// Integral distances keep scale 1. Others get the finest power of two for which no sum overflows:
// with sums below 2^61 this leaves a relative error far below 1e-9. Where routes have a limit, distances
// are rounded up: a route that keeps to it here keeps to it in true lengths, but for the tolerance.
void Instance::choose_scale() {
    double& largest = largest_;
    bool integral = data_.metric != Metric::Exact && !is_great_circle(data_.metric);
    if (data_.metric == Metric::Explicit) {
        for (const double entry : data_.matrix) {
            largest = std::max(largest, entry);
            integral = integral && entry == std::floor(entry);
        }
        for (Node a = 0; a < nodes_ && symmetric_; ++a) {
            for (Node b = 0; b < a && symmetric_; ++b) {
                symmetric_ =
                    data_.matrix[static_cast<std::size_t>(a) * stride() + static_cast<std::size_t>(b)] ==
                    data_.matrix[static_cast<std::size_t>(b) * stride() + static_cast<std::size_t>(a)];
            }
        }
    } else if (data_.metric == Metric::Geographic) {
        largest = kLargestGeographic;
    } else if (is_great_circle(data_.metric)) {
        largest = kLargestGreatCircle * unit_of(data_.metric);
    } else {
        const auto [west, east] = std::minmax_element(data_.x.begin(), data_.x.end());
        const auto [south, north] = std::minmax_element(data_.y.begin(), data_.y.end());
        const double width = *east - *west, height = *north - *south;
        largest = std::sqrt(width * width + height * height) + 1;
    }
    const double sum = 4.0 * nodes_ * std::max(largest, 0x1.0p-20);
    if (sum > kLargestSum) fail("the distances are too large");
    if (integral) return;
    rounds_up_ = std::isfinite(data_.max_distance);
    scale_ = std::min(kFinestScale, std::exp2(std::floor(std::log2(kLargestSum / sum))));
}

void Instance::fill_table() {
    if (data_.metric != Metric::Explicit && nodes_ > largest_table(data_.metric)) return;
    const bool narrow = largest_ * scale_ + 1 < std::numeric_limits<std::int32_t>::max();
    const auto fill = [&](auto& cells) {
        cells.resize(stride() * stride());
        using Cell = std::remove_reference_t<decltype(cells[0])>;
        const bool given = data_.metric == Metric::Explicit;
        for (std::size_t a = 0; a < stride(); ++a) {
            for (std::size_t b = 0; b < (given ? stride() : a); ++b) {
                Cell& cell = cells[a * stride() + b];
                if (!given) {
                    cell = static_cast<Cell>(computed(static_cast<Node>(a), static_cast<Node>(b)));
                    cells[b * stride() + a] = cell;
                } else if (a != b) {
                    cell = static_cast<Cell>(scaled(data_.matrix[a * stride() + b]));
                }
            }
        }
    };
    if (narrow) {
        fill(cells32_);
        table32_ = cells32_.data();
    } else {
        fill(cells64_);
        table64_ = cells64_.data();
    }
    std::vector<double>().swap(data_.matrix);
}

void Instance::find_lower_bound() {
    if (nodes_ > largest_table(data_.metric))
        return;  // quadratic work for a bound that large instances never meet
    for (Node b = 0; b < nodes_; ++b) {
        Distance nearest = std::numeric_limits<Distance>::max();
        for (Node a = 0; a < nodes_; ++a) {
            if (a != b) nearest = std::min(nearest, distance(a, b));
        }
        lower_bound_ += nearest;
    }
}

Distance Instance::scaled(double distance) const {
    const double fixed = distance * scale_;
    return rounds_up_ ? static_cast<Distance>(std::ceil(fixed)) : std::llround(fixed);
}

Distance Instance::computed(Node a, Node b) const {
    const double ax = xy_[2 * static_cast<std::size_t>(a)], ay = xy_[2 * static_cast<std::size_t>(a) + 1];
    const double bx = xy_[2 * static_cast<std::size_t>(b)], by = xy_[2 * static_cast<std::size_t>(b) + 1];
    if (data_.metric == Metric::Geographic) return a == b ? 0 : geographic_distance(ax, ay, bx, by);
    if (is_great_circle(data_.metric))
        return scaled(great_circle_angle(ax, ay, bx, by) * kMeanEarthRadius * unit_of(data_.metric));
    const double dx = ax - bx, dy = ay - by;
    const double straight = std::sqrt(dx * dx + dy * dy);
    if (data_.metric == Metric::Ceiling) return static_cast<Distance>(std::ceil(straight));
    if (data_.metric == Metric::Floor) return static_cast<Distance>(straight);
    return rounds_up_ ? scaled(straight) : RoundedEuclidean{xy_.data(), scale_}(a, b);
}

}  // namespace neurols::routing
