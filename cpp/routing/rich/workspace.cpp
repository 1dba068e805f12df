#include "routing/rich/workspace.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace neurols::routing::rich {

namespace {

enum Perturbation : int { kRuin, kRestart, kBest, kRecombine, kEliminate, kRuinAll };

constexpr int kElites = 8;        // unless the strength of a recombination says otherwise
constexpr int kPriceSteps = 300;  // between two changes of the price of absence
constexpr double kDearer = 1.2, kCheaper = 0.9;
constexpr double kLeastLevel = 0.25, kGreatestLevel = 1e4;
constexpr double kFinish = 0.98;          // of the budget, where what is best is polished
constexpr double kTripChange = 0.3;       // probability that a ruined route is cut or joined with another
constexpr double kHope = 2;               // small changes of cost that recreation may regain
constexpr double kWholeRoute = 0.01;      // probability that clients left out get a route, or a route goes
constexpr double kIncompleteShare = 0.1;  // of the steps, aimed at

}  // namespace

RichWorkspace::RichWorkspace(std::shared_ptr<const Instance> instance, const WorkspaceSettings& settings,
                             const RichSettings& rich, std::optional<Lists> initial)
    : instance_(std::move(instance)),
      settings_(settings),
      rich_(rich),
      initial_(std::move(initial)),
      routes_(*instance_),
      recreate_(*instance_, rich.recreate),
      ruin_(*instance_, rich.ruin),
      types_(*instance_),
      trips_(*instance_),
      evaluation_(routes_),
      neighbourhoods_(neighbourhoods()),
      task_operators_(*instance_, rich.recreate),
      has_whole_tasks_(instance_->has().pairs || instance_->has().groups || instance_->has().optional),
      perturbation_names_{"ruin", "restart", "best", "recombine", "eliminate", "ruin+all"},
      tabu_(instance_->stride() * 4) {
    name_operators();
}

// Until a complete solution is known any complete one is better than any that is not.
Cost RichWorkspace::cost() const {
    return instance_->to_cost(routes_.cost() + (routes_.complete() ? 0 : incomplete_));
}

void RichWorkspace::set_ceiling(Cost ceiling) {
    const double money = std::floor(ceiling * instance_->data().scale + 1e-6);
    ceiling_ = money < static_cast<double>(kForever) ? static_cast<Value>(money) : kForever;
}

// A ruin that cannot stay below the ceiling leaves the current solution in its place.
void RichWorkspace::perturb(int perturbation, int strength, Rng& rng) {
    if (strength <= 0) strength = settings_.perturbation_strength;
    routes_.begin_step();
    if (!try_perturb(perturbation, strength, rng)) routes_.undo();
    pending_ = perturbation == kRecombine ? Pending::NewPhase : Pending::Perturbation;
    kept_ = false;
}

bool RichWorkspace::try_perturb(int perturbation, int strength, Rng& rng) {
    switch (perturbation) {
        case kRuin:
            if (progress_ >= kFinish && !finished_) return finish(rng);
            return ruin_and_recreate(strength, ceiling_, rng);
        case kRestart:
            return restart(rng);
        case kRecombine:
            return recombine(strength > 0 ? strength : kElites, rng);
        case kEliminate:
            return eliminate(rng);
        case kRuinAll:
            // The local search may yet come in below the ceiling.
            if (!ruin_and_recreate(strength, kForever, rng)) return false;
            polish(rng);
            return true;
        default:
            routes_.assign(best_.as_lists());
            return true;
    }
}

bool RichWorkspace::ruin_and_recreate(int strength, Value ceiling, Rng& rng) {
    if (instance_->has().limited) adapt_prices();
    if (instance_->has().optional && rng.coin(kWholeRoute)) return change_whole_route(ceiling, rng);
    const Value before = routes_.cost();
    ruin_.remove(routes_, *proximity_, recreate_, strength > 0 ? strength : rich_.ruin.mean_removed, rng);
    if (rng.coin(rich_.tails)) exchange_tails(before, ceiling, rng);
    types_.fit(routes_);
    if (instance_->has().reloads) change_trips(rng);
    recreate_.sort(rng);
    if (!recreate_.insert_all(routes_, rng, ceiling)) return false;
    types_.improve(routes_, rng);
    return true;
}

// Where clients may be left out, a vehicle pays for many of them together only.
bool RichWorkspace::change_whole_route(Value ceiling, Rng& rng) {
    if (rng.coin(0.5) && routes_.used() > 1) {
        const auto slot = static_cast<int>(rng.below(static_cast<std::uint32_t>(routes_.used())));
        ruin_.remove_route(routes_, *proximity_, recreate_, routes_.used_route(slot), rng);
        recreate_.sort(rng);
    } else if (!ruin_.gather(routes_, *proximity_, recreate_, rng)) {
        return false;
    }
    if (!recreate_.insert_all(routes_, rng, ceiling)) return false;
    types_.improve(routes_, rng);
    return true;
}

