// Rich scheduling as the search sees it: operators and perturbations over one schedule.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scheduling/rich/construction.h"
#include "scheduling/rich/critical.h"
#include "scheduling/rich/elites.h"
#include "scheduling/rich/insertion.h"
#include "scheduling/rich/moves.h"
#include "scheduling/rich/reinsertion.h"
#include "scheduling/rich/schedule.h"
#include "search/memory.h"
#include "search/workspace.h"

namespace neurols::scheduling::rich {

class RichWorkspace : public Workspace {
public:
    // `initial`: operations of every machine in order, for a warm start; empty for a construction.
    RichWorkspace(std::shared_ptr<const Instance> instance, const WorkspaceSettings& settings,
                  std::vector<std::vector<Op>> initial = {});

    const std::vector<std::string>& operators() const override { return operator_names(); }
    const std::vector<std::string>& perturbations() const override { return perturbation_names(); }
    static const std::vector<std::string>& operator_names();
    static const std::vector<std::string>& perturbation_names();

    void construct(Rng& rng) override;
    Cost cost() const override { return schedule_.cost(); }
    bool feasible() const override { return schedule_.feasible(); }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void set_ceiling(Cost ceiling) override { ceiling_ = ceiling; }
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool learn(const Workspace& other) override;
    bool adopt(const Workspace& other) override;
    Cost lower_bound() const override { return instance_->lower_bound(); }
    Cost unit() const override;
    std::uint64_t fingerprint() const override { return schedule_.fingerprint(); }
    double estimate(int op, Rng& rng) override;
    bool foretells(int op) const override { return is_plain_list(op); }
    double next_estimate(int op) const override;
    std::unique_ptr<Features> features() override;

    const Instance& instance() const { return *instance_; }
    const Schedule& schedule() const { return schedule_; }
    const PairMemory& memory() const { return memory_; }
    std::int64_t moves_made() const { return moves_made_; }
    Cost best_cost() const { return best_cost_; }
    const Plan& best() const { return best_; }
    static bool has_memory(int op);
    static bool is_ruin(int op);
    // The moves that an operator lists from the current solution; for tests and studies.
    const MoveList& moves(int op, Rng& rng);
    // Which neighbourhood an operator lists, with or without a memory: ct, cet, ecet, cei, insert from 0.
    static int neighbourhood_of(int op);
    // How it lists moves on the blocks of critical paths; null for insertions.
    static ListMoves block_moves(int op);
    // How lately what the pending candidate changes was changed before: 1 just now, towards 0 for long ago.
    double recency() const;

private:
    enum class Perturbation : std::uint8_t { Swaps, BestSwaps, Restart, Best, Relink };
    // How the pending candidate came about, and so how it is taken back.
    enum class Pending : std::uint8_t { None, Move, Ruin, GivenUp, Swaps, Replaced };

    // The moves of one neighbourhood from the current solution, kept until that changes.
    struct Neighbourhood {
        MoveList moves;
        std::uint64_t version = 0;
    };

    static bool is_plain_list(int op) { return !is_ruin(op) && !has_memory(op); }
    Neighbourhood& neighbourhood(int op, Rng& rng);
    void list_all(Rng& rng);
    void draw_paths(Rng& rng);
    void choose_listed(Rng& rng);
    Move* choose(Neighbourhood& around, bool memory, Rng& rng);
    void verify_best(Neighbourhood& around, bool memory);
    static Move* any_open(Neighbourhood& around, Rng& rng);
    bool is_tabu(const Move& move) const;
    bool is_tabu_shift(Op op, Op after) const;
    bool carry_out(const Move& move);
    void remember(const Schedule::Change& taken, const Schedule::Change& put);
    bool comes_after(Op later, Op sooner) const;
    bool ruin_once(Rng& rng);
    void random_moves(int count, Rng& rng);
    bool random_move(Rng& rng);
    void replace(const Plan& plan);
    void offer_phase_best();
    void relink_elites(int elites, Rng& rng);
    void start_phase();
    void keep_phase_best();
    void find_feasible(Rng& rng);
    bool repair(Rng& rng, std::int64_t steps, double deadline);
    void adapt_price();

    std::shared_ptr<const Instance> instance_;
    WorkspaceSettings settings_;
    Construction construction_;
    std::vector<std::vector<Op>> initial_;
    Schedule schedule_;
    CriticalPaths paths_;
    StretchEstimator estimator_;
    InsertionEvaluator insertions_;
    Reinsertion reinsertion_;
    std::vector<Neighbourhood> neighbourhoods_;
    std::uint64_t version_ = 1;  // of the current solution
    std::uint64_t path_version_ = 0;
    std::vector<Op> listed_;  // operations whose insertions are listed
    std::vector<std::uint8_t> is_listed_;
    std::int64_t moves_made_ = 0;  // the clock of the tabu memory
    bool observed_ = false;
    double unit_ = 1;

    Pending pending_ = Pending::None;
    Cost ceiling_ = std::numeric_limits<Cost>::infinity();
    Move* pending_move_ = nullptr;
    Neighbourhood* pending_around_ = nullptr;
    Plan backup_, best_, phase_best_, plan_;
    Cost best_cost_ = 0, phase_cost_ = 0;
    double base_price_ = 1;

    Elites elites_;
    PairMemory memory_;
    int tenure_ = 0;
    Rng tenure_rng_{0};
};

}  // namespace neurols::scheduling::rich
