// A memory that grows where a search goes round in circles (Battiti and Tecchiolli, 1994).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/memory.h"

namespace neurols {

// By what factor the memory of a tabu search is to be longer than usual: more with each return to a solution
// that was met lately, and less again while there are none.
class Reaction {
public:
    // `growth`: with each return, as a share; 0 is never.
    explicit Reaction(double growth) : growth_(growth), slots_(growth > 0 ? kSlots : 0) {}

    void clear() {
        pressure_ = kLeast;
        std::fill(slots_.begin(), slots_.end(), Slot{});
    }

    double factor() const { return std::max(1.0, pressure_); }

    void visit(std::uint64_t fingerprint, std::int64_t now) {
        if (slots_.empty()) return;
        Slot& slot = slots_[mix64(fingerprint) & (kSlots - 1)];  // colliding entries replace each other
        if (slot.fingerprint == fingerprint && now - slot.met < kLately) {
            pressure_ = std::min(kMost, pressure_ * (1 + growth_));
        } else {
            pressure_ = std::max(kLeast, pressure_ * kDecay);
        }
        slot = {fingerprint, now};
    }

private:
    struct Slot {
        std::uint64_t fingerprint = 0;
        std::int64_t met = -kLately;
    };

    static constexpr std::size_t kSlots = 1 << 14;
    static constexpr std::int64_t kLately = 5000;  // steps
    static constexpr double kDecay = 0.99930709;   // halves in a thousand steps
    static constexpr double kLeast = 0.25;         // below one: the few returns of any search are no circle
    static constexpr double kMost = 32;

    double growth_;
    double pressure_ = kLeast;
    std::vector<Slot> slots_;
};

}  // namespace neurols
