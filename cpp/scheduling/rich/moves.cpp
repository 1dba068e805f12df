#include "scheduling/rich/moves.h"

#include <algorithm>

namespace neurols::scheduling::rich {

namespace {

// No operation of the stretch after `moved` may depend on it by a way round its machine, or it could not go
// behind them. Sufficient, as in Balas and Vazacopoulos: a way round takes until their start at least.
bool may_pass_forward(const Schedule& schedule, Op moved, Op target) {
    const Instance& instance = schedule.instance();
    for (const Link& link : instance.successors(moved)) {
        if (link.op == target) return false;
        if (schedule.rank(link.op) > schedule.rank(target)) continue;
        if (instance.has_negative_lags() || schedule.end(link.op) <= schedule.start(target)) return false;
    }
    return true;
}

bool may_pass_backward(const Schedule& schedule, Op moved, Op target) {
    const Instance& instance = schedule.instance();
    for (const Link& link : instance.predecessors(moved)) {
        if (link.op == target) return false;
        if (schedule.rank(link.op) < schedule.rank(target)) continue;
        if (instance.has_negative_lags() || schedule.end(target) <= schedule.start(link.op)) return false;
    }
    return true;
}

// Collects the moves of one block.
class BlockMoves {
public:
    BlockMoves(const Schedule& schedule, std::span<const Op> ops, StretchEstimator& estimator,
               MoveList& moves)
        : schedule_(schedule), ops_(ops), estimator_(estimator), moves_(moves) {}

    // The operation at place `from` of the path goes to place `to`, shifting those between.
    void shift(std::int32_t from, std::int32_t to) {
        const Op moved = op(from), target = op(to);
        if (from < to ? !may_pass_forward(schedule_, moved, target)
                      : !may_pass_backward(schedule_, moved, target))
            return;
        order_.clear();
        if (from > to) order_.push_back(moved);
        for (std::int32_t p = std::min(from, to); p <= std::max(from, to); ++p)
            if (p != from) order_.push_back(op(p));
        if (from < to) order_.push_back(moved);
        Move move = to_place(from, to);
        move.estimate =
            estimator_.estimate(schedule_, op(std::min(from, to)), op(std::max(from, to)), order_);
        moves_.push_back(move);
    }

    // Neighbours at `first` and `second`, places of the path, change places with those behind them.
    void swap_twice(std::int32_t first, std::int32_t second) {
        if (!may_pass_forward(schedule_, op(first), op(first + 1)) ||
            !may_pass_forward(schedule_, op(second), op(second + 1)))
            return;
        order_.clear();
        for (std::int32_t p = first; p <= second + 1; ++p) order_.push_back(op(p));
        std::swap(order_[0], order_[1]);
        std::swap(order_[order_.size() - 2], order_.back());
        Move move = to_place(first, first + 1);
        move.second = op(second);
        move.second_after = op(second + 1);
        move.estimate = estimator_.estimate(schedule_, op(first), op(second + 1), order_);
        moves_.push_back(move);
    }

private:
    Op op(std::int32_t place) const { return ops_[static_cast<std::size_t>(place)]; }
    Move to_place(std::int32_t from, std::int32_t to) const {
        Move move;
        move.op = op(from);
        move.machine = schedule_.machine(move.op);
        move.duration = schedule_.duration(move.op);
        move.after = from < to ? op(to) : schedule_.machine_predecessor(op(to));
        return move;
    }

