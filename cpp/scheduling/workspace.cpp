#include "scheduling/workspace.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neurols::scheduling {

namespace {

constexpr int kPlainOperators = 5;  // the second half of the menu is the same with a tabu memory
constexpr ListMoves kListMoves[kPlainOperators] = {list_ct, list_cet, list_ecet, list_cei, list_cei};
constexpr int kMostBlocks[kPlainOperators] = {1, 1, 1, 1, 3};  // in which one candidate moves something

std::size_t plain(int op) { return static_cast<std::size_t>(op % kPlainOperators); }

}  // namespace

JobShopWorkspace::JobShopWorkspace(std::shared_ptr<const Instance> instance, const JobShopSettings& settings,
                                   std::vector<Op> initial)
    : instance_(std::move(instance)),
      settings_(settings),
      construction_(*instance_, settings.construction, settings.dispatching),
      initial_(std::move(initial)),
      schedule_(*instance_),
      estimator_(*instance_),
      neighbourhoods_(kPlainOperators),
      elites_(*instance_),
      ranked_moves_(settings.ranked_steps > 0 ? std::llround(settings.ranked_steps * instance_->operations())
                                              : std::numeric_limits<std::int64_t>::max()),
      memory_(4 * static_cast<std::size_t>(instance_->operations())),
      penalties_(settings.guidance > 0 ? 4 * static_cast<std::size_t>(instance_->operations()) : 0) {
    for (auto& neighbourhood : neighbourhoods_) neighbourhood.moves.reserve(256);
    if (settings.ranking) ranking_.emplace(*instance_, settings.ranking);
    // Longer sequences per machine need longer memories (Taillard, 1994).
    tenure_ = settings.tenure + instance_->jobs() / std::max(1, instance_->machines());
}

const std::vector<std::string>& JobShopWorkspace::operator_names() {
    static const std::vector<std::string> names{"ct",      "cet",      "ecet",      "cei",      "cei3",
                                                "ct+tabu", "cet+tabu", "ecet+tabu", "cei+tabu", "cei3+tabu"};
    return names;
}

const std::vector<std::string>& JobShopWorkspace::perturbation_names() {
    static const std::vector<std::string> names{"swaps", "best+swaps", "restart", "best", "relink"};
    return names;
}

bool JobShopWorkspace::has_memory(int op) { return op >= kPlainOperators; }
ListMoves JobShopWorkspace::neighbourhood_of(int op) { return kListMoves[plain(op)]; }

const std::vector<std::string>& JobShopWorkspace::operators() const { return operator_names(); }
const std::vector<std::string>& JobShopWorkspace::perturbations() const { return perturbation_names(); }

void JobShopWorkspace::construct(Rng& rng) {
    if (initial_.empty()) {
        schedule_.assign(construction_.first(rng));
    } else {
        schedule_.assign_sequences(initial_);
    }
    tenure_rng_ = Rng(rng.next());
    memory_.clear();
    penalties_.clear();
    penalty_ = current_penalty_ = 0;
    penalty_weight_ = settings_.guidance * static_cast<double>(schedule_.makespan());
    moves_made_ = 0;
    pending_ = Pending::None;
    ++version_;
    keep_best();
    elites_.clear();
    start_phase();
}

JobShopWorkspace::Neighbourhood& JobShopWorkspace::neighbourhood(int op, Rng& rng) {
    Neighbourhood& found = neighbourhoods_[plain(op)];
    if (found.version != version_) {
        schedule_.evaluate_tails();
        if (path_version_ != version_) {
            path_.draw(schedule_, rng);
            path_version_ = version_;
        }
        list_moves(op, found.moves);
        found.version = version_;
    }
    return found;
}

// Where the first steps are ranked, the ranks alone tell where a move is worth making: far from a local
// optimum that is in many blocks.
int JobShopWorkspace::most_blocks(int op) const {
    const int most = kMostBlocks[plain(op)];
    return most > 1 && settings_.ranked_steps > 0 && ranks() ? std::numeric_limits<int>::max() : most;
}

const MoveList& JobShopWorkspace::moves(int op, Rng& rng) { return neighbourhood(op, rng).moves; }

