#include "search/thread_pool.h"

#include <algorithm>
#include <utility>

namespace neurols {

ThreadPool::ThreadPool(int threads) {
    for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { serve(); });
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard guard(lock_);
        closing_ = true;
    }
    wake_.notify_all();
}

void ThreadPool::run(int count, int chunk, const std::function<void(int, int)>& task) {
    {
        const std::lock_guard guard(lock_);
        task_ = &task;
        count_ = count;
        chunk_ = std::max(1, chunk);
        next_.store(0);
        busy_ = static_cast<int>(helpers_.size());
        ++round_;
    }
    wake_.notify_all();
    work();
    std::unique_lock guard(lock_);
    done_.wait(guard, [this] { return busy_ == 0; });
    task_ = nullptr;
    const std::exception_ptr failure = std::exchange(failure_, nullptr);
    guard.unlock();
    if (failure) std::rethrow_exception(failure);
}

void ThreadPool::work() {
    try {
        for (int begin = next_.fetch_add(chunk_); begin < count_; begin = next_.fetch_add(chunk_)) {
            (*task_)(begin, std::min(begin + chunk_, count_));
        }
    } catch (...) {
        const std::lock_guard guard(lock_);
        if (!failure_) failure_ = std::current_exception();
        next_.store(count_);
    }
}

void ThreadPool::serve() {
    std::uint64_t seen = 0;
    for (;;) {
        {
            std::unique_lock guard(lock_);
            wake_.wait(guard, [&] { return closing_ || round_ != seen; });
            if (closing_) return;
            seen = round_;
        }
        work();
        const std::lock_guard guard(lock_);
        if (--busy_ == 0) done_.notify_one();
    }
}

}  // namespace neurols
