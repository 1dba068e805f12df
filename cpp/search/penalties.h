// Penalties of guided local search on features that are pairs (machine arcs, route edges), in a
// table of fixed size: when a set is full, the smallest penalty is forgotten.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/memory.h"

namespace neurols {

class PenaltyTable {
public:
    explicit PenaltyTable(std::size_t expected_features)
        : mask_(std::bit_ceil(std::max<std::size_t>(expected_features / kWays, 16)) - 1),
          slots_((mask_ + 1) * kWays) {}

    void clear() { std::fill(slots_.begin(), slots_.end(), Slot{}); }

    std::int32_t count(std::uint64_t key) const {
        const Slot* set = &slots_[(mix64(key) & mask_) * kWays];
        for (int way = 0; way < kWays; ++way) {
            if (set[way].key == key) return set[way].count;
        }
        return 0;
    }

    void raise(std::uint64_t key) {
        Slot* set = &slots_[(mix64(key) & mask_) * kWays];
        Slot* room = set;
        for (int way = 0; way < kWays; ++way) {
            if (set[way].key == key) {
                ++set[way].count;
                return;
            }
            if (set[way].count < room->count) room = &set[way];
        }
        *room = {key, 1};
    }

private:
    static constexpr int kWays = 4;
    struct Slot {
        std::uint64_t key = ~0ULL;
        std::int32_t count = 0;
    };
    std::size_t mask_;
    std::vector<Slot> slots_;
};

}  // namespace neurols
