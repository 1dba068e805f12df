// Flow shops, in which all jobs visit the machines in the same order, and the construction for them.
#pragma once

#include <vector>

#include "scheduling/instance.h"
#include "search/rng.h"

namespace neurols::scheduling {

// Have all jobs the same machines in the same order, and none of them twice?
bool is_flow_shop(const Instance& instance);

// A permutation schedule of a flow shop, job after job, by NEH (Nawaz, Enscore and Ham, 1983): the jobs
// in the order of falling work, each inserted where the makespan of those so far stays lowest; equals go
// first. All places of a job are tried in the time of one schedule (Taillard, 1990). The next job is one
// of the `choices` with most work left, each as likely; choices = 1 is the deterministic construction.
std::vector<Op> neh(const Instance& instance, int choices, Rng& rng);

}  // namespace neurols::scheduling
