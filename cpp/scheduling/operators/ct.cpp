#include "scheduling/operators/operators.h"

namespace neurols::scheduling {

void list_ct(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
             MoveList& moves) {
    for (const Block& block : blocks) {
        for (std::int32_t p = block.first; p < block.last; ++p) estimator.add(schedule, p, p + 1, moves);
    }
}

}  // namespace neurols::scheduling
