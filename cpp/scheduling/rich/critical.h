// Critical paths: chains of operations that wait for each other without slack, up to a job whose end costs.
#pragma once

#include <span>
#include <vector>

#include "scheduling/rich/schedule.h"
#include "search/rng.h"

namespace neurols::scheduling::rich {

// Operations first … last of the path, which follow each other on one machine.
struct Block {
    std::int32_t first;
    std::int32_t last;
    bool opens;   // the path begins with it
    bool closes;  // the path ends with it

    std::int32_t length() const { return last - first + 1; }
};

class CriticalPaths {
public:
    explicit CriticalPaths(const Instance& instance);

    // Draw so many paths, each to a sink drawn by what its end costs, and backwards at random where several
    // predecessors are tight. Paths that were drawn already are left out.
    void draw(const Schedule& schedule, int paths, Rng& rng);

    // Operations of all paths, path by path, each in the order of time.
    std::span<const Op> ops() const { return ops_; }
    std::span<const Block> blocks() const { return blocks_; }
    // The same operations, each once, in topological order.
    std::span<const Op> distinct() const { return distinct_; }

private:
    Op draw_end(const Schedule& schedule, Rng& rng);
    Op draw_job_end(const Schedule& schedule, std::int32_t job, Rng& rng) const;
    Op before(const Schedule& schedule, Op op, Rng& rng) const;
    void trace(const Schedule& schedule, Op last, Rng& rng);

    const Instance* instance_;
    std::vector<Op> ops_, distinct_;
    std::vector<Block> blocks_;
    std::vector<double> weight_;  // of every job, cumulated
    std::vector<std::uint8_t> is_listed_;
    std::vector<Op> ends_;
};

}  // namespace neurols::scheduling::rich
