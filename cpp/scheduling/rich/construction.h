// Initial solutions by name: dispatching rules, insertion, and the best of several.
#pragma once

#include <string>
#include <vector>

#include "scheduling/rich/dispatch.h"
#include "scheduling/rich/reinsertion.h"

namespace neurols::scheduling::rich {

// The default first.
const std::vector<std::string>& construction_names();

class Construction {
public:
    // Throws std::invalid_argument for an unknown name; empty is the default.
    Construction(const Instance& instance, const std::string& name);

    // Leaves the solution in the schedule.
    void first(Schedule& schedule, Rng& rng);
    // Another one each time.
    void randomised(Schedule& schedule, Rng& rng);
    // One job after the other, in an order by chance: for constraints that leave nothing else.
    void job_by_job(Schedule& schedule, Rng& rng);

    // Any order of the operations, each on any of its machines.
    void at_random(Schedule& schedule, Rng& rng);

private:
    enum class Kind : std::uint8_t { Best, Insertion, Jobs, Rule };

    void build(Schedule& schedule, Kind kind, Rule rule, std::uint32_t choices, Rng& rng);
    void insert_all(Schedule& schedule, Rng& rng);
    void try_all(Schedule& schedule, Rng& rng);

    const Instance* instance_;
    Kind kind_ = Kind::Best;
    Rule rule_ = Rule::Spt;
    Dispatcher dispatcher_;
    Reinsertion reinsertion_;
    Plan plan_, best_;
    std::vector<std::int32_t> jobs_;
    std::vector<std::int32_t> waits_;
    std::vector<Op> open_;
    struct Tried {
        double cost;
        Rule rule;
    };
    std::vector<Tried> tried_;  // the best rules first
};

}  // namespace neurols::scheduling::rich
