#include "scheduling/rich/permutation.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "scheduling/rich/infeasible.h"
#include "search/memory.h"

namespace neurols::scheduling::rich {

namespace {
constexpr int kSmallestRuin = 2, kLargestRuin = 5;
constexpr int kDefaultSwaps = 3;
constexpr int kFeasibleTries = 500;
std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
}  // namespace

PermutationWorkspace::PermutationWorkspace(std::shared_ptr<const Instance> instance,
                                           const WorkspaceSettings& settings,
                                           std::vector<std::vector<Op>> initial)
    : instance_(std::move(instance)),
      settings_(settings),
      initial_(std::move(initial)),
      line_(*instance_),
      order_(at(instance_->jobs())),
      tabu_until_(at(instance_->jobs()), 0) {
    const auto& known = construction_names();
    if (!settings_.construction.empty() &&
        std::find(known.begin(), known.end(), settings_.construction) == known.end())
        throw std::invalid_argument("unknown construction \"" + settings_.construction + "\"");
    std::iota(order_.begin(), order_.end(), 0);
}

const std::vector<std::string>& PermutationWorkspace::operator_names() {
    static const std::vector<std::string> names{"insert", "insert+tabu", "shift",
                                                "swap",   "ruin",        "ruin+descent"};
    return names;
}

const std::vector<std::string>& PermutationWorkspace::perturbation_names() {
    static const std::vector<std::string> names{"swaps", "best+swaps", "restart", "best"};
    return names;
}

const std::vector<std::string>& PermutationWorkspace::construction_names() {
    static const std::vector<std::string> names{"neh", "edd", "lpt", "spt", "random"};
    return names;
}

// Jobs by a rule, the most urgent first: NEH takes them by their work.
Jobs PermutationWorkspace::sorted_jobs(const std::string& rule, Rng& rng) const {
    const Objective& objective = instance_->objective();
    std::vector<double> key(at(instance_->jobs()), 0);
    if (rule == "random") {
        for (double& each : key) each = rng.uniform();
    } else if (rule == "edd" || (rule == "neh" && objective.has_due_dates())) {
        for (std::int32_t j = 0; j < instance_->jobs(); ++j) key[at(j)] = objective.due_date(j);
    } else {
        const double sign = rule == "spt" ? 1 : -1;
        for (Op op = 0; op < instance_->operations(); ++op)
            key[at(instance_->job(op))] += sign * instance_->shortest(op);
    }
    Jobs jobs(at(instance_->jobs()));
    std::iota(jobs.begin(), jobs.end(), 0);
    std::stable_sort(jobs.begin(), jobs.end(),
                     [&](std::int32_t a, std::int32_t b) { return key[at(a)] < key[at(b)]; });
    return jobs;
}

// Nawaz, Enscore and Ham (1983): the jobs one by one, each at its best place.
void PermutationWorkspace::construct_by_insertion(Jobs jobs, Rng& rng) {
    order_.clear();
    for (const std::int32_t job : jobs) {
        const auto place = line_.best_place(order_, job, std::nullopt, rng);
        put_in(job, place->position);
    }
    cost_ = line_.evaluate(order_);
}

// Any two jobs meet in the same order on all machines; those that never meet by number.
Jobs PermutationWorkspace::order_of_initial() const {
    const std::size_t jobs = at(instance_->jobs());
    std::vector<Jobs> after(jobs);
    std::vector<std::int32_t> waits(jobs, 0);
    for (const auto& sequence : initial_) {
        std::vector<bool> seen(jobs, false);
        std::int32_t before = -1;
        for (const Op op : sequence) {
            const std::int32_t job = instance_->job(op);
            if (seen[at(job)]) continue;
            seen[at(job)] = true;
            if (before >= 0) {
                after[at(before)].push_back(job);
                ++waits[at(job)];
            }
            before = job;
        }
    }
    Jobs order;
    for (std::size_t j = 0; j < jobs; ++j)
        if (waits[j] == 0) order.push_back(static_cast<std::int32_t>(j));
    for (std::size_t k = 0; k < order.size(); ++k)
        for (const std::int32_t next : after[at(order[k])])
            if (--waits[at(next)] == 0) order.push_back(next);
    if (order.size() != jobs)
        throw std::invalid_argument("the initial solution has jobs in different orders on machines");
    return order;
}

void PermutationWorkspace::construct(Rng& rng) {
    const std::string rule = settings_.construction.empty() ? "neh" : settings_.construction;
    is_given_ = false;
    if (!initial_.empty()) {
        start_from_initial();
    } else if (rule == "neh") {
        construct_by_insertion(sorted_jobs(rule, rng), rng);
    } else {
        order_ = sorted_jobs(rule, rng);
        cost_ = line_.evaluate(order_);
    }
    if (!feasible()) find_feasible(rng);
    std::fill(tabu_until_.begin(), tabu_until_.end(), 0);
    moves_made_ = 0;
    moved_ = -1;
    unit_ = instance_->mean_duration() * instance_->objective().slope();
    if (!instance_->objective().is_single() && cost_.value > 0)
        unit_ = std::min(unit_, cost_.value / instance_->jobs());
    unit_ = std::max(unit_, 1e-9);
    current_ = order_;
    current_cost_ = cost_;
    current_is_given_ = is_given_;
    fresh_ = true;
    keep_best();
}

void PermutationWorkspace::start_from_initial() {
    order_ = order_of_initial();
    cost_ = line_.evaluate(order_);
    Schedule schedule(*instance_);
    if (!schedule.assign_sequences(initial_) || !schedule.feasible()) return;
    given_cost_ = {schedule.value(), 0};
    if (given_cost_.value >= cost()) return;
    given_.emplace();
    schedule.copy_to(*given_);
    cost_ = given_cost_;
    is_given_ = true;
}

JobLine::Cost PermutationWorkspace::cost_of(const Jobs& order, bool is_given) {
    return is_given ? given_cost_ : line_.evaluate(order);
}

Plan PermutationWorkspace::plan_of(const Jobs& order, bool is_given) {
    if (is_given) return *given_;
    Plan found;
    line_.plan(order, found);
    return found;
}

void PermutationWorkspace::find_feasible(Rng& rng) {
    for (int tried = 0; tried < kFeasibleTries && !feasible(); ++tried) {
        const Jobs before = order_;
        const double price = cost();
        const JobLine::Cost cost_before = cost_;
        ruin(true, rng);
        if (cost() <= price) continue;
        order_ = before;
        cost_ = cost_before;
    }
    if (feasible()) return;
    Schedule schedule(*instance_);
    schedule.assign(plan());
    throw NoFeasibleSchedule(*instance_, schedule);
}

std::size_t PermutationWorkspace::take_out(std::int32_t job) {
    const auto found = std::find(order_.begin(), order_.end(), job);
    const auto position = static_cast<std::size_t>(found - order_.begin());
    order_.erase(found);
    return position;
}

void PermutationWorkspace::put_in(std::int32_t job, std::size_t position) {
    order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(position), job);
}

