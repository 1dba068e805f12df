// The workspace of a symmetric tour: that of routing with one perturbation more, "lin-kernighan", which
// works on an array of places. The working solution stands where the latest step has left it, in the array
// or in the routes, and is carried over when a step of the other kind comes.
#pragma once

#include <memory>
#include <optional>

#include "routing/tour/best_tour.h"
#include "routing/tour/lin_kernighan.h"
#include "routing/workspace.h"

namespace neurols::routing {

class TourWorkspace final : public Workspace {
public:
    // One vehicle has room for all, without a limit of distance, and distances are symmetric.
    TourWorkspace(std::shared_ptr<const Instance> instance, const RoutingSettings& settings = {},
                  std::optional<RouteLists> initial = std::nullopt);

    const std::vector<std::string>& operators() const override { return plan_.operators(); }
    const std::vector<std::string>& perturbations() const override { return perturbation_names_; }

    void prepare(const std::atomic<bool>* cancel) override { plan_.prepare(cancel); }
    void construct(Rng& rng) override;
    Cost cost() const override { return in_array_ ? instance_->to_cost(total_) : plan_.cost(); }
    bool feasible() const override { return in_array_ || plan_.feasible(); }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void set_ceiling(Cost ceiling) override { plan_.set_ceiling(ceiling); }
    void see(const Observation& seen) override { plan_.see(seen); }
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool learn(const Workspace& other) override;
    bool adopt(const Workspace& other) override;
    Cost lower_bound() const override { return plan_.lower_bound(); }
    Cost unit() const override { return plan_.unit(); }
    std::uint64_t fingerprint() const override;
    void penalise() override;
    Cost penalty() const override { return plan_.penalty(); }
    std::unique_ptr<Features> features() override;

    RouteLists routes() const;
    RouteLists best_routes() const;

    // Recomputes everything that is kept incrementally; throws std::logic_error on a disagreement.
    void check_consistency() const;

private:
    void to_array();
    void to_plan();
    RouteLists as_routes(const std::vector<Node>& order) const;
    Distance length(const std::vector<Node>& order) const;

    std::shared_ptr<const Instance> instance_;
    RoutingWorkspace plan_;
    std::vector<std::string> perturbation_names_;
    bool observed_ = false;  // by features, which see the plan alone

    std::optional<Places> places_;
    Tour tour_;
    std::optional<LinKernighan> search_;
    bool in_array_ = false;
    bool pending_ = false;
    bool kept_ = false;  // the pending candidate has been kept as the best
    Distance total_ = 0, change_ = 0;
    BestTour best_;
    bool best_in_array_ = false;
};

}  // namespace neurols::routing
