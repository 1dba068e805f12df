// Phases of the search that begin with the offspring of two elites, and what is known of the current one.
#include <algorithm>

#include "routing/rich/workspace.h"

namespace neurols::routing::rich {

namespace {
constexpr std::size_t kLeastShare = 6, kGreatestShare = 2;  // of the routes leave from 1 in 6 to 1 in 2
std::size_t at(int index) { return static_cast<std::size_t>(index); }
}  // namespace

// A phase ends here: the best of it joins the elites. Until there are enough of them the next one starts
// anew, after that from the offspring of two.
bool RichWorkspace::recombine(int elites, Rng& rng) {
    const auto room = static_cast<std::size_t>(elites);
    elites_.make_room(room);
    const BestCopy& ended = in_phases_ ? phase_best_ : best_;
    if (ended.complete()) elites_.offer(ended.as_lists(), ended.cost());
    if (elites_.size() < room || elites_.size() < 2) return restart(rng);

    const auto [mother, father] = elites_.parents(rng);
    cross(mother, father, rng);
    return true;
}

// Routes around a random client leave the mother; as many of the father's come, those with the most of
// the clients that lost theirs. What then is absent is inserted.
void RichWorkspace::cross(const Lists& mother, const Lists& father, Rng& rng) {
    std::vector<int> route_of(instance_->stride(), -1);
    for (std::size_t r = 0; r < mother.routes.size(); ++r) {
        for (const Node v : mother.routes[r]) {
            if (!instance_->is_depot(v)) route_of[at(v)] = static_cast<int>(r);
        }
    }
    const std::size_t least = std::max<std::size_t>(1, mother.routes.size() / kLeastShare);
    const std::size_t greatest = std::max<std::size_t>(1, mother.routes.size() / kGreatestShare);
    const std::size_t count = least + rng.below(static_cast<std::uint32_t>(greatest - least + 1));
    std::vector<std::uint8_t> leaves(mother.routes.size(), 0);
    std::size_t leaving = 0;
    const auto leave = [&](Node c) {
        const int r = route_of[at(c)];
        if (r < 0 || leaves[at(r)]) return;
        leaves[at(r)] = 1;
        ++leaving;
    };
    const Node seed =
        instance_->depots() + static_cast<Node>(rng.below(static_cast<std::uint32_t>(instance_->clients())));
    leave(seed);
    for (const Node c : proximity_->of(seed)) {
        if (leaving >= count) break;
        leave(c);
    }

    std::vector<std::pair<double, std::size_t>> coming;
    for (std::size_t r = 0; r < father.routes.size(); ++r) {
        const auto shared = std::ranges::count_if(father.routes[r], [&](Node c) {
            return !instance_->is_depot(c) && route_of[at(c)] >= 0 && leaves[at(route_of[at(c)])];
        });
        if (shared > 0)
            coming.emplace_back(-static_cast<double>(shared) / static_cast<double>(father.routes[r].size()),
                                r);
    }
    std::sort(coming.begin(), coming.end());
    if (coming.size() > leaving) coming.resize(leaving);

    std::vector<std::uint8_t> comes(at(instance_->tasks()), 0);
    routes_.assign({});
    const auto settle = [&](int type, const std::vector<Node>& visits) {
        if (routes_.open(type, visits) == kAbsent) return;
        for (const Node v : visits) {
            if (!instance_->is_depot(v) && routes_.is_absent(instance_->task_of(v)))
                routes_.serve(instance_->task_of(v));
        }
    };
    for (const auto& [share, r] : coming) {
        settle(father.types[r], father.routes[r]);
        for (const Node v : father.routes[r]) {
            if (!instance_->is_depot(v)) comes[at(instance_->task_of(v))] = 1;
        }
    }
    std::vector<Node> kept;
    for (std::size_t r = 0; r < mother.routes.size(); ++r) {
        if (leaves[r]) continue;
        kept.clear();
        for (const Node v : mother.routes[r]) {
            const bool gone = instance_->is_depot(v) ? kept.empty() || instance_->is_depot(kept.back())
                                                     : comes[at(instance_->task_of(v))] != 0;
            if (!gone) kept.push_back(v);
        }
        while (!kept.empty() && instance_->is_depot(kept.back())) kept.pop_back();
        if (!kept.empty()) settle(mother.types[r], kept);
    }
    recreate_.start(proximity_.get());
    for (int slot = 0; slot < routes_.used(); ++slot) recreate_.add_route(routes_.used_route(slot));
    recreate_.waiting() = routes_.absent();
    recreate_.sort(rng);
    recreate_.insert_all(routes_, rng, kForever);
    types_.improve(routes_, rng);
}

void RichWorkspace::note_phase() {
    if (pending_ == Pending::NewPhase) {
        in_phases_ = true;
        phase_best_.reset(routes_);
    } else if (in_phases_ && (routes_.complete() || !phase_best_.complete()) &&
               (routes_.cost() < phase_best_.cost() || !phase_best_.complete())) {
        phase_best_.keep(routes_);
    } else if (in_phases_) {
        phase_best_.note(routes_);
    }
}

bool RichWorkspace::learn(const Workspace& other) {
    if (!in_phases_) return false;
    const auto& theirs = dynamic_cast<const RichWorkspace&>(other);
    if (theirs.best_.complete()) elites_.offer(theirs.best_routes(), theirs.best_.cost());
    return true;
}

}  // namespace neurols::routing::rich
