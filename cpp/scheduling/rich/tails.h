// Longest paths from the start of every operation to the sinks: what the cost depends on. One sink where the
// cost is a single longest path (makespan, largest lateness); else one for every job whose end matters.
#pragma once

#include <cstdint>
#include <vector>

#include "scheduling/rich/instance.h"

namespace neurols::scheduling::rich {

class Tails {
public:
    static constexpr Time kUnreachable = -(1 << 30);

    explicit Tails(const Instance& instance);

    std::int32_t sinks() const { return sinks_; }
    // Rows are this wide; what is beyond the sinks is never reached.
    std::size_t width() const { return width_; }
    std::int32_t sink_of_job(std::int32_t job) const { return sink_of_job_[static_cast<std::size_t>(job)]; }
    std::int32_t job_of_sink(std::int32_t sink) const { return job_of_sink_[static_cast<std::size_t>(sink)]; }
    bool is_single() const { return single_; }

    Time* row(Op op) { return times_.data() + static_cast<std::size_t>(op) * width_; }
    const Time* row(Op op) const { return times_.data() + static_cast<std::size_t>(op) * width_; }

    // All rows, for those who keep some of their own.
    const std::vector<Time>& times() const { return times_; }
    void swap(std::vector<Time>& times) { times_.swap(times); }

    // A row for an operation that ends at a sink alone, its duration left out.
    void begin(Op op, Time* row) const;
    // row = max(row, other + length), sink by sink.
    void raise(Time* row, const Time* other, Time length) const {
        for (std::size_t s = 0; s < width_; ++s) {
            const Time through = other[s] + length;
            row[s] = row[s] > through ? row[s] : through;
        }
    }
    void add(Time* row, Time length) const {
        for (std::size_t s = 0; s < width_; ++s) row[s] += length;
    }

private:
    const Instance* instance_;
    bool single_;
    std::int32_t sinks_ = 1;
    std::size_t width_ = 1;
    std::vector<std::int32_t> sink_of_job_, job_of_sink_;
    std::vector<Time> times_;  // one row more, for none(): unreachable
};

}  // namespace neurols::scheduling::rich
