// Constructions: non-delay dispatching by a priority rule (Blackstone et al., 1982; Sels et al., 2012).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scheduling/dispatch_ranking.h"
#include "scheduling/instance.h"
#include "search/rng.h"

namespace neurols::scheduling {

enum class DispatchRule : std::uint8_t {
    FddMwkr,  // smallest flow due date over most work remaining
    Spt,      // shortest processing time
    Lpt,      // longest processing time
    Mwkr,     // most work remaining
    Lrpt,     // longest remaining time once this operation is done
    Mopnr,    // most operations remaining
    Fifo,     // first in, first out
    Random,
};

const std::vector<std::string>& dispatch_rule_names();
// Throws std::invalid_argument for an unknown name.
DispatchRule parse_dispatch_rule(std::string_view name);

// All operations in the order in which they are dispatched. Each time the machine that can start
// first takes, among the operations that could start then, one of the best `choices` by the rule,
// each as likely; choices = 1 is the deterministic rule.
std::vector<Op> dispatch(const Instance& instance, DispatchRule rule, int choices, Rng& rng);
// The same by a learned ranking instead of a rule.
std::vector<Op> dispatch(const Instance& instance, const DispatchRanking& ranking, int choices, Rng& rng);

}  // namespace neurols::scheduling
