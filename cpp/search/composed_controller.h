// A classical controller: an acceptance rule, a selection rule and a perturbation rule.
#pragma once

#include <memory>

#include "search/controller.h"
#include "search/rules.h"

namespace neurols {

class ComposedController : public Controller {
public:
    ComposedController(std::shared_ptr<AcceptanceRule> acceptance, std::shared_ptr<SelectionRule> selection,
                       std::shared_ptr<PerturbationRule> perturbation)
        : acceptance_(std::move(acceptance)),
          selection_(std::move(selection)),
          perturbation_(std::move(perturbation)) {}

    void start(const Observation& seen) override {
        acceptance_->start(seen);
        selection_->start(seen);
        perturbation_->start(seen);
        perturbed_ = false;
    }

    Decision decide(const Observation& seen, Rng& rng) override {
        Decision decision;
        // A perturbation is there to be followed: its candidate is taken without asking the rule.
        const bool accepted = seen.pending && (perturbed_ || acceptance_->accept(seen, rng));
        decision.acceptance = accepted ? Acceptance::Accept : Acceptance::Reject;
        perturbed_ = false;

        const std::optional<Action> selected = selection_->select(seen, rng);
        if (auto escape = perturbation_->perturb(seen, !selected, rng)) {
            escape->acceptance = decision.acceptance;
            if (escape->penalise) {
                if (selected) escape->next = *selected;
                escape->ceiling = next_ceiling(seen, accepted, rng);
            } else {
                perturbed_ = true;
            }
            return *escape;
        }
        decision.stop = !selected;
        if (selected) decision.next = *selected;
        decision.ceiling = next_ceiling(seen, accepted, rng);
        return decision;
    }

private:
    Cost next_ceiling(const Observation& seen, bool accepted, Rng& rng) {
        const bool moves_on = seen.pending && (accepted || seen.improving);
        return acceptance_->ceiling(seen, moves_on ? seen.candidate : seen.current, rng);
    }

    std::shared_ptr<AcceptanceRule> acceptance_;
    std::shared_ptr<SelectionRule> selection_;
    std::shared_ptr<PerturbationRule> perturbation_;
    bool perturbed_ = false;
};

}  // namespace neurols
