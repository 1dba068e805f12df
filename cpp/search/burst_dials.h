// What a controller of bursts may turn in a workspace between two bursts, and what it sees of the
// instance. Workspaces that can be turned implement `Dialled` besides `Workspace`.
#pragma once

namespace neurols {

// Multiples of the workspace's own settings.
struct Dials {
    double memory = 1;  // how long a change stays tabu
    double reach = 1;   // how far a perturbation goes from the solution it starts from
};

struct InstanceShape {
    double size = 1;     // operations, customers
    double breadth = 1;  // jobs per machine, customers per route
};

class Dialled {
public:
    virtual ~Dialled() = default;
    virtual void turn(const Dials& dials) = 0;
    virtual InstanceShape shape() const = 0;
};

}  // namespace neurols
