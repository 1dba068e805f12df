#include "search/batch.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace neurols {

void parallel_for(int count, int threads, const std::function<void(int)>& task) {
    std::atomic<int> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    auto work = [&] {
        for (int i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            try {
                task(i);
            } catch (...) {
                const std::lock_guard guard(failure_lock);
                if (!failure) failure = std::current_exception();
                next.store(count);
            }
        }
    };
    const int helpers = std::clamp(threads, 1, std::max(1, count)) - 1;
    {
        std::vector<std::jthread> pool;
        pool.reserve(static_cast<std::size_t>(helpers));
        for (int i = 0; i < helpers; ++i) pool.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

std::vector<SearchResult> run_batch(const std::vector<SearchJob>& jobs, int threads, Progress* progress) {
    std::vector<SearchResult> results(jobs.size());
    parallel_for(static_cast<int>(jobs.size()), threads, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        const SearchJob& job = jobs[at];
        Search search(*job.workspace, job.settings, Rng(job.seed, job.stream));
        results[at] = search.run(*job.controller, job.stop, progress);
    });
    return results;
}

}  // namespace neurols
