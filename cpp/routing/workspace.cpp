#include "routing/workspace.h"

#include <algorithm>
#include <cmath>

namespace neurols::routing {

namespace {

enum Perturbation : int { kRuin, kLi, kOsman, kTargeted, kRestart, kBest, kRuinAll, kOverload, kRecombine };

constexpr int kResweeps = 4;  // orders tried before a sweep counts as exhausted
constexpr std::size_t kRejectedKept = 256;
constexpr int kPerturbTries = 5;
constexpr int kPolishPasses = 8;
constexpr int kElites = 8;        // unless the strength of a recombination says otherwise
constexpr int kPriceSteps = 300;  // between two changes of the price of overload
constexpr double kLeastPrice = 0.02, kGreatestPrice = 2000;  // in first prices
constexpr double kDearer = 1.1, kCheaper = 0.93;
constexpr double kOverloadedShare = 0.2;  // of the steps, aimed at

}  // namespace

RoutingWorkspace::RoutingWorkspace(std::shared_ptr<const Instance> instance, const RoutingSettings& settings,
                                   std::optional<RouteLists> initial)
    : instance_(std::move(instance)),
      settings_(settings),
      initial_(std::move(initial)),
      routes_(*instance_),
      best_(*instance_),
      phase_best_(*instance_),
      elites_(*instance_),
      penalties_(*instance_),
      evaluation_(routes_, neighbours_, settings.neighbours),
      recreate_(*instance_, neighbours_, settings.recreate, settings.insertion),
      ruin_(*instance_, neighbours_, recreate_, settings.ruin),
      perturbations_(*instance_, neighbours_, recreate_),
      recombination_(*instance_, neighbours_),
      operators_(all_operators(*instance_)),
      perturbation_names_{"ruin", "li",       "osman",    "targeted", "restart",
                          "best", "ruin+all", "overload", "recombine"},
      tabu_(static_cast<std::size_t>(instance_->nodes()) * 4) {
    for (const auto& op : operators_) operator_names_.emplace_back(op->name());
    for (std::size_t op = 0; op < operators_.size(); ++op) {
        const std::string name = operator_names_[op];
        if (name == "one-point" || name == "two-point" || name == "2-opt" || name == "or-opt") {
            steepest_.push_back(op);
            operator_names_.push_back(name + "+tabu");
        }
    }
    order_.resize(static_cast<std::size_t>(instance_->customers()));
    tested_.assign(operators_.size(),
                   std::vector<std::int64_t>(static_cast<std::size_t>(instance_->nodes())));
    rejected_sweeps_.reserve(kRejectedKept);
    rejected_moves_.reserve(kRejectedKept);
    if (instance_->vehicles() > 0) workshop_ = std::make_unique<Routes>(*instance_);
    if (settings.ranking) ranking_.emplace(*instance_, settings.ranking);
    if (initial_) check_initial();
}

// A sweep visits the customers in random order, so a rejected candidate is followed by another one
// more often than not; where the same one comes out again, or moves that take each other back, the order
// is drawn anew. The last of the tries stops at its first move, which no other can take back.
bool RoutingWorkspace::propose(int index, Rng& rng) {
    const auto op = static_cast<std::size_t>(index);
    if (op >= operators_.size()) return propose_steepest(steepest_[op - operators_.size()], rng);
    for (int attempt = 0; attempt < kResweeps; ++attempt) {
        const bool last = attempt + 1 == kResweeps;
        if (!sweep(op, last && rejected_sweeps_.empty(), rng)) return false;
        if (rejected_sweeps_.empty() && allowance_ <= 0) break;
        const auto change = change_of_step();
        const bool known =
            std::find(rejected_sweeps_.begin(), rejected_sweeps_.end(), change) != rejected_sweeps_.end();
        if (!known && change != 0) break;
        routes_.undo();
        if (last) return false;
    }
    pending_ = Pending::Sweep;
    kept_ = false;
    return true;
}

// Edges dropped and added since the step began, as one number: 0 where nothing has changed.
std::uint64_t RoutingWorkspace::change_of_step() const {
    return routes_.change_of([&](Node a, Node b) { return mix64(edge_key(instance_->symmetric(), a, b)); });
}

bool RoutingWorkspace::sweep(std::size_t op, bool one_move, Rng& rng) {
    routes_.begin_step();
    evaluation_.must_change_distance = one_move;
    const bool moved = sweep_within_step(op, allowance_, one_move, rng);
    evaluation_.must_change_distance = false;
    return moved;
}

// What a customer was last tested for holds for the allowance of the search alone.
bool RoutingWorkspace::sweep_within_step(std::size_t op, Distance allowance, bool one_move, Rng& rng) {
    const bool remembers = allowance == allowance_ && !one_move;
    rng.shuffle(order_);
    bool moved = false;
    for (const Node u : order_) {
        auto& tested = tested_[op][static_cast<std::size_t>(u)];
        evaluation_.start(allowance, !remembers || tested < all_changed_ ? -1 : tested);
        operators_[op]->search(evaluation_, u);
        if (evaluation_.found()) {
            routes_.tick();
            operators_[op]->apply(routes_, evaluation_.best());
            moved = true;
            if (one_move) break;
        } else if (remembers) {
            tested = routes_.clock();
        }
    }
    return moved;
}

// The best move of all customers that is not tabu, whether it improves or not.
bool RoutingWorkspace::propose_steepest(std::size_t op, Rng& rng) {
    if (rejected_op_ != op) rejected_moves_.clear();
    rejected_op_ = op;
    evaluation_.tabu = &tabu_;
    evaluation_.now = tabu_time_;
    evaluation_.to_best = best_.total() - routes_.total();
    evaluation_.rejected = rejected_moves_;
    evaluation_.start(std::numeric_limits<Distance>::max(), -1);
    rng.shuffle(order_);
    for (const Node u : order_) operators_[op]->search(evaluation_, u);
    evaluation_.tabu = nullptr;
    evaluation_.rejected = {};
    if (!evaluation_.found()) return false;

    routes_.begin_step();
    routes_.tick();
    pending_move_ = evaluation_.best();
    operators_[op]->apply(routes_, pending_move_);
    tenure_ = settings_.tenure + rng.between(0, std::max(0, settings_.tenure_spread));
    pending_ = Pending::Steepest;
    kept_ = false;
    return true;
}

void RoutingWorkspace::set_ceiling(Cost ceiling) {
    const double scaled = std::floor(ceiling * instance_->scale());
    ceiling_ = scaled < static_cast<double>(kNoCeiling) ? static_cast<Distance>(scaled) : kNoCeiling;
}

void RoutingWorkspace::see(const Observation& seen) {
    if (ranking_) ranking_->see(seen);
}

// A perturbation that breaks a limit leaves the solution as it is, after a few tries; a ruin that
// cannot stay below the ceiling does so at once.
void RoutingWorkspace::perturb(int perturbation, int strength, Rng& rng) {
    if (strength <= 0) strength = settings_.perturbation_strength;
    const bool new_phase = perturbation == kRecombine;
    bool done = false;
    for (int attempt = 0; attempt < kPerturbTries; ++attempt) {
        routes_.begin_step();
        routes_.tick();
        done = try_perturb(perturbation, strength, rng) && routes_.step_in_reach();
        if (done) break;
        routes_.undo();
        routes_.begin_step();
        if ((perturbation == kRuin || perturbation == kOverload) && recreate_.gave_up()) break;
    }
    if (new_phase && !done) best_.restore(routes_);  // it must begin with a solution that fits
    pending_ = new_phase ? Pending::NewPhase : Pending::Perturbation;
    kept_ = false;
}

bool RoutingWorkspace::try_perturb(int perturbation, int strength, Rng& rng) {
    const int few = strength > 0 ? strength : std::clamp(instance_->customers() / 10, 1, 15);
    switch (perturbation) {
        case kRuin:
            return ruin_and_recreate(strength, ceiling_, rng);
        case kLi:
            return perturbations_.li(routes_, few, rng);
        case kOsman:
            return perturbations_.osman(routes_, few, rng);
        case kTargeted:
            return perturbations_.targeted(routes_, few, rng);
        case kRestart:
            return restart(rng);
        case kRuinAll:
            // The local search may yet come in below the ceiling.
            return (ranking_ ? ranked_ruin(strength, rng) : ruin_and_recreate(strength, kNoCeiling, rng)) &&
                   polish(rng);
        case kOverload:
            return overloading_ruin(strength, rng);
        case kRecombine:
            return recombine(strength > 0 ? strength : kElites, rng);
        default:
            best_.restore(routes_);
            return true;
    }
}

Cost RoutingWorkspace::cost() const {
    if (routes_.excess() == 0) return instance_->to_cost(routes_.total());
    const auto price = static_cast<Distance>(price_ * static_cast<double>(routes_.excess()));
    return instance_->to_cost(routes_.total() + price);
}

// A ruin after which routes may be overloaded: the way from one tight packing to another leads through
// solutions that do not fit.
bool RoutingWorkspace::overloading_ruin(int strength, Rng& rng) {
    adapt_price();
    recreate_.set_overload_price(price_);
    const bool done = ruin_and_recreate(strength, ceiling_, rng);
    recreate_.set_overload_price(0);
    return done;
}

// The price holds the share of overloaded solutions, as penalties of infeasibility do in HGS (Vidal, 2022).
void RoutingWorkspace::adapt_price() {
    overloaded_steps_ += routes_.excess() > 0;
    if (++priced_steps_ < kPriceSteps) return;
    price_ *= overloaded_steps_ > kOverloadedShare * kPriceSteps ? kDearer : kCheaper;
    price_ = std::clamp(price_, kLeastPrice * first_price_, kGreatestPrice * first_price_);
    priced_steps_ = overloaded_steps_ = 0;
}

bool RoutingWorkspace::ruin_and_recreate(int strength, Distance ceiling, Rng& rng) {
    ruin_.remove(routes_, strength > 0 ? strength : settings_.ruin.mean_removed, rng);
    recreate_.sort_ruined(rng);
    return recreate_.insert_all(routes_, rng, ceiling);
}

std::vector<Node> RoutingWorkspace::ruined_order(int strength, Rng& rng) {
    routes_.begin_step();
    ruin_.remove(routes_, strength, rng);
    recreate_.sort_ruined(rng);
    routes_.undo();
    return recreate_.absent();
}

// Sweep all operators until nothing improves; routes that have not changed are not looked at.
bool RoutingWorkspace::polish(Rng& rng) {
    const std::size_t all = operators_.size() - 1;
    for (int pass = 0; pass < kPolishPasses; ++pass) {
        if (!sweep_within_step(all, 0, false, rng)) break;
    }
    return true;
}

void RoutingWorkspace::accept() {
    note_phase();
    note_outcome(true);
    if (pending_ == Pending::Steepest) remember_dropped_edges();
    if (fingerprint_known_) fingerprint_ = fingerprint();
    penalty_ += penalty_of_step();
    if (!kept_) best_.note(routes_);
    if (routes_.touched()) {
        rejected_sweeps_.clear();
        rejected_moves_.clear();
    }
    routes_.begin_step();
    pending_ = Pending::Nothing;
}

void RoutingWorkspace::reject() {
    if (pending_ == Pending::Sweep && rejected_sweeps_.size() < kRejectedKept) {
        rejected_sweeps_.push_back(change_of_step());
    } else if (pending_ == Pending::Steepest && rejected_moves_.size() < kRejectedKept) {
        rejected_moves_.push_back(pending_move_);
    }
    note_outcome(false);
    if (kept_) best_.note(routes_);
    routes_.undo();
    pending_ = Pending::Nothing;
}

void RoutingWorkspace::keep_best() {
    best_.keep(routes_);
    kept_ = true;
}

bool RoutingWorkspace::adopt(const Workspace& other) {
    replace(dynamic_cast<const RoutingWorkspace&>(other).best_routes());
    return true;
}

void RoutingWorkspace::replace(const RouteLists& routes) {
    routes_.begin_step();
    routes_.tick();
    routes_.assign(routes);
    pending_ = Pending::Perturbation;
    kept_ = false;
    if (routes_.total() < best_.total()) keep_best();
    accept();
}

// Edges that the step has dropped must not return for a while.
void RoutingWorkspace::remember_dropped_edges() {
    const bool symmetric = instance_->symmetric();
    ++tabu_time_;
    const auto remember = [&](Node a, Node b) {
        tabu_.remember(edge_key(symmetric, a, b), tabu_time_, tabu_time_ + tenure_);
    };
    for (const auto& [c, old] : routes_.saved_stops()) {
        if (routes_.pred(c) != old.pred && !(symmetric && routes_.next(c) == old.pred)) remember(old.pred, c);
    }
    for (const auto& [id, old] : routes_.saved_routes()) {
        if (old.size == 0) continue;
        if (routes_.next(old.last) != kDepot && !(symmetric && routes_.pred(old.last) == kDepot)) {
            remember(old.last, kDepot);
        }
    }
}

}  // namespace neurols::routing