std::size_t PermutationWorkspace::random_position(Rng& rng) const {
    return rng.below(static_cast<std::uint32_t>(order_.size()));
}

bool PermutationWorkspace::propose(int op, Rng& rng) {
    if (order_.size() < 2) return false;
    is_given_ = false;
    switch (static_cast<Operator>(op)) {
        case Operator::Insert:
            return insert_next(false, rng);
        case Operator::InsertTabu:
            return insert_next(true, rng);
        case Operator::Shift:
            shift(rng);
            break;
        case Operator::Swap:
            swap(rng);
            break;
        case Operator::Ruin:
            ruin(false, rng);
            break;
        case Operator::RuinDescent:
            ruin(true, rng);
            break;
    }
    return true;
}

// A job that was not tried from the current solution goes to its best other place.
bool PermutationWorkspace::insert_next(bool memory, Rng& rng) {
    if (fresh_) {
        untried_ = current_;
        rng.shuffle(untried_);
        fresh_ = false;
    }
    if (untried_.empty()) return false;
    std::size_t chosen = untried_.size() - 1;
    if (memory) {
        for (std::size_t k = untried_.size(); k-- > 0;) {
            if (tabu_until_[at(untried_[k])] > moves_made_) continue;
            chosen = k;
            break;
        }
    }
    const std::int32_t job = untried_[chosen];
    untried_.erase(untried_.begin() + static_cast<std::ptrdiff_t>(chosen));
    const std::size_t position = take_out(job);
    const auto place = line_.best_place(order_, job, position, rng);
    put_in(job, place->position);
    cost_ = line_.is_accelerated() ? place->cost : line_.evaluate(order_);
    moved_ = job;
    return true;
}

void PermutationWorkspace::shift(Rng& rng) {
    const std::size_t from = random_position(rng);
    std::size_t to = random_position(rng);
    if (to == from) to = (to + 1) % order_.size();
    const std::int32_t job = order_[from];
    order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(from));
    put_in(job, to);
    cost_ = line_.evaluate(order_);
}