    const Schedule& schedule_;
    std::span<const Op> ops_;
    StretchEstimator& estimator_;
    MoveList& moves_;
    std::vector<Op> order_;
};

// At the start of the first block and at the end of the last one a swap cannot shorten a makespan, as long as
// setups do not depend on it.
bool is_useless(const Schedule& schedule, bool at_the_rim) {
    const Instance& instance = schedule.instance();
    return at_the_rim && instance.objective().is_single() && !instance.has_setups() && instance.is_plain() &&
           !instance.objective().has_due_dates();
}

}  // namespace

StretchEstimator::StretchEstimator(const Instance& instance) : instance_(&instance) {
    head_.resize(static_cast<std::size_t>(instance.operations()));
}

double StretchEstimator::estimate(const Schedule& schedule, Op first, Op last, std::span<const Op> order) {
    const Tails& tails = schedule.tails();
    const std::int32_t m = schedule.machine(first);
    const std::size_t width = tails.width();
    row_.resize(width);
    through_.assign(width, Tails::kUnreachable);
    Op previous = schedule.machine_predecessor(first);
    Time end = schedule.end(previous);
    for (std::size_t k = 0; k < order.size(); ++k) {
        const Op op = order[k];
        const Time ready = std::max(schedule.ready(op), schedule.free_after(m, previous, end, op));
        const auto span =
            instance_->calendar(m).place(ready, schedule.duration(op), instance_->may_pause(op));
        head_[k] = span.end;
        end = span.end;
        previous = op;
    }
    const Op after = schedule.machine_successor(last);
    std::fill(row_.begin(), row_.end(), Tails::kUnreachable);
    if (after != instance_->none()) {
        std::copy_n(tails.row(after), width, row_.begin());
        tails.add(row_.data(), instance_->setup(m, order.back(), after));
    }
    for (std::size_t k = order.size(); k-- > 0;) {
        const Op op = order[k];
        // The row holds the paths by way of the machine; those by way of the precedences join them.
        if (instance_->is_terminal(op)) {
            const std::int32_t job = instance_->job(op);
            if (tails.is_single()) {
                row_[0] = std::max(row_[0], instance_->objective().offset(job));
            } else if (const std::int32_t sink = tails.sink_of_job(job); sink >= 0) {
                row_[static_cast<std::size_t>(sink)] = std::max(row_[static_cast<std::size_t>(sink)], 0);
            }
        }
        for (const Link& link : instance_->successors(op))
            tails.raise(row_.data(), tails.row(link.op), link.lag);
        tails.raise(through_.data(), row_.data(), head_[k]);
        tails.add(row_.data(), schedule.duration(op));
        if (k > 0) tails.add(row_.data(), instance_->setup(m, order[k - 1], op));
    }
    const double setups = setup_cost(schedule, first, last, order);
    if (tails.is_single()) return instance_->objective().single_weight() * through_[0] + setups;
    note_current(schedule, order);
    return cost_of_sinks(schedule) + setups;
}

double StretchEstimator::setup_cost(const Schedule& schedule, Op first, Op last,
                                    std::span<const Op> order) const {
    const double weight = instance_->objective().setup_weight();
    if (weight == 0) return 0;
    const std::int32_t m = schedule.machine(first);
    Op before = schedule.machine_predecessor(first);
    const Op after = schedule.machine_successor(last);
    std::int64_t sum = schedule.total_setup();
    for (Op op = first; op != after; op = schedule.machine_successor(op))
        sum -= instance_->setup(m, schedule.machine_predecessor(op), op);
    for (const Op op : order) {
        sum += instance_->setup(m, before, op);
        before = op;
    }
    if (after != instance_->none())
        sum += instance_->setup(m, before, after) - instance_->setup(m, last, after);
    return weight * static_cast<double>(sum);
}

// Longest paths through the stretch as it stands.
void StretchEstimator::note_current(const Schedule& schedule, std::span<const Op> order) {
    before_.assign(through_.size(), Tails::kUnreachable);
    for (const Op op : order)
        schedule.tails().raise(before_.data(), schedule.tails().row(op), schedule.start(op));
}

// A job whose longest path led elsewhere ends no sooner than now.
double StretchEstimator::cost_of_sinks(const Schedule& schedule) const {
    const Tails& tails = schedule.tails();
    const Objective& objective = instance_->objective();
    double sum = objective.constant();
    Time makespan = 0, lateness = Tails::kUnreachable;
    for (std::int32_t s = 0; s < tails.sinks(); ++s) {
        const std::int32_t job = tails.job_of_sink(s);
        const auto k = static_cast<std::size_t>(s);
        const Time now = schedule.job_end(job);
        const Time end = before_[k] < now ? std::max(now, through_[k]) : through_[k];
        sum += objective.term(job, end) + schedule.price() * std::max(0, end - objective.deadline(job));
        makespan = std::max(makespan, end);
        if (objective.due_date(job) < Objective::kNever)
            lateness = std::max(lateness, end - objective.due_date(job));
    }
    return objective.has_maximum() ? sum + objective.maximum_term(makespan, lateness) : sum;
}

void list_ct(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
             MoveList& moves) {
    BlockMoves list(schedule, paths.ops(), estimator, moves);
    for (const Block& block : paths.blocks())
        for (std::int32_t p = block.first; p < block.last; ++p) list.shift(p, p + 1);
}

void list_cet(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
              MoveList& moves) {
    BlockMoves list(schedule, paths.ops(), estimator, moves);
    for (const Block& block : paths.blocks()) {
        if (block.length() < 2) continue;
        const bool start = !is_useless(schedule, block.opens);
        const bool end = !is_useless(schedule, block.closes);
        if (start) list.shift(block.first, block.first + 1);
        if (end && (block.length() > 2 || !start)) list.shift(block.last - 1, block.last);
    }
}

void list_ecet(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
               MoveList& moves) {
    list_cet(schedule, paths, estimator, moves);
    BlockMoves list(schedule, paths.ops(), estimator, moves);
    for (const Block& block : paths.blocks()) {
        if (block.length() >= 4) list.swap_twice(block.first, block.last - 1);
    }
}

void list_cei(const Schedule& schedule, const CriticalPaths& paths, StretchEstimator& estimator,
              MoveList& moves) {
    BlockMoves list(schedule, paths.ops(), estimator, moves);
    for (const Block& block : paths.blocks()) {
        if (block.length() < 2) continue;
        const bool start = !is_useless(schedule, block.opens);
        const bool end = !is_useless(schedule, block.closes);
        for (std::int32_t p = block.first; p < block.last; ++p) {
            if (end && p > block.first) list.shift(p, block.last);
            if (start && p > block.first) list.shift(p, block.first);
        }
        if (start) list.shift(block.last, block.first);
        if (end && block.length() > 2) list.shift(block.first, block.last);
        for (std::int32_t p = block.first + 1; p < block.last; ++p) {
            if (start && p > block.first + 1) list.shift(block.first, p);
            if (end && p + 1 < block.last) list.shift(block.last, p);
        }
        if (!start && end && block.length() == 2) list.shift(block.first, block.last);
    }
}

}  // namespace neurols::scheduling::rich
