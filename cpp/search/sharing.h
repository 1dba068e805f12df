// Several searches of one instance, which may share what they find: P cores for one problem.
//
// The budget falls into equal rounds. At the end of each the searches wait for one another, learn the
// others' good solutions, and those that lie behind go on from the best. Who gets what depends on the
// costs alone, so that under iterations the results do not depend on threads or load.
#pragma once

#include <functional>
#include <vector>

#include "search/batch.h"

namespace neurols {

// What is called between two rounds, while all searches rest, with the number of the best one and what
// it has brought so far.
using Between = std::function<void(int, const SearchResult&)>;

// `rounds` 1: the searches are independent. All end when one meets the lower bound or, under a time
// limit, the target.
std::vector<SearchResult> run_together(const std::vector<SearchJob>& jobs, int threads, int rounds,
                                       Progress* progress, const Between& between = {});

}  // namespace neurols
