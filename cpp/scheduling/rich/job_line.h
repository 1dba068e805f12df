// Schedules of permutation shops: jobs one after the other, each on all its machines behind those before it.
// The cost of an order of the jobs, and the best place for one more job in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scheduling/rich/schedule.h"
#include "search/rng.h"

namespace neurols::scheduling::rich {

using Jobs = std::vector<std::int32_t>;

class JobLine {
public:
    explicit JobLine(const Instance& instance);

    struct Cost {
        double value = 0;
        std::int64_t violation = 0;
        double total(double price) const { return value + price * static_cast<double>(violation); }
    };

    // The cost of an order. What lies before `from` must be as in the order evaluated last.
    Cost evaluate(std::span<const std::int32_t> order, std::size_t from = 0);

    struct Place {
        std::size_t position = 0;
        Cost cost;
    };
    // The best place for the job in an order without it; equals at random. `barred`: a position that is not
    // considered.
    std::optional<Place> best_place(const Jobs& order, std::int32_t job, std::optional<std::size_t> barred,
                                    Rng& rng);

    // The operations of the order as a plan: each on the machine where it ends first.
    void plan(std::span<const std::int32_t> order, Plan& plan);

    double price() const { return price_; }
    // Whether places are judged from heads and tails (Taillard, 1990), all in the time of one evaluation.
    bool is_accelerated() const { return accelerated_; }

private:
    // The terms of the cost that the jobs before a position make up.
    struct Tally {
        double sum = 0;
        double setups = 0;
        Time makespan = 0;
        Time lateness = 0;
        std::int64_t violation = 0;
    };
    // What lies behind these jobs.
    struct Front {
        std::vector<Time> free;
        std::vector<Op> last;
        Tally tally;
    };

    void list_operations();
    void find_stages();
    void append(std::int32_t job, Front& front, Plan* plan);
    void append_staged(std::int32_t before, std::int32_t job, Time* ends, Tally& tally) const;
    void count(std::int32_t job, Time end, Tally& tally) const;
    Cost cost_of(const Tally& tally) const;
    Cost evaluate_pushed(std::span<const std::int32_t> order);
    Cost cost_with(const Jobs& order, std::int32_t job, std::size_t position, double limit);
    Cost evaluate_staged(std::span<const std::int32_t> order, std::size_t from);
    void run_tails(const Jobs& order);
    Time length_with(const Jobs& order, std::int32_t job, std::size_t position);
    Op op(std::int32_t job, std::int32_t stage) const { return by_job_[at(job * stages_ + stage)]; }
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

    const Instance* instance_;
    double price_;
    bool pushed_;  // maximum lags or blocking machines: the whole schedule is evaluated
    std::vector<std::int32_t> job_first_;
    std::vector<Op> by_job_;  // in topological order
    std::vector<Time> end_;
    std::vector<Front> fronts_;  // before each position, and behind the last
    Front scratch_;

    bool staged_ = false;  // all jobs visit the same machines in the same order
    bool accelerated_ = false;
    std::int32_t stages_ = 0;
    std::vector<Tally> tallies_;  // before each position, and behind the last
    std::vector<std::int32_t> machine_of_stage_;
    std::vector<Time> duration_, lag_;  // of every job's stages; the lag before the stage
    std::vector<Time> head_, tail_, with_;
    std::vector<Time> released_;  // longest path that begins with a release date from a position on

    std::optional<Schedule> schedule_;
    Plan plan_;
    Jobs trial_;
};

}  // namespace neurols::scheduling::rich
