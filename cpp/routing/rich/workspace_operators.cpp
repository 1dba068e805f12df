// Operators of the workspace: sweeps over all clients, and steepest descent with a tabu memory.
#include <algorithm>

#include "routing/rich/workspace.h"

namespace neurols::routing::rich {

namespace {
constexpr int kResweeps = 4;  // orders tried before a sweep counts as exhausted
constexpr std::size_t kRejectedKept = 256;
constexpr int kPolishPasses = 5;
constexpr std::size_t kPolished = 1500;  // clients in each of them, at most
constexpr std::size_t kAll = 0;
std::size_t at(int index) { return static_cast<std::size_t>(index); }
}  // namespace

void RichWorkspace::name_operators() {
    operator_names_ = {"all"};
    for (const auto& one : neighbourhoods_) operator_names_.emplace_back(one->name());
    const auto& tasks = TaskOperators::names();
    operator_names_.insert(operator_names_.end(), tasks.begin(), tasks.end());
    for (std::size_t k = 0; k < neighbourhoods_.size(); ++k) {
        const std::string name = neighbourhoods_[k]->name();
        if (name == "cross-exchange" || name == "swap*") continue;
        steepest_.push_back(k);
        operator_names_.push_back(name + "+tabu");
    }
    tested_.assign(1 + neighbourhoods_.size() + tasks.size(),
                   std::vector<std::int64_t>(instance_->stride(), -1));
    for (Node c = instance_->depots(); c < instance_->locations(); ++c) order_.push_back(c);
}

std::vector<std::string> RichWorkspace::unsupported() const {
    std::vector<std::string> why(1);
    for (const auto& one : neighbourhoods_) why.push_back(one->unsupported(*instance_));
    for (std::size_t k = 0; k < TaskOperators::names().size(); ++k)
        why.push_back(TaskOperators::unsupported(static_cast<TaskOperators::Kind>(k), *instance_));
    for (const std::size_t k : steepest_) why.push_back(neighbourhoods_[k]->unsupported(*instance_));
    return why;
}

// A sweep visits the clients in random order, so a rejected candidate is followed by another one more
// often than not; where the same one comes out again, the order is drawn anew.
bool RichWorkspace::propose(int index, Rng& rng) {
    const std::size_t op = at(index);
    if (op >= tested_.size()) return propose_steepest(steepest_[op - tested_.size()], rng);
    const auto allowance = static_cast<Value>(settings_.allowance * unit_ * instance_->data().scale);
    for (int attempt = 0; attempt < kResweeps; ++attempt) {
        routes_.begin_step();
        if (!sweep(op, allowance, rng)) return false;
        if (rejected_sweeps_.empty()) break;
        const std::uint64_t found = routes_.fingerprint();
        if (std::ranges::find(rejected_sweeps_, found) == rejected_sweeps_.end()) break;
        routes_.undo();
        if (attempt + 1 == kResweeps) return false;
    }
    pending_ = Pending::Sweep;
    kept_ = false;
    return true;
}

bool RichWorkspace::sweep(std::size_t op, Value allowance, Rng& rng, std::size_t most) {
    rng.shuffle(order_);
    bool moved = false;
    for (const Node u : std::span(order_).first(std::min(most, order_.size()))) {
        std::int64_t& tested = tested_[op][at(u)];
        // A memory of tests is one of strict improvements.
        const std::int64_t known = allowance > 0 ? -1 : tested;
        const bool found =
            op == kAll ? improve_by_any(u, known, allowance, rng) : improve(op, u, known, allowance, rng);
        moved |= found;
        if (!found && allowance <= 0) tested = routes_.clock();
    }
    return moved;
}

bool RichWorkspace::improve(std::size_t op, Node u, std::int64_t tested, Value allowance, Rng& rng) {
    const std::size_t moves = neighbourhoods_.size();
    if (op > moves) {
        if (tested == routes_.clock()) return false;
        const auto kind = static_cast<TaskOperators::Kind>(op - moves - 1);
        return task_operators_.improve(kind, routes_, u, allowance, rng);
    }
    if (!routes_.present(u)) return false;
    evaluation_.start(allowance, tested);
    neighbourhoods_[op - 1]->search(evaluation_, u);
    if (!evaluation_.found()) return false;
    evaluation_.apply(evaluation_.best());
    return true;
}

// The best of all moves of pieces, or else the first of the other operators that improves.
bool RichWorkspace::improve_by_any(Node u, std::int64_t tested, Value allowance, Rng& rng) {
    if (tested == routes_.clock()) return false;
    if (routes_.present(u)) {
        evaluation_.start(allowance, tested);
        for (const auto& one : neighbourhoods_) one->search(evaluation_, u);
        if (evaluation_.found()) {
            evaluation_.apply(evaluation_.best());
            return true;
        }
    }
    for (std::size_t k = 0; k < TaskOperators::names().size(); ++k) {
        const auto kind = static_cast<TaskOperators::Kind>(k);
        if (kind == TaskOperators::Reinsert && !has_whole_tasks_ && routes_.present(u)) continue;
        if (!TaskOperators::unsupported(kind, *instance_).empty()) continue;
        if (task_operators_.improve(kind, routes_, u, allowance, rng)) return true;
    }
    return false;
}

// Sweeps of all operators until nothing improves; over a sample of the clients where there are many.
void RichWorkspace::polish(Rng& rng) {
    for (int pass = 0; pass < kPolishPasses && sweep(kAll, 0, rng, kPolished); ++pass) {
    }
}

// The best move of all clients that is not tabu, whether it improves or not.
bool RichWorkspace::propose_steepest(std::size_t op, Rng& rng) {
    if (rejected_op_ != op) rejected_moves_.clear();
    rejected_op_ = op;
    evaluation_.tabu = &tabu_;
    evaluation_.now = tabu_time_;
    evaluation_.to_best = best_.complete() ? best_.cost() - routes_.cost() : -kForever;
    evaluation_.rejected = rejected_moves_;
    evaluation_.start(kForever, -1);
    rng.shuffle(order_);
    for (const Node u : order_) {
        if (routes_.present(u)) neighbourhoods_[op]->search(evaluation_, u);
    }
    evaluation_.tabu = nullptr;
    evaluation_.rejected = {};
    if (!evaluation_.found()) return false;

    routes_.begin_step();
    pending_move_ = evaluation_.best();
    dropped_arcs_.clear();
    for (int m = 0; m < pending_move_.count; ++m) {
        const Route& route = routes_.route(pending_move_.routes[at(m)].route);
        for (std::size_t i = 1; i < route.stops.size(); ++i)
            dropped_arcs_.push_back(arc(route.stops[i - 1].node, route.stops[i].node));
    }
    evaluation_.apply(pending_move_);
    tenure_ = settings_.tenure + rng.between(0, std::max(0, settings_.tenure_spread));
    pending_ = Pending::Steepest;
    kept_ = false;
    return true;
}

std::uint64_t RichWorkspace::arc(Node a, Node b) {
    return pair_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
}

// Arcs that the step has dropped must not return for a while.
void RichWorkspace::remember_dropped_arcs() {
    ++tabu_time_;
    for (int m = 0; m < pending_move_.count; ++m) {
        const Route& route = routes_.route(pending_move_.routes[at(m)].route);
        if (route.clients == 0) continue;
        for (std::size_t i = 1; i < route.stops.size(); ++i)
            std::erase(dropped_arcs_, arc(route.stops[i - 1].node, route.stops[i].node));
    }
    for (const std::uint64_t dropped : dropped_arcs_)
        tabu_.remember(dropped, tabu_time_, tabu_time_ + tenure_);
}

// The outcome of a step that is rejected, so that it is not proposed again.
void RichWorkspace::note_rejected() {
    if (pending_ == Pending::Sweep && rejected_sweeps_.size() < kRejectedKept)
        rejected_sweeps_.push_back(routes_.fingerprint());
    if (pending_ == Pending::Steepest && rejected_moves_.size() < kRejectedKept)
        rejected_moves_.push_back(pending_move_);
}

}  // namespace neurols::routing::rich
