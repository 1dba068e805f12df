// Permutation shops as the search sees them: one order of the jobs for all machines.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scheduling/rich/job_line.h"
#include "search/workspace.h"

namespace neurols::scheduling::rich {

class PermutationWorkspace : public Workspace {
public:
    // `initial`: operations of every machine in order, for a warm start; empty for a construction.
    PermutationWorkspace(std::shared_ptr<const Instance> instance, const WorkspaceSettings& settings,
                         std::vector<std::vector<Op>> initial = {});

    const std::vector<std::string>& operators() const override { return operator_names(); }
    const std::vector<std::string>& perturbations() const override { return perturbation_names(); }
    static const std::vector<std::string>& operator_names();
    static const std::vector<std::string>& perturbation_names();
    static const std::vector<std::string>& construction_names();

    void construct(Rng& rng) override;
    Cost cost() const override { return cost_.total(line_.price()); }
    bool feasible() const override { return cost_.violation == 0; }
    bool propose(int op, Rng& rng) override;
    void perturb(int perturbation, int strength, Rng& rng) override;
    void accept() override;
    void reject() override;
    void keep_best() override;
    bool adopt(const Workspace& other) override;
    Cost lower_bound() const override { return instance_->lower_bound(); }
    Cost unit() const override { return unit_; }
    std::uint64_t fingerprint() const override;
    std::unique_ptr<Features> features() override;

    const Instance& instance() const { return *instance_; }
    const Jobs& order() const { return order_; }
    // The best solution, and the working one, as schedules.
    Plan best_plan();
    Plan plan();

private:
    enum class Operator : std::uint8_t { Insert, InsertTabu, Shift, Swap, Ruin, RuinDescent };
    enum class Perturbation : std::uint8_t { Swaps, BestSwaps, Restart, Best };

    void construct_by_insertion(Jobs jobs, Rng& rng);
    void find_feasible(Rng& rng);
    Jobs sorted_jobs(const std::string& rule, Rng& rng) const;
    Jobs order_of_initial() const;
    void start_from_initial();
    JobLine::Cost cost_of(const Jobs& order, bool is_given);
    Plan plan_of(const Jobs& order, bool is_given);
    bool insert_next(bool memory, Rng& rng);
    void shift(Rng& rng);
    void swap(Rng& rng);
    void ruin(bool descent, Rng& rng);
    void descend(Rng& rng);
    std::size_t take_out(std::int32_t job);
    void put_in(std::int32_t job, std::size_t position);
    std::size_t random_position(Rng& rng) const;

    std::shared_ptr<const Instance> instance_;
    WorkspaceSettings settings_;
    std::vector<std::vector<Op>> initial_;
    JobLine line_;
    Jobs order_, current_, best_;
    JobLine::Cost cost_, current_cost_;
    double unit_ = 1;
    // The schedule to start from, where it is cheaper than what the line makes of its order of the jobs: the
    // line puts every operation on the machine where it ends first. Which solutions are that schedule:
    std::optional<Plan> given_;
    JobLine::Cost given_cost_;
    bool is_given_ = false, current_is_given_ = false, best_is_given_ = false;
    Jobs untried_;  // jobs whose best insertion was not proposed from the current solution
    bool fresh_ = true;
    std::int32_t moved_ = -1;
    std::vector<std::int64_t> tabu_until_;
    std::int64_t moves_made_ = 0;
    Jobs out_, sequence_;
};

}  // namespace neurols::scheduling::rich
