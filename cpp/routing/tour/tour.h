// A tour as an array of places, with a journal that undoes a step exactly.
//
// A change cuts the tour into pieces and joins them otherwise. The longest piece stays where it is, so a
// change costs as much as all others are long.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "routing/instance.h"

namespace neurols::routing {

class Tour {
public:
    // Part of the tour in its order: `length` places from `begin` on, round the end of the array.
    struct Piece {
        std::int32_t begin, length;
        bool reversed;
    };
    struct Range {
        std::int32_t begin, length;
    };

    void assign(std::vector<Node> order);

    std::int32_t size() const { return static_cast<std::int32_t>(order_.size()); }
    const std::vector<Node>& order() const { return order_; }
    Node at(std::int32_t position) const { return order_[static_cast<std::size_t>(position)]; }
    std::int32_t position(Node place) const { return position_[static_cast<std::size_t>(place)]; }
    std::int32_t behind(std::int32_t position) const { return position + 1 == size() ? 0 : position + 1; }
    std::int32_t before(std::int32_t position) const { return position == 0 ? size() - 1 : position - 1; }
    Node next(Node place) const { return at(behind(position(place))); }
    Node previous(Node place) const { return at(before(position(place))); }

    // A step: what has changed since `begin_step` can be undone.
    void begin_step();
    void undo();
    std::span<const Range> changed() const { return changed_; }

    // The tour visits these pieces in this order; together they are a whole part of it that begins at
    // position `begin`.
    void rearrange(std::int32_t begin, std::span<const Piece> pieces);

private:
    void put(std::int32_t position, Node place) {
        order_[static_cast<std::size_t>(position)] = place;
        position_[static_cast<std::size_t>(place)] = position;
    }

    std::vector<Node> order_;
    std::vector<std::int32_t> position_;
    std::vector<Range> changed_;
    std::vector<Node> journal_;  // what stood in the changed ranges, one after the other
};

}  // namespace neurols::routing
