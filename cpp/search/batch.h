// Many independent searches over a pool of threads. Each has its own workspace, controller and
// random stream, so the results do not depend on the number of threads.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "search/search.h"

namespace neurols {

// Run task(0) … task(count - 1) on at most `threads` threads. The first exception is rethrown.
void parallel_for(int count, int threads, const std::function<void(int)>& task);

struct SearchJob {
    std::shared_ptr<Workspace> workspace;
    std::shared_ptr<Controller> controller;
    SearchSettings settings;
    StopRules stop;
    std::uint64_t seed = 0;
    std::uint64_t stream = 0;
};

std::vector<SearchResult> run_batch(const std::vector<SearchJob>& jobs, int threads, Progress* progress);

}  // namespace neurols
