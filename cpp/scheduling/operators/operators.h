// The operators of the job shop: each lists the moves of its neighbourhood on a critical path.
#pragma once

#include <span>

#include "scheduling/critical.h"
#include "scheduling/moves.h"

namespace neurols::scheduling {

// A neighbourhood: append its safe moves, with estimates, to `moves`.
using ListMoves = void (*)(const Schedule&, std::span<const Block>, MoveEstimator&, MoveList&);

// CT (van Laarhoven, Aarts and Lenstra, 1992): swap any two neighbours in a block.
void list_ct(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
             MoveList& moves);

// CET (Nowicki and Smutnicki, 1996): swap the first two or the last two of a block; in the first
// block of the path only the last two, in the last block only the first two.
void list_cet(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
              MoveList& moves);

// ECET (Kuhpfahl and Bierwirth, 2016): swap at the start of a block, at its end, or at both at once.
void list_ecet(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
               MoveList& moves);

// CEI (Balas and Vazacopoulos, 1998; Dell'Amico and Trubian, 1993; Zhang et al., 2007): move an
// operation to the start or the end of its block, or the first or the last one inwards; in the first
// block of the path only the end counts, in the last block only the start.
// CEI3 lists the same moves, and one candidate makes the best ones of up to three blocks at once.
void list_cei(const Schedule& schedule, std::span<const Block> blocks, MoveEstimator& estimator,
              MoveList& moves);

}  // namespace neurols::scheduling
