#include "scheduling/rich/tails.h"

#include <algorithm>

namespace neurols::scheduling::rich {

namespace {
constexpr std::int32_t kLane = 4;  // sinks that are compared at once
}

Tails::Tails(const Instance& instance)
    : instance_(&instance),
      single_(instance.objective().is_single()),
      sink_of_job_(static_cast<std::size_t>(instance.jobs()), single_ ? 0 : -1) {
    if (!single_) {
        for (std::int32_t j = 0; j < instance.jobs(); ++j) {
            if (!instance.objective().matters(j)) continue;
            sink_of_job_[static_cast<std::size_t>(j)] = static_cast<std::int32_t>(job_of_sink_.size());
            job_of_sink_.push_back(j);
        }
        sinks_ = static_cast<std::int32_t>(job_of_sink_.size());
        width_ = static_cast<std::size_t>((std::max(sinks_, 1) + kLane - 1) / kLane * kLane);
    }
    times_.assign((static_cast<std::size_t>(instance.operations()) + 1) * width_, kUnreachable);
}

void Tails::begin(Op op, Time* row) const {
    std::fill_n(row, width_, kUnreachable);
    if (!instance_->is_terminal(op)) return;
    const std::int32_t job = instance_->job(op);
    if (single_) {
        row[0] = instance_->objective().offset(job);
    } else if (const std::int32_t sink = sink_of_job(job); sink >= 0) {
        row[sink] = 0;
    }
}

}  // namespace neurols::scheduling::rich