// The neighbourhoods of the current solution, before it is left: what a rejection would lead back to.
void JobShopWorkspace::list_all(Rng& rng) {
    for (int op = 0; op < kForetold; ++op) {
        Neighbourhood& around = neighbourhood(op, rng);
        if (around.listed == version_) continue;
        around.listed = version_;
        around.outcomes.clear();
        for (const Move& move : around.moves) {
            around.outcomes.push_back(
                schedule_.fingerprint_after(move.from, move.to, move.second_from, move.second_to));
        }
    }
}

const Move* JobShopWorkspace::next_move(const Neighbourhood& around) const {
    const Move* next = nullptr;
    for (const Move& move : around.moves) {
        const bool is_pending = pending_ == Pending::Move && &move == pending_move_;
        if (!move.rejected && !is_pending && (!next || move.estimate < next->estimate)) next = &move;
    }
    return next;
}

double JobShopWorkspace::next_estimate(int op) const {
    const Neighbourhood& around = neighbourhoods_[plain(op)];
    if (around.version != version_) return std::numeric_limits<double>::quiet_NaN();
    const Move* next = next_move(around);
    return next ? static_cast<double>(next->estimate) : std::numeric_limits<double>::infinity();
}

std::uint64_t JobShopWorkspace::next_fingerprint(int op) const {
    const Neighbourhood& around = neighbourhoods_[plain(op)];
    const Move* next = around.listed == version_ && around.version == version_ ? next_move(around) : nullptr;
    return next ? around.outcomes[static_cast<std::size_t>(next - around.moves.data())] : 0;
}

bool JobShopWorkspace::propose(int op, Rng& rng) {
    if (observed_) list_all(rng);
    Neighbourhood& around = neighbourhood(op, rng);
    while (Move* move = choose(op, around, rng)) {
        if (carry_out(*move)) {
            if (const int most = most_blocks(op); most > 1)
                join_moves_of_other_blocks(op, around, *move, most, rng);
            schedule_.evaluate();
            pending_ = Pending::Move;
            pending_move_ = move;
            pending_op_ = op;
            return true;
        }
        turn_down(op, around, *move);  // would close a cycle after all
    }
    return false;
}

// The best move by estimate that was not rejected from here; with a memory, the best one that is
// not tabu or is estimated to beat the best solution, or any one if all are tabu. Equals at random.
// A learned ranking knows what is tabu and weighs it itself.
Move* JobShopWorkspace::choose(int op, Neighbourhood& around, Rng& rng) {
    const bool memory = has_memory(op) && !ranks();
    Move* best = nullptr;
    double best_rank = std::numeric_limits<double>::infinity();
    std::uint32_t ties = 0;
    for (Move& move : around.moves) {
        if (move.rejected) continue;
        const double rank = rank_of(move);
        if (rank > best_rank) continue;
        if (memory && move.estimate >= best_makespan_ && is_tabu(move)) continue;
        if (rank < best_rank) {
            best_rank = rank;
            best = &move;
            ties = 1;
        } else if (rng.below(++ties) == 0) {
            best = &move;
        }
    }
    return best || !memory ? best : any_open(around, rng);
}

Move* JobShopWorkspace::any_open(Neighbourhood& around, Rng& rng) {
    Move* any = nullptr;
    std::uint32_t open = 0;
    for (Move& move : around.moves) {
        if (!move.rejected && rng.below(++open) == 0) any = &move;
    }
    return any;
}

double JobShopWorkspace::rank_of(const Move& move) const {
    if (ranks()) return move.rank;
    auto rank = static_cast<double>(move.estimate);
    if (penalty_weight_ > 0) {
        rank += penalty_weight_ * penalty_change(move.from, move.to);
        if (move.is_double()) rank += penalty_weight_ * penalty_change(move.second_from, move.second_to);
    }
    return rank;
}

void JobShopWorkspace::see(const Observation& seen) {
    if (ranks()) ranking_->see(seen);
}

void JobShopWorkspace::list_moves(int op, MoveList& moves) {
    const auto blocks = path_.blocks();
    moves.clear();
    if (!ranks()) {
        estimator_.note_effects(nullptr);
        kListMoves[plain(op)](schedule_, blocks, estimator_, moves);
        return;
    }
    ranking_->effects().clear();
    estimator_.note_effects(&ranking_->effects());
    kListMoves[plain(op)](schedule_, blocks, estimator_, moves);
    const bool joins = kMostBlocks[plain(op)] > 1;
    ranking_->rank(schedule_, blocks, memory_of_moves(op), joins, moves);
}

