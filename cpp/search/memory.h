// Memories of a search, each of a fixed size that the caller chooses; nothing grows while it runs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace neurols {

inline std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
    return (static_cast<std::uint64_t>(a) << 32) | b;
}

inline std::uint64_t mix64(std::uint64_t key) {
    key ^= key >> 32;
    key *= 0xD6E8FEB86659FD93ULL;
    key ^= key >> 32;
    key *= 0xD6E8FEB86659FD93ULL;
    return key ^ (key >> 32);
}

// Remembers, for pairs (arcs, edges), when they were last changed, how often, and until when they are tabu.
// A set-associative table: when a set is full, the entry that expires first makes room.
class PairMemory {
public:
    struct Entry {
        std::uint64_t key = kEmpty;
        std::int64_t changed = 0;
        std::int64_t expires = 0;
        std::int64_t changes = 0;
    };

    explicit PairMemory(std::size_t expected_pairs)
        : mask_(std::bit_ceil(std::max<std::size_t>(expected_pairs / kWays, 16)) - 1),
          entries_((mask_ + 1) * kWays) {}

    void clear() { std::fill(entries_.begin(), entries_.end(), Entry{}); }

    const Entry* find(std::uint64_t key) const {
        const Entry* set = &entries_[(mix64(key) & mask_) * kWays];
        for (int way = 0; way < kWays; ++way) {
            if (set[way].key == key) return &set[way];
        }
        return nullptr;
    }

    void remember(std::uint64_t key, std::int64_t now, std::int64_t expires) {
        Entry* set = &entries_[(mix64(key) & mask_) * kWays];
        Entry* room = set;
        for (int way = 0; way < kWays; ++way) {
            if (set[way].key == key) {
                room = &set[way];
                break;
            }
            if (set[way].expires < room->expires) room = &set[way];
        }
        *room = {key, now, expires, room->key == key ? room->changes + 1 : 1};
    }

private:
    static constexpr std::uint64_t kEmpty = ~0ULL;
    static constexpr int kWays = 4;
    std::size_t mask_;
    std::vector<Entry> entries_;
};

// Counts visits of solutions by their fingerprints; colliding entries replace each other.
class VisitMemory {
public:
    explicit VisitMemory(std::size_t size = 1 << 14) : mask_(std::bit_ceil(size) - 1), slots_(mask_ + 1) {}

    void clear() { std::fill(slots_.begin(), slots_.end(), Slot{}); }

    // Number of visits before this one.
    std::int32_t visit(std::uint64_t fingerprint) {
        Slot& slot = slots_[mix64(fingerprint) & mask_];
        if (slot.fingerprint != fingerprint) slot = {fingerprint, 0};
        return slot.count++;
    }

    // Number of visits so far.
    std::int32_t count(std::uint64_t fingerprint) const {
        const Slot& slot = slots_[mix64(fingerprint) & mask_];
        return slot.fingerprint == fingerprint ? slot.count : 0;
    }

private:
    struct Slot {
        std::uint64_t fingerprint = 0;
        std::int32_t count = 0;
    };
    std::size_t mask_;
    std::vector<Slot> slots_;
};

}  // namespace neurols
