#include "search/stop.h"

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#else
#include <time.h>
#endif

#include <chrono>

namespace neurols {

std::string to_string(StopReason reason) {
    switch (reason) {
        case StopReason::None:
            return "none";
        case StopReason::Iterations:
            return "iterations";
        case StopReason::WallTime:
            return "time";
        case StopReason::CpuTime:
            return "cpu time";
        case StopReason::Target:
            return "target";
        case StopReason::Optimal:
            return "optimal";
        case StopReason::Stagnation:
            return "stagnation";
        case StopReason::Controller:
            return "local optimum";
        case StopReason::Interrupted:
            return "interrupted";
        case StopReason::Companion:
            return "companion";
    }
    return "none";
}

double wall_clock() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

#ifdef _WIN32
double thread_cpu_clock() {
    FILETIME created{}, ended{}, kernel{}, user{};
    GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user);
    const auto seconds = [](const FILETIME& time) {  // counted in units of 100 ns
        return 429.4967296 * static_cast<double>(time.dwHighDateTime) +
               1e-7 * static_cast<double>(time.dwLowDateTime);
    };
    return seconds(kernel) + seconds(user);
}
#else
double thread_cpu_clock() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
#endif

void Stopwatch::start() {
    wall_ = cpu_ = 0;
    resting_ = true;
    resume();
}

void Stopwatch::pause() {
    if (resting_) return;
    wall_ = wall();
    cpu_ = cpu();
    resting_ = true;
}

void Stopwatch::resume() {
    if (!resting_) return;
    wall_ = wall_clock() - wall_;
    cpu_ = thread_cpu_clock() - cpu_;
    resting_ = false;
}

}  // namespace neurols
