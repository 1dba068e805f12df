// Phases of the search that begin with the offspring of two elites, and what is known of the current one.
#include "routing/workspace.h"

namespace neurols::routing {

// A phase ends here: the best of it joins the elites. Until there are enough of them the next one starts
// anew, after that from the offspring of two.
bool RoutingWorkspace::recombine(int elites, Rng& rng) {
    const auto room = static_cast<std::size_t>(elites);
    elites_.make_room(room);
    end_phase();
    if (elites_.size() < room) return restart(rng);

    const auto [mother, father] = elites_.parents(rng);
    recreate_.start();
    routes_.assign(recombination_.child(mother, father, recreate_.absent(), rng));
    for (int slot = 0; slot < routes_.used(); ++slot) recreate_.add_route(routes_.used_route(slot));
    recreate_.sort_absent(rng);
    return recreate_.insert_all(routes_, rng);
}

// The first phase began with the search, and its best is the search's own.
void RoutingWorkspace::end_phase() {
    const BestCopy& best = in_phases_ ? phase_best_ : best_;
    elites_.offer(best.as_lists(), best.total());
}

void RoutingWorkspace::note_phase() {
    if (pending_ == Pending::NewPhase) {
        in_phases_ = true;
        phase_best_.reset(routes_);
    } else if (in_phases_ && feasible() && routes_.total() < phase_best_.total()) {
        phase_best_.keep(routes_);
    } else if (in_phases_) {
        phase_best_.note(routes_);
    }
}

bool RoutingWorkspace::learn(const Workspace& other) {
    if (!in_phases_) return false;
    const auto& theirs = dynamic_cast<const RoutingWorkspace&>(other);
    elites_.offer(theirs.best_routes(), theirs.best_.total());
    return true;
}

}  // namespace neurols::routing
