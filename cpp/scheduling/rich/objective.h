// Weights of the terms of the cost, and the cost of job ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace neurols::scheduling::rich {

using Time = std::int32_t;

// As in the objective of an instance; 0 leaves a term out.
struct ObjectiveWeights {
    double makespan = 0;
    double total_tardiness = 0, weighted_tardiness = 0;
    double total_completion = 0, weighted_completion = 0;
    double flow_time = 0, weighted_flow_time = 0;
    double max_lateness = 0;
    double late_jobs = 0, weighted_late_jobs = 0;
    double setup_time = 0;
};

class Objective {
public:
    static constexpr Time kNever = 1 << 29;  // a due date that no end comes after

    struct Dates {
        std::vector<Time> release, due_date, deadline;
        std::vector<double> weight;
    };

    Objective() = default;
    Objective(const ObjectiveWeights& weights, Dates dates);

    // Where the cost is that of the latest end alone, or of the largest lateness: one longest path. Then the
    // ends are counted with these offsets (0, or minus the due dates).
    bool is_single() const { return single_; }
    Time offset(std::int32_t job) const { return offset_[static_cast<std::size_t>(job)]; }
    double single_weight() const { return single_weight_; }
    double setup_weight() const { return setup_weight_; }

    // Cost without setups.
    double cost(std::span<const Time> job_end) const;
    // What one job's end adds to it, the terms of a maximum left out; a deadline that is missed costs
    // `deadline_price` per unit of time.
    double term(std::int32_t job, Time end) const {
        const JobTerms& t = terms_[static_cast<std::size_t>(job)];
        double sum = t.completion * end;
        if (end > t.due_date) sum += t.tardiness * (end - t.due_date) + t.late;
        return sum;
    }
    double maximum_term(Time makespan, Time lateness) const {
        return makespan_weight_ * makespan + (any_due_ ? lateness_weight_ * lateness : 0.0);
    }
    double constant() const { return constant_; }
    bool has_maximum() const { return makespan_weight_ != 0 || lateness_weight_ != 0; }
    Time due_date(std::int32_t job) const { return terms_[static_cast<std::size_t>(job)].due_date; }
    Time deadline(std::int32_t job) const { return terms_[static_cast<std::size_t>(job)].deadline; }
    double weight(std::int32_t job) const { return weight_[static_cast<std::size_t>(job)]; }
    bool has_deadlines() const { return deadlines_; }
    bool has_due_dates() const { return any_due_; }
    // Whether the end of the job can change the cost.
    bool matters(std::int32_t job) const;
    // By how much the cost rises at most when everything ends one unit later; at least a small number.
    double slope() const { return slope_; }

private:
    struct JobTerms {
        double completion = 0;
        double tardiness = 0;
        double late = 0;
        Time due_date = kNever;
        Time deadline = kNever;
    };
    std::vector<JobTerms> terms_;
    std::vector<double> weight_;
    std::vector<Time> offset_;
    double makespan_weight_ = 0, lateness_weight_ = 0, setup_weight_ = 0, constant_ = 0;
    double single_weight_ = 1, slope_ = 1;
    bool single_ = true, deadlines_ = false, any_due_ = false;
};

}  // namespace neurols::scheduling::rich
