#include "routing/kd_tree.h"

#include <algorithm>

namespace neurols::routing {

namespace {

constexpr std::int32_t kLeafSize = 8;

struct Everywhere {
    bool holds(const KdTree::Point&) const { return true; }
    bool reaches(std::int32_t, double, bool) const { return true; }
};

struct Within {
    const KdTree::Point& corner;
    KdTree::Quadrant quadrant;

    bool above(std::size_t axis) const { return axis == 0 ? quadrant.east : quadrant.north; }

    bool holds(const KdTree::Point& point) const {
        for (std::size_t axis = 0; axis < 2; ++axis) {
            if (above(axis) ? point[axis] < corner[axis] : point[axis] > corner[axis]) return false;
        }
        return true;
    }

    // Beyond the split, on the upper or the lower side?
    bool reaches(std::int32_t split_axis, double split, bool upper) const {
        const auto axis = static_cast<std::size_t>(split_axis);
        if (axis > 1 || upper == above(axis)) return true;
        return upper ? split <= corner[axis] : split >= corner[axis];
    }
};

}  // namespace

KdTree::KdTree(const std::vector<Point>& points, std::vector<std::int32_t> ids)
    : points_(points), ids_(std::move(ids)) {
    cells_.reserve(ids_.size());
    build(0, static_cast<std::int32_t>(ids_.size()));
}

void KdTree::build(std::int32_t begin, std::int32_t end) {
    const std::size_t cell = cells_.size();
    cells_.push_back({begin, end});
    if (end - begin <= kLeafSize) return;

    Point low = points_[static_cast<std::size_t>(ids_[static_cast<std::size_t>(begin)])], high = low;
    for (auto i = begin; i < end; ++i) {
        const Point& point = points_[static_cast<std::size_t>(ids_[static_cast<std::size_t>(i)])];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], point[axis]);
            high[axis] = std::max(high[axis], point[axis]);
        }
    }
    std::size_t widest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        if (high[axis] - low[axis] > high[widest] - low[widest]) widest = axis;
    }
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(ids_.begin() + begin, ids_.begin() + middle, ids_.begin() + end,
                     [&](std::int32_t a, std::int32_t b) {
                         const double at_a = points_[static_cast<std::size_t>(a)][widest];
                         const double at_b = points_[static_cast<std::size_t>(b)][widest];
                         return at_a < at_b || (at_a == at_b && a < b);
                     });
    cells_[cell].axis = static_cast<std::int32_t>(widest);
    cells_[cell].split = points_[static_cast<std::size_t>(ids_[static_cast<std::size_t>(middle)])][widest];
    build(begin, middle);
    cells_[cell].right = static_cast<std::int32_t>(cells_.size());
    build(middle, end);
}

void KdTree::nearest(const Point& query, std::int32_t except, std::size_t count,
                     std::vector<Near>& found) const {
    found.clear();
    if (count > 0) visit(0, query, except, count, Everywhere{}, found);
    std::sort_heap(found.begin(), found.end());
}

void KdTree::nearest(const Point& query, std::int32_t except, std::size_t count, Quadrant quadrant,
                     std::vector<Near>& found) const {
    found.clear();
    if (count > 0) visit(0, query, except, count, Within{query, quadrant}, found);
    std::sort_heap(found.begin(), found.end());
}

// `found` is a heap with the farthest on top.
template <class Region>
void KdTree::visit(std::size_t cell, const Point& query, std::int32_t except, std::size_t count,
                   const Region& region, std::vector<Near>& found) const {
    const Cell& here = cells_[cell];
    if (here.right < 0) {
        for (auto i = here.begin; i < here.end; ++i) {
            const std::int32_t id = ids_[static_cast<std::size_t>(i)];
            if (id == except) continue;
            const Point& point = points_[static_cast<std::size_t>(id)];
            if (!region.holds(point)) continue;
            const double dx = point[0] - query[0], dy = point[1] - query[1], dz = point[2] - query[2];
            const Near near{dx * dx + dy * dy + dz * dz, id};
            if (found.size() < count) {
                found.push_back(near);
                std::push_heap(found.begin(), found.end());
            } else if (near < found.front()) {
                std::pop_heap(found.begin(), found.end());
                found.back() = near;
                std::push_heap(found.begin(), found.end());
            }
        }
        return;
    }
    const double beyond = query[static_cast<std::size_t>(here.axis)] - here.split;
    const auto left = cell + 1, right = static_cast<std::size_t>(here.right);
    const bool upper = beyond >= 0;
    if (region.reaches(here.axis, here.split, upper)) {
        visit(upper ? right : left, query, except, count, region, found);
    }
    if ((found.size() < count || beyond * beyond <= found.front().first) &&
        region.reaches(here.axis, here.split, !upper)) {
        visit(upper ? left : right, query, except, count, region, found);
    }
}

}  // namespace neurols::routing
