// How a search of a job shop gets its first schedule: by a dispatching rule, given or learned, or by NEH
// in a flow shop.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scheduling/dispatch.h"

namespace neurols::scheduling {

// The dispatching rules, the default first, "neh" and "best".
const std::vector<std::string>& construction_names();

class Construction {
public:
    // The default (an empty name) is FDD/MWKR, in a flow shop the better of it and NEH. "neh" is the
    // default, too, where the jobs take different ways, and "best" the best of the default and of the
    // rules that often are. Learned weights take the place of the default rule; who names another one
    // gets it. Throws std::invalid_argument for an unknown name.
    Construction(const Instance& instance, const std::string& name,
                 const std::shared_ptr<const PerceptronWeights>& learned);

    // All operations in an order that respects the jobs.
    std::vector<Op> first(Rng& rng) const;
    // The same with a random choice among a few where the rule has its best one.
    std::vector<Op> randomised(Rng& rng) const;

private:
    std::vector<Op> by_rule(int choices, Rng& rng) const;

    const Instance& instance_;
    std::optional<DispatchRanking> ranking_;
    DispatchRule rule_ = DispatchRule::FddMwkr;
    bool by_rule_ = true;
    bool by_neh_ = false;
    bool best_ = false;
};

}  // namespace neurols::scheduling
