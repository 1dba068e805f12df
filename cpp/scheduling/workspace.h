// The job shop as the search sees it: operators and perturbations over one schedule.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scheduling/construction.h"
#include "scheduling/critical.h"
#include "scheduling/elites.h"
#include "scheduling/move_ranking.h"
#include "scheduling/moves.h"
#include "scheduling/operators/operators.h"
#include "scheduling/schedule.h"
#include "scheduling/settings.h"
#include "search/memory.h"
#include "search/penalties.h"
#include "search/workspace.h"

namespace neurols::scheduling {

class JobShopWorkspace : public Workspace {
public:
    // `initial`: machine sequences, machine by machine, for a warm start; empty for a construction.
    JobShopWorkspace(std::shared_ptr<const Instance> instance, const JobShopSettings& settings,
                     std::vector<Op> initial = {});

    const std::vector<std::string>& operators() const override;
    const std::vector<std::string>& perturbations() const override;
    static const std::vector<std::string>& operator_names();
    static const std::vector<std::string>& perturbation_names();

    void construct(Rng& rng) override;
    Cost cost() const override { return static_cast<Cost>(schedule_.makespan()); }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void see(const Observation& seen) override;
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool learn(const Workspace& other) override;
    bool adopt(const Workspace& other) override;
    Cost lower_bound() const override { return static_cast<Cost>(instance_->lower_bound()); }
    Cost unit() const override { return instance_->mean_duration(); }
    std::uint64_t fingerprint() const override { return schedule_.fingerprint(); }
    double estimate(int op, Rng& rng) override;
    void penalise() override;
    Cost penalty() const override;

    std::unique_ptr<Features> features() override;
    bool foretells(int op) const override { return op < kForetold; }
    double next_estimate(int op) const override;
    std::uint64_t next_fingerprint(int op) const override;

    const Schedule& schedule() const { return schedule_; }
    const PairMemory& memory() const { return memory_; }
    std::int64_t moves_made() const { return moves_made_; }
    Time best_makespan() const { return best_makespan_; }
    // Does the operator keep to the tabu memory, and which neighbourhood does it list?
    static bool has_memory(int op);
    static ListMoves neighbourhood_of(int op);
    // Machine sequences of the best solution, machine by machine.
    std::vector<Op> best_sequences() const;
    // The moves that an operator lists from the current solution; for tests and studies.
    const MoveList& moves(int op, Rng& rng);

private:
    enum class Perturbation : std::uint8_t { Swaps, BestSwaps, Restart, Best, Relink };
    // How the pending candidate came about, and so how it is taken back.
    enum class Pending : std::uint8_t { None, Move, Swaps, Replaced };

    // The moves of one operator from the current solution, kept until that changes.
    struct Neighbourhood {
        MoveList moves;
        std::vector<std::uint64_t> outcomes;  // fingerprints that the moves lead to, where they are observed
        std::uint64_t version = 0;
        std::uint64_t listed = 0;  // the version that the outcomes belong to
    };

    static constexpr int kForetold = 4;  // operators, the first ones of the menu

    Neighbourhood& neighbourhood(int op, Rng& rng);
    void list_all(Rng& rng);
    const Move* next_move(const Neighbourhood& around) const;
    Move* choose(int op, Neighbourhood& neighbourhood, Rng& rng);
    static Move* any_open(Neighbourhood& neighbourhood, Rng& rng);
    bool ranks() const { return ranking_ && moves_made_ < ranked_moves_; }
    double rank_of(const Move& move) const;
    void list_moves(int op, MoveList& moves);
    MoveRanking::Memory memory_of_moves(int op) const;
    void turn_down(int op, Neighbourhood& around, Move& move);  // not to be proposed from here again
    bool is_tabu(const Move& move) const;
    bool may_join(int op, const Move& move) const;
    std::size_t block_of(const Move& move, std::size_t last) const;
    bool touches_tabu_pair(std::int32_t from, std::int32_t to) const;
    bool carry_out(const Move& move);  // without evaluating the schedule
    int most_blocks(int op) const;     // in which one candidate may move something
    void join_moves_of_other_blocks(int op, const Neighbourhood& around, const Move& first, int most,
                                    Rng& rng);
    void remember_reversals();
    void random_critical_swaps(int count, Rng& rng);
    void replace_schedule(std::span<const Op> order);
    void offer_phase_best();
    void relink_elites(int elites, Rng& rng);
    void start_phase();
    void keep_phase_best();
    double penalty_change(std::int32_t from, std::int32_t to) const;
    double penalty_of_sequences() const;  // from scratch

    std::shared_ptr<const Instance> instance_;
    JobShopSettings settings_;
    Construction construction_;
    std::vector<Op> initial_;
    Schedule schedule_;
    CriticalPath path_;
    MoveEstimator estimator_;
    std::vector<Neighbourhood> neighbourhoods_;  // one per plain operator
    std::uint64_t version_ = 1;                  // of the current solution
    bool observed_ = false;                      // are all neighbourhoods asked for?
    std::uint64_t path_version_ = 0;
    std::int64_t moves_made_ = 0;  // the clock of the tabu memory

    Pending pending_ = Pending::None;
    Move* pending_move_ = nullptr;
    int pending_op_ = 0;      // the operator that proposed it
    std::vector<Op> backup_;  // topological order of the current solution, when it was replaced
    std::vector<Op> best_;    // topological order of the best solution
    Time best_makespan_ = 0;

    Elites elites_;
    std::vector<Op> phase_best_;  // topological order of the best since the last perturbation
    Time phase_makespan_ = 0;

    // A move that may be made besides another one.
    struct Joinable {
        const Move* move;
        std::size_t block;
        double rank;
    };
    std::vector<Joinable> joinable_;

    std::optional<MoveRanking> ranking_;
    std::int64_t ranked_moves_;  // the first ones; the others are the plain search's
    PairMemory memory_;
    PenaltyTable penalties_;
    double penalty_weight_ = 0;
    double penalty_ = 0;  // of the working solution, in units of one penalty
    double current_penalty_ = 0;
    int tenure_ = 0;
    Rng tenure_rng_{0};
};

}  // namespace neurols::scheduling
