// The border between the search and a problem: a solution in hand that can be moved and put back.
//
// A workspace holds one *working* solution: the current solution, or, after `propose` or `perturb`,
// the candidate. `accept` makes the candidate current; `reject` restores the current solution bit
// for bit. It also keeps a copy of the best solution. The search knows problems by this class alone.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/decision.h"
#include "search/features.h"
#include "search/initial_effort.h"
#include "search/observation.h"
#include "search/perceptron.h"
#include "search/rng.h"

namespace neurols {

// Settings that every problem understands. A problem with more of its own derives from them.
struct WorkspaceSettings {
    std::string construction;       // empty: the problem's default
    int tenure = 12;                // steps that a changed arc or edge stays tabu, at least
    int tenure_spread = 12;         // plus up to so many, drawn at random
    double allowance = 0;           // sweeps make moves that worsen by less, in small changes (`unit`)
    double guidance = 0.0;          // weight of a penalty, in parts of the initial cost or of the mean arc
    int perturbation_strength = 0;  // 0: the problem's default
    // How candidates are ranked, learned; null: by the problem's own rule.
    std::shared_ptr<const PerceptronWeights> ranking;
    // On an initial solution, where constraints make one hard to find; null: little.
    std::shared_ptr<InitialEffort> effort;
};

class Workspace {
public:
    virtual ~Workspace() = default;

    // The menu. Names are the ones used on the command line and in decisions.
    virtual const std::vector<std::string>& operators() const = 0;
    virtual const std::vector<std::string>& perturbations() const = 0;

    // All that takes long and is needed before a construction, once for any number of them. As soon as
    // `cancel` is set it need only do for a first solution, with which the search will end.
    virtual void prepare(const std::atomic<bool>* /*cancel*/) {}

    // Build the initial solution (or load the warm start) and make it current and best.
    virtual void construct(Rng& rng) = 0;

    // Cost of the working solution.
    virtual Cost cost() const = 0;

    // Whether the working solution may become the best one. Its cost includes a price where it may not.
    virtual bool feasible() const { return true; }

    // Turn the working solution into the operator's best candidate that has not been rejected yet
    // from the current solution. False when there is none; the working solution is then unchanged.
    virtual bool propose(int op, Rng& rng) = 0;

    // Turn the working solution into a perturbed one. Pending like any other candidate.
    virtual void perturb(int perturbation, int strength, Rng& rng) = 0;

    // Candidates above this cost will be rejected: a workspace may stop building one as soon as it is
    // sure to end up there, and leave the current solution in its place.
    virtual void set_ceiling(Cost /*ceiling*/) {}

    // The search as it stands before the next candidate; learned rankings want to know.
    virtual void see(const Observation& /*seen*/) {}

    virtual void accept() = 0;
    virtual void reject() = 0;

    // Remember the working solution as the best one.
    virtual void keep_best() = 0;

    // Searches of one instance may share what they find. `learn` remembers the other's good solutions
    // for perturbations that go between such; false where none is in use. `adopt`, with nothing
    // pending, makes the other's best solution the current one, and the best if it is better; false
    // where the problem does not know how.
    virtual bool learn(const Workspace& /*other*/) { return false; }
    virtual bool adopt(const Workspace& /*other*/) { return false; }

    // No solution can cost less. The search stops when it gets there.
    virtual Cost lower_bound() const { return 0; }

    // What a small change costs here, of the initial solution: a mean arc, a mean duration.
    virtual Cost unit() const { return 1; }

    // Hash of the working solution, for telling solutions that were visited before.
    virtual std::uint64_t fingerprint() const { return 0; }

    // Estimated cost change of the operator's next candidate from the current solution, infinity
    // when exhausted; NaN where the problem cannot tell cheaply. Only valid with nothing pending.
    virtual double estimate(int op, Rng& rng);

    // What a policy network sees of this workspace; nothing where the problem does not say.
    virtual std::unique_ptr<Features> features();

    // The estimated cost of the operator's next candidate from the current solution, should the
    // pending one be rejected; infinity when none is left. Told for the operators that `foretells`
    // names, from the first step after `features` on; NaN before.
    virtual bool foretells(int /*op*/) const { return false; }
    virtual double next_estimate(int op) const;
    // The fingerprint of that candidate; 0 where it is not told or none is left.
    virtual std::uint64_t next_fingerprint(int /*op*/) const { return 0; }

    // Guided local search: raise the penalty of the current solution's worst features, and the
    // penalty (in units of cost) that the working solution carries.
    virtual void penalise() {}
    virtual Cost penalty() const { return 0; }
};

}  // namespace neurols
