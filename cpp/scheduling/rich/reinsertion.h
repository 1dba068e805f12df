// Operations without a machine put back at good places, and those taken out that belong together: ruin and
// recreate.
#pragma once

#include <limits>
#include <vector>

#include "scheduling/rich/insertion.h"
#include "search/rng.h"

namespace neurols::scheduling::rich {

class Reinsertion {
public:
    explicit Reinsertion(const Instance& instance);

    // Put the operation at the best place by estimate; each better place is passed over with this
    // probability. False, and no change, where that place is estimated to cost more than the ceiling.
    bool insert(Schedule& schedule, Op op, double blinks, Rng& rng,
                double ceiling = std::numeric_limits<double>::infinity());

    // Take so many related operations out and put them back. With nothing pending before, `undo` goes back.
    // `around`: the operation that the others are related to. False, and the schedule as it was, where the
    // cost would be above the ceiling.
    bool ruin(Schedule& schedule, Op around, int count, double blinks, Rng& rng,
              double ceiling = std::numeric_limits<double>::infinity());

private:
    enum class Relation : std::uint8_t { Machine, Window, Job, Chance, kCount };

    void choose(const Schedule& schedule, Op around, std::size_t count, Rng& rng);
    void take(Op op);
    void choose_on_machine(const Schedule& schedule, Op around, std::size_t count);
    void choose_in_window(const Schedule& schedule, Op around, std::size_t count, Rng& rng);
    void choose_jobs(const Schedule& schedule, Op around, std::size_t count, Rng& rng);

    const Instance* instance_;
    InsertionEvaluator evaluator_;
    MoveList moves_;
    std::vector<Op> out_;
    std::vector<std::uint8_t> is_out_;
    struct Keyed {
        double key;
        Op op;
    };
    std::vector<Keyed> keyed_;
    std::vector<std::int32_t> job_first_;
    std::vector<Op> by_job_;
};

}  // namespace neurols::scheduling::rich
