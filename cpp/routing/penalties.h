// Guided local search on edges (Voudouris and Tsang, 1999): how often each edge was penalised.
// A hash table of fixed size, linear in the number of customers; when it is full, no edge is added.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "routing/instance.h"
#include "search/memory.h"

namespace neurols::routing {

// Edges have no direction where distances have none.
inline std::uint64_t edge_key(bool symmetric, Node a, Node b) {
    if (symmetric && a > b) std::swap(a, b);
    return pair_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
}

class EdgePenalties {
public:
    explicit EdgePenalties(const Instance& instance)
        : symmetric_(instance.symmetric()),
          mask_(std::bit_ceil(static_cast<std::size_t>(instance.nodes()) * 16) - 1) {}

    // The table is only allocated when the first edge is penalised.
    bool any() const { return used_ > 0; }
    Distance weight() const { return weight_; }
    void set_weight(Distance weight) { weight_ = weight; }

    void clear() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        used_ = 0;
    }

    std::int32_t count(Node a, Node b) const {
        if (used_ == 0) return 0;
        const std::uint64_t key = edge_key(symmetric_, a, b);
        for (std::size_t at = mix64(key) & mask_;; at = (at + 1) & mask_) {
            if (slots_[at].key == key) return slots_[at].count;
            if (slots_[at].count == 0) return 0;
        }
    }

    // In units of distance.
    Distance of(Node a, Node b) const { return weight_ * count(a, b); }

    void raise(Node a, Node b) {
        if (slots_.empty()) slots_.resize(mask_ + 1);
        const std::uint64_t key = edge_key(symmetric_, a, b);
        std::size_t at = mix64(key) & mask_;
        while (slots_[at].count != 0 && slots_[at].key != key) at = (at + 1) & mask_;
        if (slots_[at].count == 0) {
            if (used_ > mask_ / 2) return;
            ++used_;
        }
        slots_[at].key = key;
        ++slots_[at].count;
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        std::int32_t count = 0;
    };
    bool symmetric_;
    std::size_t mask_;
    std::size_t used_ = 0;
    Distance weight_ = 0;
    std::vector<Slot> slots_;
};

}  // namespace neurols::routing
