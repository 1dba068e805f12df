// A budget in cycles, each of which begins hot and ends cold. The first ones, the initial runs, share a
// part of the budget of their own; the others share the rest.
#pragma once

#include <algorithm>
#include <cmath>

namespace neurols {

class Cycles {
public:
    struct Place {
        int cycle;
        double share;  // of the cycle that has passed
    };

    // Without an initial share all cycles are equally long.
    explicit Cycles(int count = 1, int initial_runs = 1, double initial_share = 0)
        : count_(std::max(1, count)),
          initial_runs_(std::clamp(initial_runs, 1, count_)),
          initial_share_(initial_runs_ == count_ ? 1.0
                         : initial_share > 0     ? std::min(initial_share, 1.0)
                                                 : static_cast<double>(initial_runs_) / count_) {}

    int count() const { return count_; }
    bool is_initial(int cycle) const { return cycle < initial_runs_; }

    Place at(double progress) const {
        return progress < initial_share_ || initial_runs_ == count_
                   ? within(0, initial_runs_, progress / initial_share_)
                   : within(initial_runs_, count_ - initial_runs_,
                            (progress - initial_share_) / (1.0 - initial_share_));
    }

private:
    static Place within(int first, int cycles, double share) {
        const double cycle = std::min(std::floor(share * cycles), cycles - 1.0);
        return {first + static_cast<int>(cycle), share * cycles - cycle};
    }

    int count_;
    int initial_runs_;
    double initial_share_;
};

}  // namespace neurols
