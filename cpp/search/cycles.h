// A budget in cycles, each of which begins hot and ends cold. The first ones, the founders, share a
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

    // Without a `founding` share all cycles are equally long.
    explicit Cycles(int count = 1, int founders = 1, double founding = 0)
        : count_(std::max(1, count)),
          founders_(std::clamp(founders, 1, count_)),
          founding_(founders_ == count_ ? 1.0
                    : founding > 0      ? std::min(founding, 1.0)
                                        : static_cast<double>(founders_) / count_) {}

    int count() const { return count_; }
    bool is_founder(int cycle) const { return cycle < founders_; }

    Place at(double progress) const {
        return progress < founding_ || founders_ == count_
                   ? within(0, founders_, progress / founding_)
                   : within(founders_, count_ - founders_, (progress - founding_) / (1.0 - founding_));
    }

private:
    static Place within(int first, int cycles, double share) {
        const double cycle = std::min(std::floor(share * cycles), cycles - 1.0);
        return {first + static_cast<int>(cycle), share * cycles - cycle};
    }

    int count_;
    int founders_;
    double founding_;
};

}  // namespace neurols
