#include "scheduling/rich/workspace.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neurols::scheduling::rich {

namespace {

constexpr int kLists = 5;      // neighbourhoods; the operators with a memory come after those without
constexpr int kInsertion = 4;  // the last of them
constexpr int kRuin = 2 * kLists;
constexpr ListMoves kListMoves[kInsertion] = {list_ct, list_cet, list_ecet, list_cei};
constexpr int kVerified = 4;             // candidates whose cost is found out where estimates are rough
constexpr int kMostPaths = 3;            // critical paths that are drawn at once where several jobs count
constexpr std::size_t kMostListed = 64;  // operations whose insertions are listed in one step
constexpr int kSmallestRuin = 2, kLargestRuin = 10;
constexpr double kBlinks = 0.02, kManyBlinks = 0.3;
constexpr std::uint32_t kSeldom = 16;  // one ruin in so many has many blinks
constexpr int kSetupTries = 6;
constexpr double kRecentSteps = 20;  // what was changed so long ago counts 1/e
constexpr double kDearer = 1.02, kCheaper = 0.995, kMostDear = 1e4;

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

std::uint64_t machine_key(Op op, std::int32_t machine) {
    return pair_key(static_cast<std::uint32_t>(op), ~static_cast<std::uint32_t>(machine));
}

std::uint64_t order_key(Op first, Op second) {
    return pair_key(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second));
}

}  // namespace

RichWorkspace::RichWorkspace(std::shared_ptr<const Instance> instance, const WorkspaceSettings& settings,
                             std::vector<std::vector<Op>> initial)
    : instance_(std::move(instance)),
      settings_(settings),
      construction_(*instance_, settings.construction),
      initial_(std::move(initial)),
      schedule_(*instance_),
      paths_(*instance_),
      estimator_(*instance_),
      insertions_(*instance_),
      reinsertion_(*instance_),
      neighbourhoods_(kLists),
      elites_(*instance_),
      memory_(4 * at(instance_->operations())),
      tenure_(settings.tenure) {
    for (auto& each : neighbourhoods_) each.moves.reserve(256);
    base_price_ = schedule_.price();
}

const std::vector<std::string>& RichWorkspace::operator_names() {
    static const std::vector<std::string> names{"ct",       "cet",         "ecet",     "cei",
                                                "insert",   "ct+tabu",     "cet+tabu", "ecet+tabu",
                                                "cei+tabu", "insert+tabu", "ruin"};
    return names;
}

const std::vector<std::string>& RichWorkspace::perturbation_names() {
    static const std::vector<std::string> names{"swaps", "best+swaps", "restart", "best", "relink"};
    return names;
}

bool RichWorkspace::has_memory(int op) { return op >= kLists && op < kRuin; }
bool RichWorkspace::is_ruin(int op) { return op == kRuin; }
int RichWorkspace::neighbourhood_of(int op) { return op % kLists; }

ListMoves RichWorkspace::block_moves(int op) {
    const int list = neighbourhood_of(op);
    return list < kInsertion ? kListMoves[list] : nullptr;
}

double RichWorkspace::recency() const {
    double recent = 0;
    const auto look_up = [&](std::uint64_t key) {
        const PairMemory::Entry* entry = memory_.find(key);
        if (!entry) return;
        recent =
            std::max(recent, std::exp(-static_cast<double>(moves_made_ - entry->changed) / kRecentSteps));
    };
    for (const Schedule::Change& change : schedule_.changes()) {
        if (!change.put) continue;
        look_up(machine_key(change.op, change.machine));
        if (change.after == instance_->none()) continue;
        look_up(order_key(change.after, change.op));
        look_up(order_key(change.op, change.after));
    }
    return recent;
}

// A mean duration's worth of the cost.
Cost RichWorkspace::unit() const { return unit_; }

