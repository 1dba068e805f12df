#include "scheduling/moves.h"

#include <algorithm>
#include <cstdlib>

namespace neurols::scheduling {

MoveEstimator::MoveEstimator(const Instance& instance) {
    std::int32_t longest = 0;
    for (std::int32_t m = 0; m < instance.machines(); ++m) {
        longest = std::max(longest, instance.machine_end(m) - instance.machine_begin(m));
    }
    segment_.resize(static_cast<std::size_t>(longest));
    head_.resize(static_cast<std::size_t>(longest));
    inverse_.resize(head_.size() + 1);
    for (std::size_t i = 1; i < inverse_.size(); ++i) inverse_[i] = 1 / static_cast<float>(i);
}

bool MoveEstimator::is_safe(const Schedule& schedule, std::int32_t from, std::int32_t to) {
    const Instance& instance = schedule.instance();
    const Op moved = schedule.at_place(from);
    const Op target = schedule.at_place(to);
    if (from < to) {
        const Op after = instance.job_successor(moved);
        return after != target && (after == instance.none() ||
                                   schedule.tail(after) < instance.duration(after) + schedule.tail(target));
    }
    const Op before = instance.job_predecessor(moved);
    return before != target && (before == instance.none() || schedule.head(before) < schedule.end(target));
}

Time MoveEstimator::estimate(const Schedule& schedule, std::int32_t from, std::int32_t to) {
    const std::size_t count = arrange(schedule, from, to);
    return longest_through(schedule, schedule.machine_predecessor(schedule.at_place(std::min(from, to))),
                           schedule.machine_successor(schedule.at_place(std::max(from, to))), count);
}

// The stretch in its new order; how many operations it has.
std::size_t MoveEstimator::arrange(const Schedule& schedule, std::int32_t from, std::int32_t to) {
    const std::int32_t low = std::min(from, to);
    const std::int32_t high = std::max(from, to);
    const auto count = static_cast<std::size_t>(high - low + 1);
    const Op moved = schedule.at_place(from);
    if (from < to) {
        for (std::size_t i = 0; i + 1 < count; ++i) {
            segment_[i] = schedule.at_place(low + 1 + static_cast<std::int32_t>(i));
        }
        segment_[count - 1] = moved;
    } else {
        segment_[0] = moved;
        for (std::size_t i = 1; i < count; ++i) {
            segment_[i] = schedule.at_place(low - 1 + static_cast<std::int32_t>(i));
        }
    }
    return count;
}

Time MoveEstimator::estimate_double_swap(const Schedule& schedule, std::int32_t first, std::int32_t last) {
    const auto count = static_cast<std::size_t>(last - first + 1);
    for (std::size_t i = 0; i < count; ++i)
        segment_[i] = schedule.at_place(first + static_cast<std::int32_t>(i));
    std::swap(segment_[0], segment_[1]);
    std::swap(segment_[count - 2], segment_[count - 1]);
    return longest_through(schedule, schedule.machine_predecessor(schedule.at_place(first)),
                           schedule.machine_successor(schedule.at_place(last)), count);
}

// Longest path through any operation of the segment when it runs in its new order between `before`
// and `after`, with heads and tails of everything else as they are.
Time MoveEstimator::longest_through(const Schedule& schedule, Op before, Op after, std::size_t count) {
    const Instance& instance = schedule.instance();
    set_heads(schedule, before, count);
    Time rest = schedule.tail(after);
    Time longest = 0;
    for (std::size_t i = count; i-- > 0;) {
        const Op op = segment_[i];
        rest = std::max(rest, schedule.tail(instance.job_successor(op))) + instance.duration(op);
        longest = std::max(longest, head_[i] + rest);
    }
    return longest;
}

// When the segment ends.
Time MoveEstimator::set_heads(const Schedule& schedule, Op before, std::size_t count) {
    const Instance& instance = schedule.instance();
    Time ready = schedule.end(before);
    for (std::size_t i = 0; i < count; ++i) {
        const Op op = segment_[i];
        head_[i] = std::max(ready, schedule.end(instance.job_predecessor(op)));
        ready = head_[i] + instance.duration(op);
    }
    return ready;
}

// As `estimate`; one pass does for both.
Time MoveEstimator::estimate_with_effect(const Schedule& schedule, std::int32_t from, std::int32_t to) {
    const Instance& instance = schedule.instance();
    const Op first = schedule.at_place(std::min(from, to));
    const Op last = schedule.at_place(std::max(from, to));
    const std::size_t count = arrange(schedule, from, to);
    const Time makespan = schedule.makespan();
    const Time end = set_heads(schedule, schedule.machine_predecessor(first), count);
    Time rest = schedule.tail(schedule.machine_successor(last));
    Time longest = 0;
    Time excess = 0;
    for (std::size_t i = count; i-- > 0;) {
        const Op op = segment_[i];
        rest = std::max(rest, schedule.tail(instance.job_successor(op))) + instance.duration(op);
        longest = std::max(longest, head_[i] + rest);
        excess += head_[i] + rest - makespan;
    }
    effects_->push_back({static_cast<float>(excess) * inverse_[count], end - schedule.end(last),
                         rest - schedule.tail(first)});
    return longest;
}

void MoveEstimator::add(const Schedule& schedule, std::int32_t from, std::int32_t to, MoveList& moves) {
    if (!is_safe(schedule, from, to)) return;
    // Filled in place: a copy would wait for the narrow stores before its wide load.
    Move& move = moves.emplace_back();
    move.from = from;
    move.to = to;
    move.estimate = effects_ ? estimate_with_effect(schedule, from, to) : estimate(schedule, from, to);
}

void MoveEstimator::add_double_swap(const Schedule& schedule, std::int32_t first, std::int32_t last,
                                    MoveList& moves) {
    if (!is_safe(schedule, first, first + 1) || !is_safe(schedule, last - 1, last)) return;
    if (effects_) estimate_with_effect(schedule, first, first + 1);
    Move& move = moves.emplace_back();
    move.from = first;
    move.to = first + 1;
    move.second_from = last - 1;
    move.second_to = last;
    move.estimate = estimate_double_swap(schedule, first, last);
}

}  // namespace neurols::scheduling
