// Immutable routing data: the depot (node 0), the customers (1 to n), distances, demands and limits.
// Solutions, neighbour lists and file formats live elsewhere.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace neurols::routing {

using Node = std::int32_t;      // 0 is the depot
using Distance = std::int64_t;  // fixed point: distance times Instance::scale(), so that sums are exact
using Load = std::int64_t;

constexpr Node kDepot = 0;

enum class Metric : std::uint8_t {
    Euclidean,              // TSPLIB EUC_2D: rounded to the nearest integer
    Ceiling,                // CEIL_2D: rounded up
    Floor,                  // FLOOR_2D: rounded down
    Exact,                  // EXACT_2D: not rounded
    Geographic,             // GEO: degrees and minutes on the sphere, in kilometres
    GreatCircleMetres,      // GREAT_CIRCLE_M: decimal degrees on the sphere, not rounded
    GreatCircleKilometres,  // GREAT_CIRCLE_KM: likewise
    Explicit,               // a matrix, symmetric or not
};

Metric metric_from_name(const std::string& name);

// What a caller hands over; one entry per node in every vector, the depot first.
struct InstanceData {
    Metric metric = Metric::Euclidean;
    std::vector<double> x, y;    // empty for a matrix without coordinates
    std::vector<double> matrix;  // row by row, only for Metric::Explicit
    std::vector<Load> demands;
    Load capacity = 0;
    int vehicles = 0;                                               // 0: as many as needed
    double max_distance = std::numeric_limits<double>::infinity();  // of one route
};

// Distance accessors with a type of their own, so that hot loops are compiled for each of them.
struct Table32 {
    const std::int32_t* cells;
    std::size_t stride;
    Distance operator()(Node a, Node b) const {
        return cells[static_cast<std::size_t>(a) * stride + static_cast<std::size_t>(b)];
    }
};

struct Table64 {
    const std::int64_t* cells;
    std::size_t stride;
    Distance operator()(Node a, Node b) const {
        return cells[static_cast<std::size_t>(a) * stride + static_cast<std::size_t>(b)];
    }
};

// Straight lines, scaled and rounded to the nearest whole number.
struct RoundedEuclidean {
    const double* xy;
    double scale;
    Distance operator()(Node a, Node b) const {
        const double dx = xy[2 * a] - xy[2 * b];
        const double dy = xy[2 * a + 1] - xy[2 * b + 1];
        return static_cast<Distance>(std::sqrt(dx * dx + dy * dy) * scale + 0.5);
    }
};

class Instance;
class Neighbours;

struct AnyDistance {
    const Instance* instance;
    inline Distance operator()(Node a, Node b) const;
};

class Instance {
public:
    // Checks the data and throws std::invalid_argument with a sentence that names the item at fault.
    explicit Instance(InstanceData data);

    int customers() const { return nodes_ - 1; }
    int nodes() const { return nodes_; }
    Metric metric() const { return data_.metric; }
    bool symmetric() const { return symmetric_; }
    bool has_coordinates() const { return !data_.x.empty(); }
    double x(Node a) const { return data_.x[static_cast<std::size_t>(a)]; }
    double y(Node a) const { return data_.y[static_cast<std::size_t>(a)]; }

    Load demand(Node a) const { return data_.demands[static_cast<std::size_t>(a)]; }
    Load total_demand() const { return total_demand_; }
    Load capacity() const { return data_.capacity; }
    int vehicles() const { return data_.vehicles; }

    bool limits_distance() const { return limits_distance_; }
    Distance max_distance() const { return max_distance_; }

    double scale() const { return scale_; }
    double to_cost(Distance distance) const { return static_cast<double>(distance) / scale_; }

    Distance distance(Node a, Node b) const {
        if (table32_) return Table32{table32_, stride()}(a, b);
        if (table64_) return Table64{table64_, stride()}(a, b);
        return computed(a, b);
    }

    // Calls f with the accessor that fits this instance.
    template <class F>
    decltype(auto) with_distances(F&& f) const {
        if (table32_) return f(Table32{table32_, stride()});
        if (table64_) return f(Table64{table64_, stride()});
        if ((data_.metric == Metric::Euclidean || data_.metric == Metric::Exact) && !rounds_up_)
            return f(RoundedEuclidean{xy_.data(), scale_});
        return f(AnyDistance{this});
    }

    // Lists of so many neighbours, built when they are first asked for and kept as long as the instance:
    // all its searches use the same. Any thread may ask. Once `cancel` is set, lists that would have to
    // be built are short ones, enough for a first solution.
    Neighbours neighbours(int count, const std::atomic<bool>* cancel) const;

    // No solution costs less: every customer is entered once, and the depot at least once.
    Distance lower_bound() const { return lower_bound_; }

private:
    std::size_t stride() const { return static_cast<std::size_t>(nodes_); }
    void check() const;
    void check_limits() const;
    void choose_scale();
    void place_nodes();
    Distance scaled(double distance) const;
    void fill_table();
    void find_lower_bound();
    Distance computed(Node a, Node b) const;

    struct NeighbourLists;

    InstanceData data_;
    int nodes_ = 0;
    bool symmetric_ = true;
    bool limits_distance_ = false;
    Distance max_distance_ = std::numeric_limits<Distance>::max();
    Distance lower_bound_ = 0;
    Load total_demand_ = 0;
    double scale_ = 1;
    bool rounds_up_ = false;  // distances that are not whole numbers, else to the nearest
    double largest_ = 0;      // no distance is longer, before scaling
    std::vector<double> xy_;  // interleaved, for cache
    std::vector<std::int32_t> cells32_;
    std::vector<std::int64_t> cells64_;
    const std::int32_t* table32_ = nullptr;
    const std::int64_t* table64_ = nullptr;
    std::shared_ptr<NeighbourLists> neighbour_lists_;
};

inline Distance AnyDistance::operator()(Node a, Node b) const { return instance->distance(a, b); }

}  // namespace neurols::routing
