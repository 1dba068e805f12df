// Threads that wait for work, for callers that hand out small work often.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace neurols {

class ThreadPool {
public:
    // `threads` counts the calling thread, which works too.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    // Run task(begin, end) over 0 … count - 1 in chunks; returns when all are done. The first exception
    // is rethrown, and what had not begun by then is left out.
    void run(int count, int chunk, const std::function<void(int, int)>& task);

private:
    void work();
    void serve();

    std::vector<std::jthread> helpers_;
    std::mutex lock_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void(int, int)>* task_ = nullptr;
    std::atomic<int> next_{0};
    int count_ = 0;
    int chunk_ = 1;
    int busy_ = 0;
    std::uint64_t round_ = 0;
    bool closing_ = false;
    std::exception_ptr failure_;
};

}  // namespace neurols
