#include "scheduling/operators/operators.h"

namespace neurols::scheduling {

void list_cet(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
              MoveList& moves) {
    for (const Block& block : blocks) {
        if (!block.starts_path) estimator.add(schedule, block.first, block.first + 1, moves);
        // In a block of two the swap at the end is the swap at the start.
        const bool same = block.length() == 2 && !block.starts_path;
        if (!block.ends_path && !same) estimator.add(schedule, block.last - 1, block.last, moves);
    }
}

}  // namespace neurols::scheduling
