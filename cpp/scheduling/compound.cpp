// Candidates that change several blocks at once. ECET does so at the two ends of a block; CEI3 takes
// the idea to several blocks: far from a local optimum, where most blocks hold a promising move, one
// evaluation then pays for several.
#include "scheduling/workspace.h"

namespace neurols::scheduling {

// Is the move worth making besides the first one? It must be estimated to beat the present makespan by
// itself (still that of the current solution) and not be tabu; learned ranks are below zero then.
bool JobShopWorkspace::may_join(int op, const Move& move) const {
    if (ranks()) return move.rank < 0;
    if (move.estimate >= schedule_.makespan()) return false;
    return !has_memory(op) || move.estimate < best_makespan_ || !is_tabu(move);
}

// Moves are listed block by block, so the block of the last one is the first to look at. As many as there
// are blocks where the path has been drawn anew since.
std::size_t JobShopWorkspace::block_of(const Move& move, std::size_t last) const {
    const auto blocks = path_.blocks();
    for (std::size_t tried = 0; tried < blocks.size(); ++tried, ++last) {
        if (last >= blocks.size()) last = 0;
        if (blocks[last].holds(move.from)) return last;
    }
    return blocks.size();
}

// Having made `first`, also make the best moves of other blocks that are worth it. Which would close a
// cycle is left out.
void JobShopWorkspace::join_moves_of_other_blocks(int op, const Neighbourhood& around, const Move& first,
                                                  int most, Rng& rng) {
    const std::size_t first_block = block_of(first, 0);
    joinable_.clear();
    std::size_t block = 0;
    for (const Move& move : around.moves) {
        if (move.rejected || !may_join(op, move)) continue;
        block = block_of(move, block);
        if (block != first_block) joinable_.push_back({&move, block, rank_of(move)});
    }
    for (int made = 1; made < most && !joinable_.empty(); ++made) {
        const Joinable* best = nullptr;
        std::uint32_t ties = 0;
        for (const Joinable& other : joinable_) {
            if (best && other.rank > best->rank) continue;
            if (!best || other.rank < best->rank) ties = 0;
            if (rng.below(++ties) == 0) best = &other;
        }
        const std::size_t used = best->block;
        carry_out(*best->move);
        std::erase_if(joinable_, [&](const Joinable& other) { return other.block == used; });
    }
}

}  // namespace neurols::scheduling
