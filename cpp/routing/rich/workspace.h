// The workspace of rich routing: what the search drives. It ties together the working solution, the
// operators and perturbations of the menu, the best copy and the elites.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "routing/rich/best_copy.h"
#include "routing/rich/elites.h"
#include "routing/rich/ruin.h"
#include "routing/rich/types.h"
#include "search/workspace.h"

namespace neurols::routing::rich {

struct RichSettings {
    RuinSettings ruin;
    RecreateSettings recreate;
    double waiting = 0.2;  // weights of proximity, in mean distance a mean duration
    double lateness = 1.0;
};

class RichWorkspace final : public Workspace {
public:
    RichWorkspace(std::shared_ptr<const Instance> instance, const WorkspaceSettings& settings = {},
                  const RichSettings& rich = {}, std::optional<Lists> initial = std::nullopt);

    const std::vector<std::string>& operators() const override { return operator_names_; }
    const std::vector<std::string>& perturbations() const override { return perturbation_names_; }

    void prepare(const std::atomic<bool>* cancel) override;
    void construct(Rng& rng) override;
    Cost cost() const override;
    bool feasible() const override { return routes_.complete(); }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void set_ceiling(Cost ceiling) override;
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool learn(const Workspace& other) override;
    bool adopt(const Workspace& other) override;
    Cost unit() const override { return unit_; }
    std::uint64_t fingerprint() const override { return routes_.fingerprint(); }

    const Instance& instance() const { return *instance_; }
    const Routes& solution() const { return routes_; }
    Lists routes() const { return routes_.as_lists(); }
    Lists best_routes() const { return best_.as_lists(); }
    bool best_is_complete() const { return best_.complete(); }

    // Recomputes everything that is kept incrementally; throws std::logic_error on a disagreement.
    void check_consistency() const { routes_.check(); }

private:
    bool try_perturb(int perturbation, int strength, Rng& rng);
    bool ruin_and_recreate(int strength, Value ceiling, Rng& rng);
    bool eliminate(Rng& rng);
    void build(Rng& rng, bool randomly);
    void fill_gaps(Rng& rng);
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
    std::vector<std::string> operator_names_, perturbation_names_;

    Value ceiling_ = kForever;
    Value incomplete_ = 0;  // added to the cost of solutions until a complete one is known
    double price_level_ = 1;
    int priced_steps_ = 0, incomplete_steps_ = 0;
    Cost unit_ = 1;

    enum class Pending : std::uint8_t { Nothing, Operator, Perturbation, NewPhase };
    Pending pending_ = Pending::Nothing;
    bool kept_ = false;
};

}  // namespace neurols::routing::rich
