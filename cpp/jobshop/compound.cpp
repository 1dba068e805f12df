// Candidates that change several blocks at once. ECET does so at the two ends of a block; CEI3 takes
// the idea to several blocks: far from a local optimum, where most blocks hold a promising move, one
// evaluation then pays for several.
#include <algorithm>
#include <array>

#include "jobshop/workspace.h"

namespace neurols::jobshop {

// Is the move worth making besides the first one? It must be estimated to beat the present makespan by
// itself (still that of the current solution) and not be tabu; learned ranks are below zero then.
bool JobShopWorkspace::may_join(int op, const Move& move) const {
    if (ranks()) return move.rank < 0;
    if (move.estimate >= schedule_.makespan()) return false;
    return !has_memory(op) || move.estimate < best_makespan_ || !is_tabu(move);
}

// Having made `first`, also make the best moves of other blocks that are worth it. Which would close a
// cycle is left out.
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
    for (int made = 1; made < most; ++made) {
        const Move* best = nullptr;
        double best_rank = 0;
        std::uint32_t ties = 0;
        for (const Move& move : around.moves) {
            const double rank = rank_of(move);
            if (move.rejected || (best && rank > best_rank)) continue;
            if (std::find(used.begin(), used.end(), block_of(move)) != used.end()) continue;
            if (!may_join(op, move)) continue;
            if (!best || rank < best_rank) ties = 0;
            best_rank = rank;
            if (rng.below(++ties) == 0) best = &move;
        }
        if (!best) return;
        used[static_cast<std::size_t>(made)] = block_of(*best);
        carry_out(*best);
    }
}

}  // namespace neurols::jobshop