void PermutationWorkspace::swap(Rng& rng) {
    const std::size_t one = random_position(rng);
    std::size_t other = random_position(rng);
    if (other == one) other = (other + 1) % order_.size();
    std::swap(order_[one], order_[other]);
    cost_ = line_.evaluate(order_);
}

// Destruction and construction of iterated greedy (Ruiz and Stützle, 2007).
void PermutationWorkspace::ruin(bool descent, Rng& rng) {
    const auto most = std::min<std::size_t>(
        static_cast<std::size_t>(rng.between(kSmallestRuin, kLargestRuin)), order_.size());
    out_.clear();
    while (out_.size() < most) {
        const std::size_t position = random_position(rng);
        out_.push_back(order_[position]);
        order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(position));
    }
    for (const std::int32_t job : out_) {
        const auto place = line_.best_place(order_, job, std::nullopt, rng);
        put_in(job, place->position);
        cost_ = place->cost;
    }
    if (!line_.is_accelerated()) cost_ = line_.evaluate(order_);
    if (descent) descend(rng);
}

// Jobs to their best places until none gains.
void PermutationWorkspace::descend(Rng& rng) {
    sequence_ = order_;
    rng.shuffle(sequence_);
    std::size_t unimproved = 0;
    for (std::size_t k = 0; unimproved < sequence_.size(); k = (k + 1) % sequence_.size()) {
        const std::int32_t job = sequence_[k];
        const std::size_t position = take_out(job);
        const auto place = line_.best_place(order_, job, std::nullopt, rng);
        if (place->cost.total(line_.price()) < cost()) {
            put_in(job, place->position);
            cost_ = place->cost;
            unimproved = 0;
        } else {
            put_in(job, position);
            ++unimproved;
        }
    }
}

void PermutationWorkspace::perturb(int perturbation, int strength, Rng& rng) {
    if (strength <= 0)
        strength = settings_.perturbation_strength > 0 ? settings_.perturbation_strength : kDefaultSwaps;
    moved_ = -1;
    is_given_ = false;
    switch (static_cast<Perturbation>(perturbation)) {
        case Perturbation::BestSwaps:
            order_ = best_;
            [[fallthrough]];
        case Perturbation::Swaps:
            for (int k = 0; k < strength && order_.size() > 1; ++k)
                std::swap(order_[random_position(rng)], order_[random_position(rng)]);
            break;
        case Perturbation::Restart:
            construct_by_insertion(sorted_jobs("random", rng), rng);
            break;
        case Perturbation::Best:
            order_ = best_;
            is_given_ = best_is_given_;
            break;
    }
    cost_ = cost_of(order_, is_given_);
}

void PermutationWorkspace::accept() {
    ++moves_made_;
    if (moved_ >= 0)
        tabu_until_[at(moved_)] = moves_made_ + std::min(settings_.tenure, instance_->jobs() / 2);
    moved_ = -1;
    current_ = order_;
    current_cost_ = cost_;
    current_is_given_ = is_given_;
    fresh_ = true;
}

void PermutationWorkspace::reject() {
    moved_ = -1;
    order_ = current_;
    cost_ = current_cost_;
    is_given_ = current_is_given_;
}

void PermutationWorkspace::keep_best() {
    best_ = order_;
    best_is_given_ = is_given_;
}

bool PermutationWorkspace::adopt(const Workspace& other) {
    const auto& from = dynamic_cast<const PermutationWorkspace&>(other);
    const JobLine::Cost best = cost_of(best_, best_is_given_);
    order_ = from.best_;
    is_given_ = from.best_is_given_;
    if (is_given_) {
        given_ = from.given_;
        given_cost_ = from.given_cost_;
    }
    cost_ = cost_of(order_, is_given_);
    if (cost_.total(line_.price()) < best.total(line_.price())) keep_best();
    accept();
    return true;
}

std::uint64_t PermutationWorkspace::fingerprint() const {
    std::uint64_t hash = 0;
    std::int32_t before = instance_->jobs();
    for (const std::int32_t job : order_) {
        hash ^= mix64(pair_key(static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(job)) +
                      0x9E3779B97F4A7C15ULL);
        before = job;
    }
    return hash;
}

Plan PermutationWorkspace::best_plan() { return plan_of(best_, best_is_given_); }

Plan PermutationWorkspace::plan() { return plan_of(order_, is_given_); }

}  // namespace neurols::scheduling::rich