void RichWorkspace::construct(Rng& rng) {
    schedule_.set_price(base_price_);
    if (initial_.empty()) {
        construction_.first(schedule_, rng);
    } else {
        schedule_.assign_sequences(initial_);
    }
    tenure_rng_ = Rng(rng.next());
    memory_.clear();
    moves_made_ = 0;
    pending_ = Pending::None;
    ++version_;
    if (!schedule_.feasible()) find_feasible(rng);
    schedule_.commit();
    unit_ = instance_->mean_duration() * instance_->objective().slope();
    if (!instance_->objective().is_single() && schedule_.cost() > 0)
        unit_ = std::min(unit_, schedule_.cost() / std::max(1, instance_->jobs()));
    unit_ = std::max(unit_, 1e-9);
    keep_best();
    elites_.clear();
    start_phase();
}

void RichWorkspace::draw_paths(Rng& rng) {
    if (path_version_ == version_) return;
    const bool single = instance_->objective().is_single();
    paths_.draw(schedule_, single ? 1 : kMostPaths, rng);
    path_version_ = version_;
}

RichWorkspace::Neighbourhood& RichWorkspace::neighbourhood(int op, Rng& rng) {
    const int list = neighbourhood_of(op);
    Neighbourhood& found = neighbourhoods_[at(list)];
    if (found.version == version_) return found;
    schedule_.evaluate_tails();
    draw_paths(rng);
    found.moves.clear();
    if (list < kInsertion) {
        kListMoves[list](schedule_, paths_, estimator_, found.moves);
        for (Move& move : found.moves) move.rank = move.estimate;
    } else {
        choose_listed(rng);
        insertions_.list(schedule_, listed_, found.moves);
    }
    found.version = version_;
    return found;
}

// Operations on critical paths that a move can help, and where setups cost of themselves a few others.
void RichWorkspace::choose_listed(Rng& rng) {
    listed_.clear();
    const auto ops = paths_.ops();
    is_listed_.resize(at(instance_->operations()), 0);
    for (const Block& block : paths_.blocks()) {
        for (std::int32_t p = block.first; p <= block.last; ++p) {
            const Op op = ops[at(p)];
            if (is_listed_[at(op)] || (block.length() == 1 && !instance_->is_flexible(op))) continue;
            is_listed_[at(op)] = 1;
            listed_.push_back(op);
        }
    }
    if (instance_->objective().setup_weight() > 0) {
        const auto n = static_cast<std::uint32_t>(instance_->operations());
        for (int tried = 0; tried < kSetupTries; ++tried) {
            const auto op = static_cast<Op>(rng.below(n));
            if (is_listed_[at(op)]) continue;
            is_listed_[at(op)] = 1;
            listed_.push_back(op);
        }
    }
    for (const Op op : listed_) is_listed_[at(op)] = 0;
    if (listed_.size() > kMostListed) {
        rng.shuffle(listed_);
        listed_.resize(kMostListed);
    }
    std::sort(listed_.begin(), listed_.end(),
              [&](Op a, Op b) { return schedule_.rank(a) < schedule_.rank(b); });
}

const MoveList& RichWorkspace::moves(int op, Rng& rng) { return neighbourhood(op, rng).moves; }

// The neighbourhoods of the current solution, before it is left: what a rejection would lead back to.
void RichWorkspace::list_all(Rng& rng) {
    for (int op = 0; op < kLists; ++op) neighbourhood(op, rng);
}

double RichWorkspace::next_estimate(int op) const {
    const Neighbourhood& around = neighbourhoods_[at(neighbourhood_of(op))];
    if (is_ruin(op) || around.version != version_) return std::numeric_limits<double>::quiet_NaN();
    double best = std::numeric_limits<double>::infinity();
    for (const Move& move : around.moves) {
        const bool is_pending = pending_ == Pending::Move && &move == pending_move_;
        if (!move.rejected && !is_pending) best = std::min(best, move.rank);
    }
    return best;
}

