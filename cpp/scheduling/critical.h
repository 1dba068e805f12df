// A critical path of a schedule, cut into machine blocks.
#pragma once

#include <span>
#include <vector>

#include "scheduling/schedule.h"
#include "search/rng.h"

namespace neurols::scheduling {

// A maximal run of critical operations that follow each other directly on one machine, as places
// first … last of the machine sequences.
struct Block {
    std::int32_t first;
    std::int32_t last;
    bool starts_path;  // contains the first operation of the path
    bool ends_path;    // contains the last one

    std::int32_t length() const { return last - first + 1; }
    bool holds(std::int32_t place) const { return first <= place && place <= last; }
};

class CriticalPath {
public:
    // Draw one critical path; where several operations could precede, each is as likely.
    void draw(const Schedule& schedule, Rng& rng);

    std::span<const Op> operations() const { return path_; }
    // Blocks of two operations or more.
    std::span<const Block> blocks() const { return blocks_; }

private:
    void cut(const Schedule& schedule);

    std::vector<Op> path_;  // from the last operation back to the first
    std::vector<Block> blocks_;
};

}  // namespace neurols::scheduling