// Strings are short: what stands behind them now follows the head of another route, or has a vehicle of
// its own. Recreation may yet make good for what that costs.
void RichWorkspace::exchange_tails(Value before, Value ceiling, Rng& rng) {
    step_.assign(routes_.touched().begin(), routes_.touched().end());
    std::erase_if(step_, [&](int r) { return routes_.route(r).clients == 0; });
    if (step_.empty()) return;
    const int r = step_[rng.below(static_cast<std::uint32_t>(step_.size()))];
    const auto hope = static_cast<Value>(kHope * unit_ * instance_->data().scale);
    const Value allowance = hope + (ceiling < kForever ? std::max<Value>(0, ceiling - before) : 0);
    if (rng.coin(rich_.cuts)) {
        const int opened = trips_.cut(routes_, r, allowance, rng);
        if (opened != kAbsent) recreate_.add_route(opened);
        return;
    }
    const Route& route = routes_.route(r);
    const Node u = route.stops[static_cast<std::size_t>(rng.between(1, route.last() - 1))].node;
    if (instance_->is_depot(u)) return;
    evaluation_.start(allowance, -1);
    tails_.search(evaluation_, u);
    if (!evaluation_.found()) return;
    const Move move = evaluation_.best();
    evaluation_.apply(move);
    for (int m = 0; m < move.count; ++m) {
        const int changed = move.routes[static_cast<std::size_t>(m)].route;
        if (routes_.route(changed).clients > 0) recreate_.add_route(changed);
    }
}

// Routes that were ruined lose a reload to a vehicle that is free, or free one by a reload.
void RichWorkspace::change_trips(Rng& rng) {
    const auto allowance = static_cast<Value>(unit_ * instance_->data().scale);
    step_.assign(routes_.touched().begin(), routes_.touched().end());
    for (const int r : step_) {
        if (!rng.coin(kTripChange)) continue;
        const int opened = trips_.change(routes_, r, allowance, rng);
        if (opened != kAbsent) recreate_.add_route(opened);
    }
}

// Near the end of the budget the search goes on from the best solution, in a local optimum of all
// operators.
bool RichWorkspace::finish(Rng& rng) {
    finished_ = true;
    if (best_.complete()) routes_.assign(best_.as_lists());
    polish(rng);
    return true;
}

// One route gives up all its clients to the others.
bool RichWorkspace::eliminate(Rng& rng) {
    if (routes_.used() < 2) return false;
    const int r = routes_.used_route(static_cast<int>(rng.below(static_cast<std::uint32_t>(routes_.used()))));
    ruin_.remove_route(routes_, *proximity_, recreate_, r, rng);
    recreate_.sort(rng);
    if (!recreate_.insert_all(routes_, rng, kForever)) return false;
    types_.improve(routes_, rng);
    return true;
}

// The price of absence holds the share of incomplete solutions, as penalties do in HGS (Vidal, 2022).
void RichWorkspace::adapt_prices() {
    incomplete_steps_ += !routes_.complete();
    if (++priced_steps_ < kPriceSteps) return;
    const bool many = incomplete_steps_ > kIncompleteShare * kPriceSteps;
    priced_steps_ = incomplete_steps_ = 0;
    const double level = std::clamp(price_level_ * (many ? kDearer : kCheaper), kLeastLevel, kGreatestLevel);
    if (level != price_level_) set_prices(level);
}

void RichWorkspace::set_prices(double level) {
    price_level_ = level;
    const double price = level * static_cast<double>(instance_->dearest_trip() + instance_->vehicle_price());
    for (int t = 0; t < instance_->tasks(); ++t) {
        const Task& task = instance_->task(t);
        if (task.required) routes_.set_price(t, static_cast<Value>(price * (1 + task.priority)));
    }
}

void RichWorkspace::accept() {
    note_phase();
    if (!kept_) {
        // As long as nothing is complete, the best solution is the one that leaves out least.
        const bool better = !best_.complete() && !routes_.complete() &&
                            (routes_.absence() < best_.absence() ||
                             (routes_.absence() == best_.absence() && routes_.cost() < best_.cost()));
        if (better) {
            best_.keep(routes_);
        } else {
            best_.note(routes_);
        }
    }
    if (best_.complete()) incomplete_ = 0;
    if (pending_ == Pending::Steepest) remember_dropped_arcs();
    if (!routes_.touched().empty()) {
        rejected_sweeps_.clear();
        rejected_moves_.clear();
    }
    routes_.begin_step();
    pending_ = Pending::Nothing;
}

void RichWorkspace::reject() {
    note_rejected();
    if (kept_) best_.note(routes_);
    routes_.undo();
    if (best_.complete()) incomplete_ = 0;
    pending_ = Pending::Nothing;
}

void RichWorkspace::keep_best() {
    best_.keep(routes_);
    kept_ = true;
}

bool RichWorkspace::adopt(const Workspace& other) {
    const auto& theirs = dynamic_cast<const RichWorkspace&>(other);
    if (!theirs.best_.complete()) return false;
    routes_.begin_step();
    routes_.assign(theirs.best_routes());
    pending_ = Pending::Perturbation;
    kept_ = false;
    if (!best_.complete() || routes_.cost() < best_.cost()) keep_best();
    accept();
    return true;
}

}  // namespace neurols::routing::rich
