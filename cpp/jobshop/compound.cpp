// Candidates that change several blocks at once. ECET does so at the two ends of a block; CEI3 takes
// the idea to several blocks: far from a local optimum, where most blocks hold a promising move, one
// evaluation then pays for several.
#include <algorithm>
#include <array>

#include "jobshop/workspace.h"

namespace neurols::jobshop {

// Having made `first`, also make the best move of other blocks, as long as it is estimated to beat
// the present makespan by itself and is not tabu. Which would close a cycle is left out.
void JobShopWorkspace::join_moves_of_other_blocks(int op, const Neighbourhood& around, const Move& first,
                                                  int most, Rng& rng) {
    const auto block_of = [&](const Move& move) {
        const std::int32_t low = std::min(move.from, move.to);
        const auto blocks = path_.blocks();
        return std::find_if(blocks.begin(), blocks.end(),
                            [&](const Block& block) { return block.first <= low && low <= block.last; }) -
               blocks.begin();
    };
    std::array<std::ptrdiff_t, 4> used{block_of(first), -1, -1, -1};
    const Time makespan = schedule_.makespan();  // still that of the current solution
    for (int made = 1; made < most; ++made) {
        const Move* best = nullptr;
        std::uint32_t ties = 0;
        for (const Move& move : around.moves) {
            if (move.rejected || move.estimate >= makespan || (best && move.estimate > best->estimate))
                continue;
            if (std::find(used.begin(), used.end(), block_of(move)) != used.end()) continue;
            if (has_memory(op) && move.estimate >= best_makespan_ && is_tabu(move)) continue;
            if (!best || move.estimate < best->estimate) ties = 0;
            if (rng.below(++ties) == 0) best = &move;
        }
        if (!best) return;
        used[static_cast<std::size_t>(made)] = block_of(*best);
        carry_out(*best);
    }
}

}  // namespace neurols::jobshop
