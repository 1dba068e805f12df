// The random generator of a search: xoshiro256++ (Blackman and Vigna, 2021), seeded by splitmix64.
// It is passed in wherever chance is needed; there is no global generator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace neurols {

inline std::uint64_t splitmix64(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

class Rng {
public:
    // Streams of one seed are independent of each other, whatever thread they run on.
    explicit Rng(std::uint64_t seed, std::uint64_t stream = 0) {
        std::uint64_t mixed = seed;
        mixed = splitmix64(mixed) ^ (stream * 0xD1342543DE82EF95ULL + 0x632BE59BD9B4E019ULL);
        for (auto& word : state_) word = splitmix64(mixed);
    }

    std::uint64_t next() {
        const std::uint64_t result = rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotl(state_[3], 45);
        return result;
    }

    // Uniform in [0, bound) by multiplication (Lemire, 2019); the bias is below 2^-32 for our bounds.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

    // Uniform in [low, high], both included.
    int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::uint32_t>(high - low + 1)));
    }

    // Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    bool coin(double probability) { return uniform() < probability; }

    template <class Range>
    void shuffle(Range& range) {
        for (std::size_t i = range.size(); i > 1; --i) {
            std::swap(range[i - 1], range[below(static_cast<std::uint32_t>(i))]);
        }
    }

private:
    static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    std::uint64_t state_[4];
};

}  // namespace neurols
