#include "jobshop/operators/operators.h"

namespace neurols::jobshop {

void list_ecet(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
               MoveList& moves) {
    list_cet(schedule, blocks, estimator, moves);
    for (const Block& block : blocks) {
        if (block.starts_path || block.ends_path || block.length() < 4) continue;
        if (!MoveEstimator::is_safe(schedule, block.first, block.first + 1) ||
            !MoveEstimator::is_safe(schedule, block.last - 1, block.last)) {
            continue;
        }
        Move both{.from = block.first,
                  .to = block.first + 1,
                  .second_from = block.last - 1,
                  .second_to = block.last};
        both.estimate = estimator.estimate_double_swap(schedule, block.first, block.last);
        moves.push_back(both);
    }
}

}  // namespace neurols::jobshop
