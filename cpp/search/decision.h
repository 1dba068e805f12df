// The words of the search: what a controller decides, and what comes of a step.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace neurols {

// Costs are doubles: exact for integers below 2^53, which readers enforce, and right for real distances.
using Cost = double;

enum class Acceptance : std::uint8_t { Reject, Accept };

// What comes next: an operator or a perturbation of the workspace's menu, by its index there. An action
// given by name stands for its place on a menu that is not known yet; the driver looks it up.
struct Action {
    enum class Kind : std::uint8_t { Operator, Perturbation };

    Kind kind = Kind::Operator;
    std::int32_t index = 0;
    std::int32_t strength = 0;  // perturbations: how strong, 0 for the workspace's default

    static Action apply(int index) { return {Kind::Operator, index, 0}; }
    static Action perturb(int index, int strength = 0) { return {Kind::Perturbation, index, strength}; }
    static Action named(Kind kind, const std::string& name, int strength = 0);

    bool has_name() const { return index <= kFirstName; }
    const std::string& name() const;  // of an action that has one

    bool is_perturbation() const { return kind == Kind::Perturbation; }
    bool operator==(const Action&) const = default;

    static constexpr std::int32_t kFirstName = -2;  // names are numbered downwards from here
    static constexpr std::int32_t kStrongest = 10'000;
};

struct Decision {
    Acceptance acceptance = Acceptance::Reject;  // of the pending candidate
    Action next;
    bool penalise = false;  // guided local search: raise the penalties of the current solution first
    bool stop = false;      // the controller has nothing left to try
    // A candidate that costs more will be rejected, whatever it is; see Workspace::set_ceiling.
    Cost ceiling = std::numeric_limits<Cost>::infinity();
};

// What a step brought, against the solution it started from.
enum class Outcome : std::uint8_t {
    None,       // no step yet
    NewBest,    // better than every solution before
    Better,     // better than the current solution
    Equal,      // same cost
    Worse,      // worse
    Exhausted,  // the operator had no candidate left to propose from the current solution
};

}  // namespace neurols
