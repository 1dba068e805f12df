// A learned policy as a controller of the driver: it writes what it sees into arrays and asks a
// function for the number of a decision.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "search/controller.h"
#include "search/observer.h"

namespace neurols {

class PolicyController : public Controller {
public:
    // `choose` is told whether the static arrays are new, gets a uniform random number for policies
    // that draw their actions, and returns the number of a decision.
    using Choose = std::function<int(bool first, double chance)>;

    PolicyController(std::shared_ptr<Workspace> workspace, std::vector<Decision> decisions,
                     const ObservationBuffers& to, double steps, bool run_through_improvements, Choose choose)
        : workspace_(std::move(workspace)),
          decisions_(std::move(decisions)),
          to_(to),
          steps_(steps),
          run_through_improvements_(run_through_improvements),
          choose_(std::move(choose)) {}

    void start(const Observation&) override {
        observer_ = std::make_unique<Observer>(*workspace_);
        observer_->write_static(to_);
        first_ = true;
        asked_at_.clear();
    }

    Decision decide(const Observation& seen, Rng& rng) override {
        if (run_through_improvements_ && seen.improving) return last_;
        // A budget in time has no steps; it is judged by the speed so far.
        const double left = std::isfinite(steps_) ? steps_ - static_cast<double>(seen.iteration)
                            : seen.progress > 0
                                ? static_cast<double>(seen.iteration) * (1 - seen.progress) / seen.progress
                                : steps_;
        observer_->write_dynamic(seen, left, rng, to_);
        last_ = decisions_.at(static_cast<std::size_t>(choose_(first_, rng.uniform())));
        first_ = false;
        asked_at_.push_back(seen.iteration);
        return last_;
    }

    // The iterations at which the policy was asked.
    const std::vector<std::int64_t>& asked_at() const { return asked_at_; }

private:
    std::shared_ptr<Workspace> workspace_;
    std::vector<Decision> decisions_;
    ObservationBuffers to_;
    double steps_;
    bool run_through_improvements_;
    Choose choose_;
    std::unique_ptr<Observer> observer_;
    Decision last_;
    bool first_ = true;
    std::vector<std::int64_t> asked_at_;
};

}  // namespace neurols
