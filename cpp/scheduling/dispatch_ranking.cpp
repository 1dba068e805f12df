#include "scheduling/dispatch_ranking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace neurols::scheduling {

namespace {

constexpr double kMost = 8;          // of features in mean durations
constexpr double kWaited = 4;        // mean durations that count as one
constexpr double kQueue = 4;         // times the jobs per machine that count as one
constexpr double kLeastLog = 0.01;   // shares below it are no longer told apart
constexpr double kLeastWork = 1e-3;  // keeps the logarithm of work 0 finite

float within(double x) { return static_cast<float>(std::min(x, kMost)); }

}  // namespace

const std::vector<std::string>& DispatchRanking::feature_names() {
    static const std::vector<std::string> names{"duration",
                                                "work left",
                                                "operations left",
                                                "log done over left",
                                                "waited",
                                                "wait at next",
                                                "load of next",
                                                "queue at next",
                                                "burden left",
                                                "log work left",
                                                "next duration",
                                                "duration when early",
                                                "work left when early",
                                                "log done over left when early",
                                                "last",
                                                "burden left when early"};
    return names;
}

DispatchRanking::DispatchRanking(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights)
    : instance_(instance), perceptron_(weights), outlook_(static_cast<std::size_t>(instance.operations())) {
    if (weights->items != kFeatures || weights->states != 0)
        throw std::invalid_argument("the ranking was not trained on the features of waiting operations");
    const ShopFloor floor(instance);
    const JobWork work(instance);
    const auto all = static_cast<double>(std::max<Time>(1, floor.work()));
    const double job_work = all / std::max(1, instance.jobs());
    machine_work_ = all / std::max(1, instance.machines());
    job_length_ = std::max(1.0, static_cast<double>(instance.operations()) / std::max(1, instance.jobs()));
    double burden = 0;
    for (Op op = instance.operations(); op-- > 0;) {
        const auto i = static_cast<std::size_t>(op);
        const auto busy = static_cast<double>(floor.machine_work(instance.machine(op))) / machine_work_;
        if (instance.job_successor(op) == instance.none()) burden = 0;
        burden += static_cast<double>(instance.duration(op)) * busy;
        const auto remaining = static_cast<double>(work.remaining[i]);
        const double left = remaining / job_work;
        outlook_[i].left = static_cast<float>(left);
        outlook_[i].log_left = static_cast<float>(std::log(std::max(kLeastLog, left)));
        outlook_[i].burden = static_cast<float>(burden / job_work);
        // FDD/MWKR in a form that weights can be put on.
        outlook_[i].log_done = static_cast<float>(std::log(
            std::max(kLeastWork, static_cast<double>(work.up_to[i])) / std::max(kLeastWork, remaining)));
    }
    perceptron_.see({});
}

float DispatchRanking::rank(const ShopFloor& floor, Op op) const {
    const auto& [left, log_left, burden, log_done] = outlook_[static_cast<std::size_t>(op)];
    const std::int32_t job = instance_.job(op);
    const Op after = instance_.job_successor(op);
    const bool last = after == instance_.none();
    const double unit = 1 / instance_.mean_duration();
    const auto early = static_cast<float>(static_cast<double>(floor.work()) /
                                          (machine_work_ * std::max(1, instance_.machines())));
    const float duration = within(static_cast<double>(instance_.duration(op)) * unit);
    float wait = 0, load = 0, queue = 0, next_duration = 0;
    if (!last) {
        const std::int32_t next = instance_.machine(after);
        wait = within(std::max(
            0.0,
            static_cast<double>(floor.machine_ready(next) - floor.now() - instance_.duration(op)) * unit));
        load = within(static_cast<double>(floor.machine_work(next)) /
                      std::max(1.0, machine_work_ * static_cast<double>(early)));
        queue = static_cast<float>(
            static_cast<double>(floor.queue(next).size()) / kQueue /
            (1 + static_cast<double>(instance_.jobs()) / std::max(1, instance_.machines())));
        next_duration = within(static_cast<double>(instance_.duration(after)) * unit);
    }
    const std::array<float, kFeatures> features{
        duration,
        left,
        static_cast<float>((instance_.last_of_job(job) - op) / job_length_),
        log_done,
        within(static_cast<double>(floor.now() - floor.job_ready(job)) * unit / kWaited),
        wait,
        load,
        queue,
        burden,
        log_left,
        next_duration,
        duration * early,
        left * early,
        log_done * early,
        last ? 1.F : 0.F,
        burden * early,
    };
    return perceptron_.rank(features);
}

}  // namespace neurols::scheduling
