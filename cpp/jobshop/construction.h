// How a search of a job shop gets its first schedule: by a dispatching rule, or by NEH in a flow shop.
#pragma once

#include <string>
#include <vector>

#include "jobshop/dispatch.h"

namespace neurols::jobshop {

// The dispatching rules, the default first, and "neh".
const std::vector<std::string>& construction_names();

class Construction {
public:
    // The default (an empty name) is FDD/MWKR, in a flow shop the better of it and NEH. "neh" is the
    // default, too, where the jobs take different ways. Throws std::invalid_argument for an unknown name.
    Construction(const Instance& instance, const std::string& name);

    // All operations in an order that respects the jobs.
    std::vector<Op> first(Rng& rng) const;
    // The same with a random choice among a few where the rule has its best one.
    std::vector<Op> randomised(Rng& rng) const;

private:
    const Instance& instance_;
    DispatchRule rule_ = DispatchRule::FddMwkr;
    bool by_rule_ = true;
    bool by_neh_ = false;
};

}  // namespace neurols::jobshop
