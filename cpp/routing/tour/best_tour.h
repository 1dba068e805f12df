// The best tour so far: a copy of the array that is brought up to date by what changed since.
#pragma once

#include <vector>

#include "routing/tour/tour.h"

namespace neurols::routing {

class BestTour {
public:
    const std::vector<Node>& order() const { return order_; }
    Distance total() const { return total_; }

    // Nothing is known about what the copy and the tour have in common.
    void forget() { stale_length_ = kAll; }

    // The tour, whose step is not over, is the best one.
    void keep(const Tour& tour, Distance total) {
        note(tour);
        if (stale_length_ >= tour.size()) {
            order_ = tour.order();
        } else {
            for (const auto [begin, length] : stale_) {
                std::int32_t position = begin;
                for (std::int32_t i = 0; i < length; ++i, position = tour.behind(position))
                    order_[static_cast<std::size_t>(position)] = tour.at(position);
            }
        }
        stale_.clear();
        stale_length_ = 0;
        total_ = total;
    }

    // What the step has changed now differs from the copy, or may.
    void note(const Tour& tour) {
        for (const auto range : tour.changed()) {
            if (stale_length_ >= tour.size()) break;
            stale_.push_back(range);
            stale_length_ += range.length;
        }
    }

private:
    static constexpr std::int64_t kAll = std::int64_t{1} << 40;

    std::vector<Node> order_;
    Distance total_ = 0;
    std::vector<Tour::Range> stale_;
    std::int64_t stale_length_ = kAll;
};

}  // namespace neurols::routing
