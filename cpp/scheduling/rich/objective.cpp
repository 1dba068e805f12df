#include "scheduling/rich/objective.h"

#include <algorithm>

namespace neurols::scheduling::rich {

Objective::Objective(const ObjectiveWeights& w, Dates dates)
    : terms_(dates.release.size()),
      weight_(std::move(dates.weight)),
      offset_(dates.release.size(), 0),
      makespan_weight_(w.makespan),
      lateness_weight_(w.max_lateness),
      setup_weight_(w.setup_time) {
    bool sums = false;
    double slope = w.makespan + w.max_lateness;
    for (std::size_t j = 0; j < terms_.size(); ++j) {
        JobTerms& t = terms_[j];
        const double flow = w.flow_time + w.weighted_flow_time * weight_[j];
        t.completion = w.total_completion + w.weighted_completion * weight_[j] + flow;
        constant_ -= flow * dates.release[j];
        t.due_date = dates.due_date[j];
        t.deadline = dates.deadline[j];
        if (t.due_date < kNever) {
            any_due_ = true;
            t.tardiness = w.total_tardiness + w.weighted_tardiness * weight_[j];
            t.late = w.late_jobs + w.weighted_late_jobs * weight_[j];
        }
        deadlines_ = deadlines_ || t.deadline < kNever;
        sums = sums || t.completion != 0 || t.tardiness != 0 || t.late != 0;
        slope += t.completion + t.tardiness + t.late;
    }
    const bool lateness = lateness_weight_ != 0 && any_due_;
    single_ = !sums && !deadlines_ && !(lateness && makespan_weight_ != 0);
    if (single_ && lateness) {
        for (std::size_t j = 0; j < terms_.size(); ++j)
            offset_[j] = terms_[j].due_date < kNever ? -terms_[j].due_date : -2 * kNever;
    }
    single_weight_ = lateness ? lateness_weight_ : makespan_weight_;
    slope_ = std::max(slope, 1e-6);
}

bool Objective::matters(std::int32_t job) const {
    const JobTerms& t = terms_[static_cast<std::size_t>(job)];
    return makespan_weight_ != 0 || t.completion != 0 || t.tardiness != 0 || t.late != 0 ||
           t.deadline < kNever || (lateness_weight_ != 0 && t.due_date < kNever);
}

double Objective::cost(std::span<const Time> job_end) const {
    double sum = constant_;
    Time makespan = 0, lateness = -2 * kNever;
    for (std::size_t j = 0; j < terms_.size(); ++j) {
        makespan = std::max(makespan, job_end[j]);
        if (terms_[j].due_date < kNever) lateness = std::max(lateness, job_end[j] - terms_[j].due_date);
        sum += term(static_cast<std::int32_t>(j), job_end[j]);
    }
    return sum + maximum_term(makespan, lateness);
}

}  // namespace neurols::scheduling::rich
