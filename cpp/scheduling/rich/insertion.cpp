#include "scheduling/rich/insertion.h"

#include <algorithm>
#include <limits>

namespace neurols::scheduling::rich {

namespace {
std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
constexpr double kTie = 1e-7;  // among equals the shorter path through the operation
}  // namespace

InsertionEvaluator::InsertionEvaluator(const Instance& instance)
    : instance_(&instance),
      exact_(instance.is_plain()),
      own_end_(at(instance.operations()) + 1, 0),
      start_(instance.is_plain() ? 1 : at(instance.operations()) + 1, 0),
      own_tails_(instance),
      job_row_(own_tails_.width()),
      row_(own_tails_.width()),
      job_end_(at(instance.jobs())),
      sink_end_(own_tails_.width()) {}

Time InsertionEvaluator::start(const Schedule& schedule, Op op) const {
    return exact_ ? end_[op] - schedule.duration(op) : start_[at(op)];
}

void InsertionEvaluator::list(Schedule& schedule, std::span<const Op> ops, MoveList& moves) {
    const Op n = instance_->operations();
    std::copy_n(schedule.ends(), at(n), own_end_.begin());
    if (!exact_)
        for (Op op = 0; op < n; ++op) start_[at(op)] = schedule.start(op);
    std::copy_n(schedule.tails().row(0), at(n) * own_tails_.width(), own_tails_.row(0));
    // Operations come in topological order: tails behind the next one are still those of the schedule, and
    // ends before it are mended below.
    std::int32_t mended = n;
    for (const Op op : ops) {
        const std::int32_t rank = schedule.rank(op);
        for (std::int32_t r = mended; r <= rank; ++r) {
            const Op each = schedule.order()[at(r)];
            own_end_[at(each)] = schedule.end(each);
            if (!exact_) start_[at(each)] = schedule.start(each);
        }
        mended = rank;
        list_one(schedule, op, moves);
    }
}

void InsertionEvaluator::list_one(Schedule& schedule, Op op, MoveList& moves) {
    blinks_ = 0;
    const std::int32_t machine = schedule.machine(op);
    const Time duration = schedule.duration(op);
    const Op after = schedule.machine_predecessor(op);
    schedule.unlink(op);
    run_forward(schedule, op, schedule.rank(op));
    run_backward(schedule, op, schedule.rank(op));
    judge_by_own(op);
    note_ends(schedule);
    for (const Mode& mode : instance_->modes(op)) {
        const bool own = mode.machine == machine;
        if (own_tails_.is_single()) {
            list_machine<true>(schedule, op, mode, own, after, moves);
        } else {
            list_machine<false>(schedule, op, mode, own, after, moves);
        }
    }
    schedule.link(op, machine, duration, after);
}

void InsertionEvaluator::list_unplaced(const Schedule& schedule, Op op, double blinks, Rng& rng,
                                       MoveList& moves) {
    blinks_ = blinks;
    rng_ = &rng;
    if (exact_) {
        end_ = schedule.ends();
        tails_ = &schedule.tails();
        ready_ = schedule.ready(op);
        std::copy_n(tails_->row(op), tails_->width(), job_row_.begin());
        tails_->add(job_row_.data(), -schedule.duration(op));
    } else {
        run_forward(schedule, op, 0);
        run_backward(schedule, op, instance_->operations() - 1);
        judge_by_own(op);
    }
    note_ends(schedule);
    for (const Mode& mode : instance_->modes(op)) {
        if (own_tails_.is_single()) {
            list_machine<true>(schedule, op, mode, false, op, moves);
        } else {
            list_machine<false>(schedule, op, mode, false, op, moves);
        }
    }
}

void InsertionEvaluator::judge_by_own(Op op) {
    end_ = own_end_.data();
    tails_ = &own_tails_;
    ready_ = end_[op];
}

void InsertionEvaluator::run_forward(const Schedule& schedule, Op op, std::int32_t from) {
    const Link* chain = instance_->chain_predecessors();
    Time* end = own_end_.data();
    for (const Op each : schedule.order().subspan(at(from))) {
        if (each == op) {
            end[op] = schedule.ready(op, end);
            if (!exact_) start_[at(op)] = end[op];
        } else if (!exact_) {
            const auto span = schedule.place(each, end);
            start_[at(each)] = span.start;
            end[each] = span.end;
        } else {
            const Time by_machine = end[schedule.machine_predecessor(each)] + schedule.gap(each);
            const Time ready = instance_->has_chains()
                                   ? std::max(instance_->release(each), end[chain[each].op] + chain[each].lag)
                                   : schedule.ready(each, end);
            end[each] = std::max(ready, by_machine) + schedule.duration(each);
        }
    }
}

void InsertionEvaluator::run_backward(const Schedule& schedule, Op op, std::int32_t to) {
    const auto order = schedule.order();
    const Objective& objective = instance_->objective();
    const bool chains = instance_->has_chains();
    if (own_tails_.is_single()) {
        Time* tail = own_tails_.row(0);
        const Link* chain = instance_->chain_successors();
        for (std::int32_t r = to; r >= 0; --r) {
            const Op each = order[at(r)];
            Time longest =
                instance_->is_terminal(each) ? objective.offset(instance_->job(each)) : Tails::kUnreachable;
            if (chains) {
                longest = std::max(longest, tail[chain[each].op] + chain[each].lag);
            } else {
                for (const Link& link : instance_->successors(each))
                    longest = std::max(longest, tail[link.op] + link.lag);
            }
            if (each == op) {
                job_row_[0] = tail[op] = longest;
                continue;
            }
            const Op next = schedule.machine_successor(each);
            tail[each] = std::max(longest, tail[next] + schedule.gap(next)) + schedule.duration(each);
        }
        return;
    }
    for (std::int32_t r = to; r >= 0; --r) {
        const Op each = order[at(r)];
        Time* row = own_tails_.row(each);
        own_tails_.begin(each, row);
        for (const Link& link : instance_->successors(each))
            own_tails_.raise(row, own_tails_.row(link.op), link.lag);
        if (each == op) {
            std::copy_n(row, own_tails_.width(), job_row_.begin());
            continue;
        }
        const Op next = schedule.machine_successor(each);
        if (next != instance_->none()) own_tails_.raise(row, own_tails_.row(next), schedule.gap(next));
        own_tails_.add(row, schedule.duration(each));
    }
}

// What the sinks are without the operation.
void InsertionEvaluator::note_ends(const Schedule& schedule) {
    const Objective& objective = instance_->objective();
    if (tails_->is_single()) {
        longest_ = Tails::kUnreachable;
        for (const Op each : instance_->terminals())
            longest_ = std::max(longest_, end_[each] + objective.offset(instance_->job(each)));
        return;
    }
    std::fill(job_end_.begin(), job_end_.end(), 0);
    for (const Op each : instance_->terminals()) {
        Time& end = job_end_[at(instance_->job(each))];
        end = std::max(end, end_[each]);
    }
    base_ = objective.constant();
    base_makespan_ = 0;
    base_lateness_ = Tails::kUnreachable;
    for (std::int32_t s = 0; s < tails_->sinks(); ++s) {
        const std::int32_t job = tails_->job_of_sink(s);
        const Time end = job_end_[at(job)];
        sink_end_[at(s)] = end;
        base_ += objective.term(job, end) + schedule.price() * std::max(0, end - objective.deadline(job));
        base_makespan_ = std::max(base_makespan_, end);
        if (objective.due_date(job) < Objective::kNever)
            base_lateness_ = std::max(base_lateness_, end - objective.due_date(job));
    }
}

// Must `other`, on a machine where the operation may go, stand before it? As far as heads can tell: a way
// from one to the other takes no less time than lies between them.
bool InsertionEvaluator::goes_before(const Schedule& schedule, Op other, Op op) const {
    for (const Link& link : instance_->predecessors(op)) {
        if (link.op == other) return true;
        if (schedule.rank(other) < schedule.rank(link.op) &&
            (instance_->has_negative_lags() || end_[other] <= start(schedule, link.op)))
            return true;
    }
    return false;
}

bool InsertionEvaluator::goes_after(const Schedule& schedule, Op other, Op op) const {
    for (const Link& link : instance_->successors(op)) {
        if (link.op == other) return true;
        if (schedule.rank(other) > schedule.rank(link.op) &&
            (instance_->has_negative_lags() || end_[link.op] <= start(schedule, other)))
            return true;
    }
    return false;
}

double InsertionEvaluator::single_cost(Time longest, double setups) const {
    return instance_->objective().single_weight() * longest + setups;
}

// Sink by sink the longer of the path through the operation, which ends then, and of all others.
double InsertionEvaluator::sink_cost(const Schedule& schedule, Op op, Op next, std::int32_t machine, Time end,
                                     double setups) {
    const Objective& objective = instance_->objective();
    const std::size_t width = tails_->width();
    const Time* way = job_row_.data();
    if (next != instance_->none()) {
        const Time setup = instance_->setup(machine, op, next);
        const Time* other = tails_->row(next);
        for (std::size_t s = 0; s < width; ++s) row_[s] = std::max(job_row_[s], other[s] + setup);
        way = row_.data();
    }
    double cost = base_ + setups;
    Time makespan = base_makespan_, lateness = base_lateness_;
    for (std::int32_t s = 0; s < tails_->sinks(); ++s) {
        const Time through = end + way[s];
        const Time now = sink_end_[at(s)];
        if (through <= now) continue;
        const std::int32_t job = tails_->job_of_sink(s);
        const Time deadline = objective.deadline(job);
        cost += objective.term(job, through) - objective.term(job, now);
        if (through > deadline) cost += schedule.price() * (through - std::max(now, deadline));
        makespan = std::max(makespan, through);
        if (objective.due_date(job) < Objective::kNever)
            lateness = std::max(lateness, through - objective.due_date(job));
    }
    return objective.has_maximum() ? cost + objective.maximum_term(makespan, lateness) : cost;
}

template <bool kSingle>
void InsertionEvaluator::list_machine(const Schedule& schedule, Op op, const Mode& mode, bool own,
                                      Op now_after, MoveList& moves) {
    const Op none = instance_->none();
    const std::int32_t m = mode.machine;
    const Time ready = ready_;
    const double setup_weight = instance_->objective().setup_weight();
    const auto setups_now = static_cast<double>(schedule.total_setup());
    Op after = none;
    Op next = schedule.first_on(m);
    while (next != none && goes_before(schedule, next, op)) {
        after = next;
        next = schedule.machine_successor(next);
    }
    Move best, passed_over;
    best.rank = passed_over.rank = std::numeric_limits<double>::infinity();
    for (;; after = next, next = schedule.machine_successor(next)) {
        if (!own || after != now_after) {
            Time end = 0;
            if (exact_) {
                const Time free = after == none ? instance_->available_from(m) : end_[after];
                end = std::max(ready, free + instance_->setup(m, after, op)) + mode.duration;
            } else {
                const Time free = schedule.free_after(m, after, end_[after], op);
                end = instance_->calendar(m)
                          .place(std::max(ready, free), mode.duration, instance_->may_pause(op))
                          .end;
            }
            double setups = 0;
            if (setup_weight != 0) {
                setups = setups_now + instance_->setup(m, after, op);
                if (next != none) setups += instance_->setup(m, op, next) - instance_->setup(m, after, next);
                setups *= setup_weight;
            }
            Move move;
            move.op = op;
            move.machine = m;
            move.duration = mode.duration;
            move.after = after;
            if constexpr (kSingle) {
                Time tail = job_row_[0];
                if (next != none) tail = std::max(tail, instance_->setup(m, op, next) + *tails_->row(next));
                move.estimate = single_cost(std::max(longest_, end + tail), setups);
                move.rank = move.estimate + kTie * (end + tail);
            } else {
                move.estimate = sink_cost(schedule, op, next, m, end, setups);
                move.rank = move.estimate + kTie * end;
            }
            if (own) {
                moves.push_back(move);
            } else if (move.rank < best.rank) {
                if (blinks_ > 0 && rng_->coin(blinks_)) {
                    passed_over = move;
                } else {
                    best = move;
                }
            }
        }
        if (next == none || goes_after(schedule, next, op)) break;
    }
    if (best.rank == std::numeric_limits<double>::infinity()) best = passed_over;
    if (best.rank < std::numeric_limits<double>::infinity()) moves.push_back(best);
}

}  // namespace neurols::scheduling::rich