bool RichWorkspace::propose(int op, Rng& rng) {
    if (observed_) list_all(rng);
    if (is_ruin(op)) return ruin_once(rng);
    Neighbourhood& around = neighbourhood(op, rng);
    const bool memory = has_memory(op);
    if (!insertions_.is_exact()) verify_best(around, memory);
    while (Move* move = choose(around, memory, rng)) {
        if (carry_out(*move)) {
            schedule_.evaluate();
            pending_ = Pending::Move;
            pending_move_ = move;
            pending_around_ = &around;
            return true;
        }
        move->rejected = true;  // would close a cycle after all
    }
    return false;
}

// Where estimates are rough, find out what the most promising candidates cost.
void RichWorkspace::verify_best(Neighbourhood& around, bool memory) {
    for (int verified = 0; verified < kVerified; ++verified) {
        Move* best = nullptr;
        for (Move& move : around.moves) {
            if (move.rejected || (best && move.rank >= best->rank)) continue;
            if (memory && move.rank >= best_cost_ && is_tabu(move)) continue;
            best = &move;
        }
        if (!best || best->exact) return;
        best->exact = true;
        if (carry_out(*best)) {
            schedule_.evaluate();
            best->rank = schedule_.cost();
            schedule_.undo();
        } else {
            best->rejected = true;
        }
    }
}

// The best move that was not rejected from here; with a memory, the best one that is not tabu or is estimated
// to beat the best solution, or any one if all are tabu. Equals at random.
Move* RichWorkspace::choose(Neighbourhood& around, bool memory, Rng& rng) {
    Move* best = nullptr;
    double best_rank = std::numeric_limits<double>::infinity();
    std::uint32_t ties = 0;
    for (Move& move : around.moves) {
        if (move.rejected || move.rank > best_rank) continue;
        if (memory && move.rank >= best_cost_ && is_tabu(move)) continue;
        if (move.rank < best_rank) {
            best_rank = move.rank;
            best = &move;
            ties = 1;
        } else if (rng.below(++ties) == 0) {
            best = &move;
        }
    }
    return best || !memory ? best : any_open(around, rng);
}

Move* RichWorkspace::any_open(Neighbourhood& around, Rng& rng) {
    Move* any = nullptr;
    std::uint32_t open = 0;
    for (Move& move : around.moves) {
        if (!move.rejected && rng.below(++open) == 0) any = &move;
    }
    return any;
}

bool RichWorkspace::is_tabu(const Move& move) const {
    if (move.machine != schedule_.machine(move.op)) {
        const PairMemory::Entry* entry = memory_.find(machine_key(move.op, move.machine));
        return entry && entry->expires > moves_made_;
    }
    return is_tabu_shift(move.op, move.after) ||
           (move.is_double() && is_tabu_shift(move.second, move.second_after));
}

// Would the operation pass another one on its machine that it was put before or behind lately?
bool RichWorkspace::is_tabu_shift(Op op, Op after) const {
    const Op none = instance_->none();
    const auto tabu = [&](Op first, Op second) {
        const PairMemory::Entry* entry = memory_.find(order_key(first, second));
        return entry && entry->expires > moves_made_;
    };
    const bool forward = after != none && schedule_.rank(after) > schedule_.rank(op);
    if (forward) {
        for (Op passed = schedule_.machine_successor(op);; passed = schedule_.machine_successor(passed)) {
            if (tabu(passed, op)) return true;
            if (passed == after) return false;
        }
    }
    for (Op passed = schedule_.machine_predecessor(op); passed != after;
         passed = schedule_.machine_predecessor(passed)) {
        if (tabu(op, passed)) return true;
    }
    return false;
}

bool RichWorkspace::carry_out(const Move& move) {
    if (!schedule_.move(move.op, move.machine, move.duration, move.after)) return false;
    if (!move.is_double()) return true;
    if (schedule_.move(move.second, schedule_.machine(move.second), schedule_.duration(move.second),
                       move.second_after))
        return true;
    schedule_.undo();
    return false;
}

