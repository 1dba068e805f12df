// The slow tempo inside the core: a small network is asked at the end of every burst of native steps
// and turns the dials of the search for the next one. An answer costs about a microsecond.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/burst.h"
#include "search/burst_dials.h"
#include "search/controller.h"
#include "search/perceptron.h"
#include "search/rules.h"
#include "search/workspace.h"

namespace neurols {

// The classical search whose dials are turned: with all answers at zero it is just that.
struct BurstSettings {
    std::vector<Action> operators;      // the first is applied unless another one is preferred
    std::vector<Action> perturbations;  // the same; strength 0: as much as the budget feeds
    std::int64_t patience = 20'000;     // steps without a new best of the phase before a perturbation
    std::int32_t length = 500;          // steps of a burst
};

class BurstController : public Controller {
public:
    // One network for each answer, in the order of `answer_names`. Dials are turned by a factor of
    // two to the power of their answer. An operator or a perturbation other than the first is drawn
    // with odds of four to the power of minus its answer to one, and never where that is 4 or more.
    BurstController(std::shared_ptr<Workspace> workspace, std::shared_ptr<AcceptanceRule> acceptance,
                    BurstSettings settings, std::vector<std::shared_ptr<const PerceptronWeights>> networks);

    static const std::vector<std::string>& feature_names();
    // `operators` and `perturbations`: the names of those in the settings.
    static std::vector<std::string> answer_names(const std::vector<std::string>& operators,
                                                 const std::vector<std::string>& perturbations);

    void start(const Observation& seen) override;
    Decision decide(const Observation& seen, Rng& rng) override;

    // What was seen and answered when the networks were last asked.
    const std::vector<float>& features() const { return features_; }
    const std::vector<float>& answers() const { return answers_; }

private:
    void note(const Observation& seen, bool accepted);
    void begin_phase(const Observation& seen);
    std::int64_t standing_still(const Observation& seen) const;
    void ask(const Observation& seen, Rng& rng);
    double turned(std::size_t answer) const;
    std::size_t drawn(std::size_t first_answer, std::size_t options, Rng& rng) const;
    Action perturbation(const Observation& seen, Rng& rng) const;

    std::shared_ptr<Workspace> workspace_;
    Dialled* dialled_;  // the same object, where it can be turned
    std::shared_ptr<AcceptanceRule> acceptance_;
    BurstSettings settings_;
    std::vector<Perceptron> networks_;
    InstanceShape shape_;

    std::vector<float> features_;
    std::vector<float> answers_;
    std::int64_t patience_ = 0;
    Burst burst_;
    BurstTally tally_;
    Cost phase_best_ = 0;
    std::int64_t phase_best_at_ = 0;
};

}  // namespace neurols
