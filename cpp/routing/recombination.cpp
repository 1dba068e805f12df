#include "routing/recombination.h"

#include <algorithm>

namespace neurols::routing {

namespace {
constexpr std::size_t kLeastShare = 6, kGreatestShare = 2;  // of the routes leave from 1 in 6 to 1 in 2
}

Recombination::Recombination(const Instance& instance, const Neighbours& neighbours)
    : instance_(instance), neighbours_(neighbours) {}

RouteLists Recombination::child(const RouteLists& mother, const RouteLists& father, std::vector<Node>& absent,
                                Rng& rng) {
    const std::size_t least = std::max<std::size_t>(1, mother.size() / kLeastShare);
    const std::size_t greatest = std::max<std::size_t>(1, mother.size() / kGreatestShare);
    choose_from_mother(mother, least + rng.below(static_cast<std::uint32_t>(greatest - least + 1)), rng);
    choose_from_father(father);

    RouteLists child;
    child.reserve(mother.size());
    for (std::size_t r = 0; r < mother.size(); ++r) {
        if (is_leaving_[r]) continue;
        auto& route = child.emplace_back(mother[r]);
        std::erase_if(route, [&](Node c) { return comes_[static_cast<std::size_t>(c)]; });
    }
    for (const std::size_t r : coming_) child.push_back(father[r]);
    for (const std::size_t r : leaving_) {
        for (const Node c : mother[r]) {
            if (!comes_[static_cast<std::size_t>(c)]) absent.push_back(c);
        }
    }
    return child;
}

// The routes around a random customer.
void Recombination::choose_from_mother(const RouteLists& mother, std::size_t count, Rng& rng) {
    const auto nodes = static_cast<std::size_t>(instance_.nodes());
    route_of_.resize(nodes);
    for (std::size_t r = 0; r < mother.size(); ++r) {
        for (const Node c : mother[r]) route_of_[static_cast<std::size_t>(c)] = r;
    }
    leaving_.clear();
    is_leaving_.assign(mother.size(), 0);
    leaves_.assign(nodes, 0);
    const auto leave = [&](Node c) {
        const std::size_t r = route_of_[static_cast<std::size_t>(c)];
        if (is_leaving_[r]) return;
        is_leaving_[r] = 1;
        leaving_.push_back(r);
        for (const Node other : mother[r]) leaves_[static_cast<std::size_t>(other)] = 1;
    };
    const Node seed = static_cast<Node>(1 + rng.below(static_cast<std::uint32_t>(instance_.customers())));
    leave(seed);
    for (const Node c : neighbours_.of(seed)) {
        if (leaving_.size() >= count) break;
        leave(c);
    }
}

// As many routes, those whose customers are most nearly the ones that have lost theirs.
void Recombination::choose_from_father(const RouteLists& father) {
    candidates_.clear();
    for (std::size_t r = 0; r < father.size(); ++r) {
        const auto shared = std::ranges::count_if(
            father[r], [&](Node c) { return leaves_[static_cast<std::size_t>(c)] != 0; });
        if (shared > 0) {
            candidates_.emplace_back(-static_cast<double>(shared) / static_cast<double>(father[r].size()), r);
        }
    }
    std::sort(candidates_.begin(), candidates_.end());
    if (candidates_.size() > leaving_.size()) candidates_.resize(leaving_.size());

    coming_.clear();
    comes_.assign(static_cast<std::size_t>(instance_.nodes()), 0);
    for (const auto& candidate : candidates_) {
        coming_.push_back(candidate.second);
        for (const Node c : father[candidate.second]) comes_[static_cast<std::size_t>(c)] = 1;
    }
}

}  // namespace neurols::routing
