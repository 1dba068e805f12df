// A k-d tree over points in space, for nearest neighbours without a distance table. Planar points
// have z = 0; geographic ones lie on the unit sphere. It knows straight lines only.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace neurols::routing {

class KdTree {
public:
    using Point = std::array<double, 3>;
    using Near = std::pair<double, std::int32_t>;  // squared distance, id

    // `ids` name the points to be indexed; `points` is indexed by id and must outlive the tree.
    KdTree(const std::vector<Point>& points, std::vector<std::int32_t> ids);

    // The `count` points nearest to `query` in increasing distance (ties by id), leaving out `except`.
    void nearest(const Point& query, std::int32_t except, std::size_t count, std::vector<Near>& found) const;

    // The same among the points of one quadrant of the plane around `query`, whose borders belong to the
    // quadrants on both sides.
    struct Quadrant {
        bool east, north;
    };
    void nearest(const Point& query, std::int32_t except, std::size_t count, Quadrant quadrant,
                 std::vector<Near>& found) const;

private:
    struct Cell {
        std::int32_t begin, end;  // into ids_
        std::int32_t right = -1;  // the left child follows its parent; -1 marks a leaf
        std::int32_t axis = 0;
        double split = 0;
    };

    void build(std::int32_t begin, std::int32_t end);
    template <class Region>
    void visit(std::size_t cell, const Point& query, std::int32_t except, std::size_t count,
               const Region& region, std::vector<Near>& found) const;

    const std::vector<Point>& points_;
    std::vector<std::int32_t> ids_;
    std::vector<Cell> cells_;
};

}  // namespace neurols::routing
