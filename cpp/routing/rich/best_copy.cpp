#include "routing/rich/best_copy.h"

namespace neurols::routing::rich {

namespace {
std::size_t at(int index) { return static_cast<std::size_t>(index); }
}  // namespace

void BestCopy::reset(const Routes& routes) {
    copies_.resize(at(routes.slots()));
    is_stale_.assign(copies_.size(), 0);
    stale_.clear();
    for (int r = 0; r < routes.slots(); ++r) copy(routes, r);
    keep(routes);
}

void BestCopy::note(const Routes& routes) {
    for (const int r : routes.touched()) {
        if (is_stale_[at(r)]) continue;
        is_stale_[at(r)] = 1;
        stale_.push_back(r);
    }
}

void BestCopy::keep(const Routes& routes) {
    for (const int r : stale_) {
        copy(routes, r);
        is_stale_[at(r)] = 0;
    }
    stale_.clear();
    for (const int r : routes.touched()) copy(routes, r);
    cost_ = routes.cost();
    complete_ = routes.complete();
    absence_ = routes.absence();
}

void BestCopy::copy(const Routes& routes, int r) {
    const Route& route = routes.route(r);
    Copy& copy = copies_[at(r)];
    copy.visits.clear();
    if (route.clients == 0) return;
    copy.type = route.type;
    for (int i = 1; i < route.last(); ++i) copy.visits.push_back(route.stops[at(i)].node);
}

Lists BestCopy::as_lists() const {
    Lists lists;
    for (const Copy& copy : copies_) {
        if (copy.visits.empty()) continue;
        lists.routes.push_back(copy.visits);
        lists.types.push_back(copy.type);
    }
    return lists;
}

}  // namespace neurols::routing::rich
