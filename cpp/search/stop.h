// When a search ends: any of the rules that are set.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include "search/decision.h"

namespace neurols {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

struct StopRules {
    std::int64_t iterations = std::numeric_limits<std::int64_t>::max();
    double wall_seconds = kNoLimit;
    double cpu_seconds = kNoLimit;                                       // of the searching thread
    Cost target = -kNoLimit;                                             // stop at this cost or below
    std::int64_t stagnation = std::numeric_limits<std::int64_t>::max();  // steps without a new best
};

enum class StopReason : std::uint8_t {
    None,
    Iterations,
    WallTime,
    CpuTime,
    Target,
    Optimal,  // the lower bound is met
    Stagnation,
    Controller,  // the controller had nothing left to try: a local optimum
    Interrupted,
    Companion,  // another search of the same instance has met the bound or the target
};

std::string to_string(StopReason reason);

double wall_clock();
double thread_cpu_clock();

// Time that a search has used. It may rest between two stretches, and go on with another thread.
class Stopwatch {
public:
    void start();
    void pause();
    void resume();

    double wall() const { return wall(wall_clock()); }
    double wall(double now) const { return resting_ ? wall_ : now - wall_; }
    double cpu() const { return resting_ ? cpu_ : thread_cpu_clock() - cpu_; }

private:
    bool resting_ = true;
    double wall_ = 0;  // used while resting, else when a search that never rested would have begun
    double cpu_ = 0;
};

// Shared with threads that watch a search, and among searches of one instance.
struct Progress {
    std::atomic<bool> cancel{false};
    std::atomic<bool> finished{false};  // one of several searches of an instance is enough
    std::atomic<double> best{std::numeric_limits<double>::infinity()};
    std::atomic<std::int64_t> iterations{0};

    void report(Cost cost) {
        double seen = best.load(std::memory_order_relaxed);
        while (cost < seen && !best.compare_exchange_weak(seen, cost, std::memory_order_relaxed)) {
        }
    }
};

}  // namespace neurols
