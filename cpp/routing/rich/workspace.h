// The workspace of rich routing: what the search drives. It ties together the working solution, the
// operators and perturbations of the menu, the best copy and the elites.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "routing/rich/best_copy.h"
#include "routing/rich/elites.h"
#include "routing/rich/operators/neighbourhood.h"
#include "routing/rich/operators/tails.h"
#include "routing/rich/operators/tasks.h"
#include "routing/rich/ruin.h"
#include "routing/rich/trips.h"
#include "routing/rich/types.h"
#include "search/workspace.h"

namespace neurols::routing::rich {

struct RichSettings {
    RuinSettings ruin;
    RecreateSettings recreate;
    double waiting = 0.2;  // weights of proximity, in mean distance a mean duration
    double lateness = 1.0;
    double tails = 0.1;  // share of ruins after which a route exchanges its tail,
    double cuts = 0.5;   // or, so often, leaves it to a new one
};

class RichWorkspace final : public Workspace {
public:
    RichWorkspace(std::shared_ptr<const Instance> instance, const WorkspaceSettings& settings = {},
                  const RichSettings& rich = {}, std::optional<Lists> initial = std::nullopt);

    RichWorkspace(const RichWorkspace&) = delete;
    RichWorkspace& operator=(const RichWorkspace&) = delete;

    const std::vector<std::string>& operators() const override { return operator_names_; }
    const std::vector<std::string>& perturbations() const override { return perturbation_names_; }

    void prepare(const std::atomic<bool>* cancel) override;
    void construct(Rng& rng) override;
    Cost cost() const override;
    bool feasible() const override { return routes_.complete(); }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void set_ceiling(Cost ceiling) override;
    void see(const Observation& seen) override { progress_ = seen.progress; }
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool learn(const Workspace& other) override;
    bool adopt(const Workspace& other) override;
    Cost unit() const override { return unit_; }
    std::uint64_t fingerprint() const override { return routes_.fingerprint(); }

    std::unique_ptr<Features> features() override;

    // By operator, why it does nothing on this instance; empty where it may.
    std::vector<std::string> unsupported() const;

    const Instance& instance() const { return *instance_; }
    const Routes& solution() const { return routes_; }
    Lists routes() const { return routes_.as_lists(); }
    Lists best_routes() const { return best_.as_lists(); }

    // Recomputes everything that is kept incrementally; throws std::logic_error on a disagreement.
    void check_consistency() const { routes_.check(); }

private:
    void name_operators();
    bool sweep(std::size_t op, Value allowance, Rng& rng, std::size_t most = SIZE_MAX);
    bool improve(std::size_t op, Node u, std::int64_t tested, Value allowance, Rng& rng);
    bool improve_by_any(Node u, std::int64_t tested, Value allowance, Rng& rng);
    void polish(Rng& rng);
    bool propose_steepest(std::size_t op, Rng& rng);
    void remember_dropped_arcs();
    void note_rejected();
    static std::uint64_t arc(Node a, Node b);
    bool try_perturb(int perturbation, int strength, Rng& rng);
    bool ruin_and_recreate(int strength, Value ceiling, Rng& rng);
    bool change_whole_route(Value ceiling, Rng& rng);
    void exchange_tails(Value before, Value ceiling, Rng& rng);
    void change_trips(Rng& rng);
    bool finish(Rng& rng);
    bool eliminate(Rng& rng);
    void build(Rng& rng, bool randomly);
    bool restart(Rng& rng);
    bool recombine(int elites, Rng& rng);
    void cross(const Lists& mother, const Lists& father, Rng& rng);
    void note_phase();
    void adapt_prices();
    void set_prices(double level);
    double small_change() const;

    std::shared_ptr<const Instance> instance_;
    WorkspaceSettings settings_;
    RichSettings rich_;
    std::optional<Lists> initial_;
    std::shared_ptr<const Proximity> proximity_;
    mutable Routes routes_;  // a fingerprint is kept once asked for
    BestCopy best_, phase_best_;
    bool in_phases_ = false;
    Elites elites_;
    Recreate recreate_;
    Ruin ruin_;
    Types types_;
    Trips trips_;
    Evaluation evaluation_;
    TwoOptStar tails_;
    std::vector<std::unique_ptr<Neighbourhood>> neighbourhoods_;
    TaskOperators task_operators_;
    bool has_whole_tasks_ = false;  // shipments, groups or clients that need not be visited
    std::vector<std::string> operator_names_, perturbation_names_;

    std::vector<std::size_t> steepest_;  // neighbourhoods that have a tabu version
    std::vector<Node> order_;
    std::vector<std::vector<std::int64_t>> tested_;  // by operator and client: by the clock of the routes
    std::vector<std::uint64_t> rejected_sweeps_;
    std::vector<Move> rejected_moves_;
    std::size_t rejected_op_ = 0;
    Move pending_move_;
    std::vector<std::uint64_t> dropped_arcs_;
    PairMemory tabu_;
    std::int64_t tabu_time_ = 0;
    int tenure_ = 0;

    Value ceiling_ = kForever;
    Value incomplete_ = 0;  // added to the cost of incomplete solutions until a complete one is known
    double price_level_ = 1;
    int priced_steps_ = 0, incomplete_steps_ = 0;
    Cost unit_ = 1;
    double progress_ = 0;
    bool finished_ = false;
    std::vector<int> step_;

    enum class Pending : std::uint8_t { Nothing, Sweep, Steepest, Perturbation, NewPhase };
    Pending pending_ = Pending::Nothing;
    bool kept_ = false;
};

}  // namespace neurols::routing::rich
