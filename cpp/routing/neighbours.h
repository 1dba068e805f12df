// For every customer its nearest customers, nearest first: the granular neighbourhoods (Toth and
// Vigo, 2003) that keep operators and insertions from scanning the whole instance.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "routing/instance.h"
#include "routing/kd_tree.h"

namespace neurols::routing {

// Cheap to copy: copies share the lists.
class Neighbours {
public:
    Neighbours() = default;  // without neighbours

    // Asymmetric distances count both ways. Lists are shorter where there are fewer customers. Nothing
    // if `cancel` is set before all are built.
    static std::optional<Neighbours> unless(const Instance& instance, int count,
                                            const std::atomic<bool>* cancel);

    int count() const { return count_; }

    std::span<const Node> of(Node customer) const {
        return {lists_.get() + static_cast<std::size_t>(customer) * static_cast<std::size_t>(count_),
                static_cast<std::size_t>(count_)};
    }

    std::span<const Node> of(Node customer, int at_most) const {
        return of(customer).first(static_cast<std::size_t>(at_most < count_ ? at_most : count_));
    }

    // Mean distance to the neighbour of this rank (the nearest has 1), or the last one before it.
    double mean_distance(const Instance& instance, int rank) const;

private:
    int count_ = 0;
    std::shared_ptr<const Node[]> lists_;
};

// Positions in which straight lines rank as the metric does (up to its rounding).
std::vector<KdTree::Point> points_of(const Instance& instance);

}  // namespace neurols::routing
