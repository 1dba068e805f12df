// Tails of a schedule, backwards along its topological order. Where breaks lie between, or operations are
// pushed, they are lower limits: the estimates are rough there.
#include <algorithm>

#include "scheduling/rich/schedule.h"

namespace neurols::scheduling::rich {

void Schedule::evaluate_tails() {
    run_tails();
    committed_tails_stale_ = 0;
}

void Schedule::run_tails() {
    if (tails_.is_single()) {
        run_single_tails();
    } else if (sparse_) {
        run_changed_rows(tails_saved_);
    } else {
        run_rows();
    }
    tails_stale_ = 0;
}

void Schedule::run_single_tails() {
    for (std::int32_t r = tails_stale_ - 1; r >= 0; --r) {
        const Op op = order_[at(r)];
        const Op next = machine_successor_[at(op)];
        Time tail = instance_->is_terminal(op) ? instance_->objective().offset(instance_->job(op))
                                               : Tails::kUnreachable;
        if (instance_->has_chains()) {
            const Link& link = instance_->chain_successors()[op];
            tail = std::max(tail, *tails_.row(link.op) + link.lag);
        } else {
            for (const Link& link : instance_->successors(op))
                tail = std::max(tail, *tails_.row(link.op) + link.lag);
        }
        *tails_.row(op) = std::max(tail, *tails_.row(next) + gap_[at(next)]) + duration_[at(op)];
    }
}

void Schedule::compute_row(Op op, Time* row) const {
    const Op next = machine_successor_[at(op)];
    tails_.begin(op, row);
    for (const Link& link : instance_->successors(op)) tails_.raise(row, tails_.row(link.op), link.lag);
    if (next != instance_->none()) tails_.raise(row, tails_.row(next), gap_[at(next)]);
    tails_.add(row, duration_[at(op)]);
}

void Schedule::run_rows() {
    for (std::int32_t r = tails_stale_ - 1; r >= 0; --r) {
        const Op op = order_[at(r)];
        compute_row(op, tails_.row(op));
    }
}

void Schedule::run_changed_rows(bool log) {
    const std::size_t width = tails_.width();
    changed_ops_.clear();
    for (std::int32_t r = tails_stale_ - 1; r >= 0; --r) {
        const Op op = order_[at(r)];
        const Op next = machine_successor_[at(op)];
        bool due = tail_dirty_[at(op)] || tail_changed_[at(next)];
        for (const Link& link : instance_->successors(op)) due = due || tail_changed_[at(link.op)];
        if (!due) continue;
        tail_dirty_[at(op)] = 0;
        compute_row(op, row_.data());
        Time* row = tails_.row(op);
        if (std::equal(row, row + width, row_.begin())) continue;
        if (log && !tail_logged_[at(op)]) {
            tail_logged_[at(op)] = 1;
            logged_ops_.push_back(op);
            logged_rows_.insert(logged_rows_.end(), row, row + width);
        }
        std::copy(row_.begin(), row_.end(), row);
        tail_changed_[at(op)] = 1;
        changed_ops_.push_back(op);
    }
    for (const Op op : changed_ops_) tail_changed_[at(op)] = 0;
}

// Back to those of the last commit.
void Schedule::undo_tails() {
    const std::size_t width = tails_.width();
    if (!sparse_) {
        tails_.swap(saved_tails_);
    } else if (tails_clean_) {
        for (std::size_t k = 0; k < logged_ops_.size(); ++k)
            std::copy_n(logged_rows_.begin() + static_cast<std::ptrdiff_t>(k * width), width,
                        tails_.row(logged_ops_[k]));
    } else {
        std::fill(tail_dirty_.begin(), tail_dirty_.end(), 1);
        tails_stale_ = instance_->operations();
        committed_tails_stale_ = tails_stale_;
    }
    forget_log();
}

void Schedule::forget_log() {
    for (const Op op : logged_ops_) tail_logged_[at(op)] = 0;
    logged_ops_.clear();
    logged_rows_.clear();
    tails_saved_ = false;
}

}  // namespace neurols::scheduling::rich
