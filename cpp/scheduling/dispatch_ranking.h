// A learned dispatching rule: what it sees of an operation that waits, and of the shop around it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scheduling/shop_floor.h"
#include "search/perceptron.h"

namespace neurols::scheduling {

class DispatchRanking {
public:
    static constexpr std::size_t kFeatures = 16;
    static const std::vector<std::string>& feature_names();

    DispatchRanking(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights);

    // Of an operation that could start now; the lowest is dispatched first.
    float rank(const ShopFloor& floor, Op op) const;

private:
    const Instance& instance_;
    Perceptron perceptron_;
    // Of each operation, what never changes while others are dispatched: work of its job from it on in mean
    // jobs, its logarithm, that weighed by how busy the machines are, and the logarithm of work done over
    // left.
    struct Outlook {
        float left;
        float log_left;
        float burden;
        float log_done;
    };
    std::vector<Outlook> outlook_;
    double machine_work_ = 1;  // means, never 0
    double job_length_ = 1;
};

}  // namespace neurols::scheduling
