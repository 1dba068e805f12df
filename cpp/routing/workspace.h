// The routing workspace: what the search drives. It ties together the working solution, the operators
// and perturbations of the menu, the best copy and the memories; each lives in a file of its own.
#pragma once

#include <memory>
#include <optional>

#include "routing/best_copy.h"
#include "routing/constructions.h"
#include "routing/elites.h"
#include "routing/operators/operator.h"
#include "routing/perturbations.h"
#include "routing/recombination.h"
#include "routing/ruin.h"
#include "routing/ruin_ranking.h"
#include "routing/savings.h"
#include "search/workspace.h"

namespace neurols::routing {

struct RoutingSettings : WorkspaceSettings {
    RoutingSettings() = default;
    explicit RoutingSettings(const WorkspaceSettings& common) : WorkspaceSettings(common) {}

    int neighbours = 20;  // customers that an operator tries to connect a customer with
    double shape = 1.0;   // of the savings construction
    double restart_noise = 0.1;
    RuinSettings ruin;
    RecreateSettings recreate;
    // How customers return after a ruin, learned; null: as in the paper.
    std::shared_ptr<const PerceptronWeights> insertion;
};

class RoutingWorkspace final : public Workspace {
public:
    RoutingWorkspace(std::shared_ptr<const Instance> instance, const RoutingSettings& settings = {},
                     std::optional<RouteLists> initial = std::nullopt);

    const std::vector<std::string>& operators() const override { return operator_names_; }
    const std::vector<std::string>& perturbations() const override { return perturbation_names_; }

    void prepare(const std::atomic<bool>* cancel) override;
    void construct(Rng& rng) override;
    Cost cost() const override;
    bool feasible() const override { return routes_.excess() == 0; }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void set_ceiling(Cost ceiling) override;
    void see(const Observation& seen) override;
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool learn(const Workspace& other) override;
    bool adopt(const Workspace& other) override;
    void replace(const RouteLists& routes);  // the current solution; nothing may be pending
    Cost lower_bound() const override { return instance_->to_cost(instance_->lower_bound()); }
    Cost unit() const override { return unit_; }
    std::uint64_t fingerprint() const override;
    void penalise() override;
    Cost penalty() const override;

    std::unique_ptr<Features> features() override;

    const Instance& instance() const { return *instance_; }
    const Routes& solution() const { return routes_; }
    RouteLists routes() const { return routes_.as_lists(); }
    RouteLists best_routes() const { return best_.as_lists(); }

    // Customers of a ruin, in the order in which they would return. Leaves the current solution as it is.
    std::vector<Node> ruined_order(int strength, Rng& rng);

    // Recomputes everything that is kept incrementally; throws std::logic_error on a disagreement.
    void check_consistency() const;

private:
    bool sweep(std::size_t op, bool one_move, Rng& rng);
    bool sweep_within_step(std::size_t op, Distance allowance, bool one_move, Rng& rng);
    std::uint64_t change_of_step() const;
    bool ruin_and_recreate(int strength, Distance ceiling, Rng& rng);
    bool ranked_ruin(int strength, Rng& rng);
    void note_outcome(bool accepted);
    bool polish(Rng& rng);
    bool propose_steepest(std::size_t op, Rng& rng);
    bool try_perturb(int perturbation, int strength, Rng& rng);
    bool restart(Rng& rng);
    bool recombine(int elites, Rng& rng);
    void end_phase();
    void note_phase();
    bool overloading_ruin(int strength, Rng& rng);
    void adapt_price();
    RouteLists first_routes(Rng& rng);
    double small_change(double mean_arc) const;
    void check_initial() const;
    void remember_dropped_edges();
    Distance penalty_of_step() const;

    std::shared_ptr<const Instance> instance_;
    RoutingSettings settings_;
    std::optional<RouteLists> initial_;
    Neighbours neighbours_;  // the instance's, once prepared
    Routes routes_;
    BestCopy best_;
    BestCopy phase_best_;  // since the last recombination
    bool in_phases_ = false;
    Elites elites_;
    EdgePenalties penalties_;
    Evaluation evaluation_;
    Recreate recreate_;
    Ruin ruin_;
    Perturbations perturbations_;
    Recombination recombination_;
    std::unique_ptr<Routes> workshop_;  // for vehicle limits only
    const std::atomic<bool>* cancel_ = nullptr;

    std::vector<std::unique_ptr<Operator>> operators_;
    std::vector<std::size_t> steepest_;  // operators that also come in a tabu variant, behind the others
    std::vector<std::string> operator_names_;
    std::vector<std::string> perturbation_names_;

    static constexpr auto kNoCeiling = std::numeric_limits<Distance>::max();
    Distance ceiling_ = kNoCeiling;       // of a ruin
    Distance allowance_ = 0;              // by less than this a move of a sweep may worsen
    double first_price_ = 0, price_ = 0;  // of a unit of load beyond the capacity
    int priced_steps_ = 0, overloaded_steps_ = 0;
    Cost unit_ = 1;                                  // see small_change
    std::vector<Node> order_;                        // of a sweep
    std::vector<std::vector<std::int64_t>> tested_;  // per operator and customer: when no move was found
    std::int64_t all_changed_ = 0;                   // when penalties last changed every score

    // The pending candidate.
    enum class Pending : std::uint8_t { Nothing, Sweep, Steepest, Perturbation, NewPhase };
    Pending pending_ = Pending::Nothing;
    bool kept_ = false;  // it has been kept as the best

    // What was rejected since the current solution last changed.
    std::vector<std::uint64_t> rejected_sweeps_;
    std::vector<Move> rejected_moves_;
    std::size_t rejected_op_ = 0;
    Move pending_move_;

    std::optional<RuinRanking> ranking_;
    std::vector<Node> removed_;  // by the latest ruin in the pool
    std::vector<Node> ruined_;   // by the chosen one, until its fate is known

    PairMemory tabu_;
    std::int64_t tabu_time_ = 0;
    std::int64_t tenure_ = 0;

    // Of the current solution; kept up to date from the first call on.
    mutable std::uint64_t fingerprint_ = 0;
    mutable bool fingerprint_known_ = false;
    Distance penalty_ = 0;
};

}  // namespace neurols::routing