bool RichWorkspace::ruin_once(Rng& rng) {
    draw_paths(rng);
    const auto ops = paths_.ops();
    const Op around = ops.empty() || rng.below(4) == 0
                          ? static_cast<Op>(rng.below(static_cast<std::uint32_t>(instance_->operations())))
                          : ops[rng.below(static_cast<std::uint32_t>(ops.size()))];
    const int count = rng.between(kSmallestRuin, kLargestRuin);
    const double blinks = rng.below(kSeldom) == 0 ? kManyBlinks : kBlinks;
    const bool made = reinsertion_.ruin(schedule_, around, count, blinks, rng, ceiling_);
    pending_ = made ? Pending::Ruin : Pending::GivenUp;
    return true;
}

void RichWorkspace::accept() {
    if (pending_ == Pending::GivenUp) {
        pending_ = Pending::None;
        return;
    }
    if (pending_ == Pending::Move) {
        const auto changes = schedule_.changes();
        for (std::size_t k = 0; k + 1 < changes.size(); k += 2) remember(changes[k], changes[k + 1]);
    }
    if (pending_ != Pending::Replaced) schedule_.commit();
    if (pending_ == Pending::Move || pending_ == Pending::Ruin) {
        keep_phase_best();
    } else {
        start_phase();
    }
    pending_ = Pending::None;
    ++version_;
    ++moves_made_;
    adapt_price();
}

void RichWorkspace::reject() {
    if (pending_ == Pending::Replaced) {
        schedule_.assign(backup_);
        schedule_.evaluate_tails();
    } else if (pending_ != Pending::GivenUp) {
        schedule_.undo();
        if (pending_ == Pending::Move) pending_move_->rejected = true;
    }
    pending_ = Pending::None;
}

// An operation that has left its machine is not to return to it for a while; on the same machine, its order
// with those that it has passed is not to be turned round.
void RichWorkspace::remember(const Schedule::Change& taken, const Schedule::Change& put) {
    const Op op = taken.op;
    const std::int64_t expires = moves_made_ + 1 + tenure_ + tenure_rng_.between(0, settings_.tenure_spread);
    if (taken.machine != put.machine) {
        memory_.remember(machine_key(op, taken.machine), moves_made_, expires);
        return;
    }
    // Forward or backward shows in where its former predecessor stands now.
    const Op none = instance_->none();
    const bool forward = put.after != none && (taken.after == none || comes_after(put.after, taken.after));
    if (forward) {
        for (Op passed = put.after; passed != none && passed != taken.after;
             passed = schedule_.machine_predecessor(passed))
            memory_.remember(order_key(op, passed), moves_made_, expires);
    } else {
        for (Op passed = schedule_.machine_successor(op); passed != none;
             passed = schedule_.machine_successor(passed)) {
            memory_.remember(order_key(passed, op), moves_made_, expires);
            if (passed == taken.after) break;
        }
    }
}

bool RichWorkspace::comes_after(Op later, Op sooner) const {
    return schedule_.rank(later) > schedule_.rank(sooner);
}

// Where constraints are violated, the price rises until they are not.
void RichWorkspace::adapt_price() {
    if (!instance_->pushes_back() && !instance_->objective().has_deadlines()) return;
    const double price = schedule_.price() * (schedule_.feasible() ? kCheaper : kDearer);
    schedule_.set_price(std::clamp(price, base_price_, kMostDear * base_price_));
}

void RichWorkspace::keep_best() {
    schedule_.copy_to(best_);
    best_cost_ = schedule_.cost();
}

double RichWorkspace::estimate(int op, Rng& rng) {
    if (is_ruin(op)) return std::numeric_limits<double>::quiet_NaN();
    const Neighbourhood& around = neighbourhood(op, rng);
    double best = std::numeric_limits<double>::infinity();
    for (const Move& move : around.moves) {
        if (move.rejected) continue;
        if (has_memory(op) && move.rank >= best_cost_ && is_tabu(move)) continue;
        best = std::min(best, move.rank);
    }
    return best - schedule_.cost();
}

}  // namespace neurols::scheduling::rich
