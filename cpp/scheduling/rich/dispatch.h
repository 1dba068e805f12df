// List scheduling: operations are appended to machines one by one, in the order of a priority rule.
#pragma once

#include <string>
#include <vector>

#include "scheduling/rich/schedule.h"
#include "search/rng.h"

namespace neurols::scheduling::rich {

enum class Rule : std::uint8_t {
    Spt,
    Lpt,
    Mwkr,
    FddMwkr,
    Edd,
    Atc,
    Atcs,
    Slack,
    CriticalRatio,
    Fifo,
    Random
};

// Their names, in that order.
const std::vector<std::string>& rule_names();

// Active schedules after Giffler and Thompson (1960): every operation goes to the machine where it ends
// first; of those that compete for the machine of the earliest end, the rule chooses one.
class Dispatcher {
public:
    explicit Dispatcher(const Instance& instance);

    // `choices`: one of so many best ones is taken at random.
    void dispatch(Rule rule, std::uint32_t choices, Rng& rng, Plan& plan);

    // All operations of one job after the other, jobs in this order: feasible whatever maximum lags and
    // blocking machines ask, unless jobs depend on each other.
    void dispatch_jobs(std::span<const std::int32_t> jobs, Plan& plan);

private:
    struct Candidate {
        std::int32_t machine;
        Time start;
        Time end;
        Time setup;
        Time duration;
    };

    void clear(Plan& plan);
    Candidate best_mode(Op op) const;
    double priority(Rule rule, Op op, const Candidate& candidate, Time now, Rng& rng) const;
    void append(Op op, const Candidate& candidate, Plan& plan);

    const Instance* instance_;
    double mean_setup_ = 0;
    std::vector<Time> flow_due_;  // work of the job up to and with this operation
    std::vector<Time> due_, end_, free_;
    std::vector<Op> last_, waiting_;
    std::vector<std::int32_t> waits_;
    std::vector<Candidate> candidate_;  // of every operation that waits
    struct Ranked {
        double priority;
        Op op;
    };
    std::vector<Ranked> ranked_;
    std::vector<std::int32_t> job_rank_;
};

}  // namespace neurols::scheduling::rich
