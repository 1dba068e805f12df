#include "scheduling/operators/operators.h"

namespace neurols::scheduling {

void list_ecet(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
               MoveList& moves) {
    list_cet(schedule, blocks, estimator, moves);
    for (const Block& block : blocks) {
        if (block.starts_path || block.ends_path || block.length() < 4) continue;
        estimator.add_double_swap(schedule, block.first, block.last, moves);
    }
}

}  // namespace neurols::scheduling
