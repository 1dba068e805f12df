#include "scheduling/operators/operators.h"

namespace neurols::scheduling {

void list_cei(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
              MoveList& moves) {
    for (const Block& block : blocks) {
        // No other operation at the end of the path's last block, or at the start of its first,
        // makes the path shorter (Nowicki and Smutnicki, 1996).
        const bool at_end = !block.ends_path;
        const bool at_start = !block.starts_path;
        if (block.length() == 2) {
            if (at_end || at_start) estimator.add(schedule, block.first, block.last, moves);
            continue;
        }
        // To the end of the block, and the last one inwards.
        for (std::int32_t p = block.first; at_end && p < block.last; ++p) {
            estimator.add(schedule, p, block.last, moves);
            if (p > block.first && p + 1 < block.last) estimator.add(schedule, block.last, p, moves);
        }
        // To the start of the block, and the first one inwards. Neighbour swaps at the ends are
        // listed above or below already, from the other side.
        for (std::int32_t p = block.first + 1; at_start && p <= block.last; ++p) {
            estimator.add(schedule, p, block.first, moves);
            if (p > block.first + 1 && p < block.last) estimator.add(schedule, block.first, p, moves);
        }
    }
}

}  // namespace neurols::scheduling
