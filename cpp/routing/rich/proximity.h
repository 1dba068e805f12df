// For every client the clients that it may well stand beside, the likeliest first: near in space and,
// where there are windows, in time (Vidal et al., 2013).
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "routing/rich/instance.h"

namespace neurols::routing::rich {

class Proximity {
public:
    // Weight of waiting and of lateness, in distance a unit of time. Nothing where cancelled.
    static std::optional<Proximity> unless(const Instance& instance, int count, double waiting,
                                           double lateness, const std::atomic<bool>* cancel);

    std::span<const Node> of(Node client) const {
        return {lists_.data() + row(client), static_cast<std::size_t>(count_)};
    }
    std::span<const Node> of(Node client, int at_most) const {
        return of(client).first(static_cast<std::size_t>(at_most < count_ ? at_most : count_));
    }
    int count() const { return count_; }
    double mean_distance(const Instance& instance, int rank) const;

private:
    std::size_t row(Node client) const {
        return static_cast<std::size_t>(client - first_) * static_cast<std::size_t>(count_);
    }
    int count_ = 0;
    Node first_ = 0;
    std::vector<Node> lists_;
};

}  // namespace neurols::routing::rich