MoveRanking::Memory JobShopWorkspace::memory_of_moves(int op) const {
    return {memory_, moves_made_, best_makespan_, has_memory(op)};
}

void JobShopWorkspace::turn_down(int op, Neighbourhood& around, Move& move) {
    move.rejected = true;
    if (ranks()) ranking_->finish(schedule_, memory_of_moves(op), around.moves);
}

bool JobShopWorkspace::is_tabu(const Move& move) const {
    return touches_tabu_pair(move.from, move.to) ||
           (move.is_double() && touches_tabu_pair(move.second_from, move.second_to));
}

bool JobShopWorkspace::touches_tabu_pair(std::int32_t from, std::int32_t to) const {
    const Op moved = schedule_.at_place(from);
    const std::int32_t step = from < to ? 1 : -1;
    for (std::int32_t p = from; p != to; p += step) {
        const PairMemory::Entry* entry = memory_.find(pair_of(moved, schedule_.at_place(p + step)));
        if (entry && entry->expires > moves_made_) return true;
    }
    return false;
}

bool JobShopWorkspace::carry_out(const Move& move) {
    const double change = penalty_weight_ > 0 ? penalty_change(move.from, move.to) : 0;
    if (!schedule_.relocate(move.from, move.to)) return false;
    penalty_ += change;
    if (move.is_double()) {
        if (penalty_weight_ > 0) penalty_ += penalty_change(move.second_from, move.second_to);
        if (!schedule_.relocate(move.second_from, move.second_to)) {
            schedule_.undo();
            penalty_ = current_penalty_;
            return false;
        }
    }
    return true;
}

void JobShopWorkspace::accept() {
    if (pending_ == Pending::Move) {
        remember_reversals();
    }
    if (pending_ != Pending::Replaced) schedule_.commit();
    if (pending_ == Pending::Move) {
        keep_phase_best();
    } else {
        start_phase();
    }
    current_penalty_ = penalty_;
    pending_ = Pending::None;
    ++version_;
    ++moves_made_;
}

void JobShopWorkspace::reject() {
    if (pending_ == Pending::Replaced) {
        schedule_.assign(backup_);
    } else {
        schedule_.undo();
        if (pending_ == Pending::Move)
            turn_down(pending_op_, neighbourhoods_[plain(pending_op_)], *pending_move_);
    }
    penalty_ = current_penalty_;
    pending_ = Pending::None;
}

// The relative order of the moved operation and everything it passed has just changed; changing it
// back is tabu for a while.
void JobShopWorkspace::remember_reversals() {
    for (const Schedule::Relocation& made : schedule_.relocations()) {
        const Op moved = schedule_.at_place(made.to);
        const std::int32_t step = made.from < made.to ? -1 : 1;
        const std::int64_t expires =
            moves_made_ + 1 + tenure_ + tenure_rng_.between(0, settings_.tenure_spread);
        for (std::int32_t p = made.to; p != made.from; p += step) {
            memory_.remember(pair_of(moved, schedule_.at_place(p + step)), moves_made_, expires);
        }
    }
}

void JobShopWorkspace::keep_best() {
    const auto order = schedule_.order();
    best_.assign(order.begin(), order.end());
    best_makespan_ = schedule_.makespan();
}

std::vector<Op> JobShopWorkspace::best_sequences() const {
    Schedule best(*instance_);
    best.assign(best_);
    return {best.sequences().begin(), best.sequences().end()};
}

double JobShopWorkspace::estimate(int op, Rng& rng) {
    const Neighbourhood& around = neighbourhood(op, rng);
    double best = std::numeric_limits<double>::infinity();
    for (const Move& move : around.moves) {
        if (move.rejected) continue;
        if (has_memory(op) && move.estimate >= best_makespan_ && is_tabu(move)) continue;
        best = std::min(best, rank_of(move));
    }
    return best - static_cast<double>(schedule_.makespan());
}

}  // namespace neurols::scheduling
