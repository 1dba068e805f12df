#include "search/observer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace neurols {

namespace {

// Changes are shares of the initial cost; a few percent should fill the unit interval.
float share(double change, double of) {
    return of > 0 ? static_cast<float>(std::clamp(20.0 * change / of, -3.0, 3.0)) : 0.0F;
}

float count(std::int64_t steps) { return 0.25F * static_cast<float>(std::log1p(static_cast<double>(steps))); }

float flag(bool value) { return value ? 1.0F : 0.0F; }

// Temperatures at which a worsening is shown, in units of a small change: from one that annealing ends
// with at most to one that it starts with at least.
constexpr std::array<double, 4> kTemperatures{0.01, 0.05, 0.2, 1.0};
constexpr std::array<const char*, 3> kWorsenings{"candidate_worse", "candidate_above_best",
                                                 "current_above_best"};

// Weight of the latest use in the mean gain of an operator.
constexpr double kGainRate = 0.3;

// The chance that annealing would accept the worsening with, at each of the temperatures.
float* write_chances(double worsening, double unit, float* to) {
    for (const double temperature : kTemperatures) {
        *to++ = worsening > 0 ? static_cast<float>(std::exp(-worsening / (temperature * unit))) : 1.0F;
    }
    return to;
}

const std::vector<std::string>& plain_scalars() {
    static const std::vector<std::string> names{"current_above_best",
                                                "candidate_change",
                                                "candidate_above_best",
                                                "best_below_initial",
                                                "above_lower_bound",
                                                "progress",
                                                "steps_left",
                                                "pending",
                                                "improving",
                                                "exhausted",
                                                "last_accepted",
                                                "last_was_perturbation",
                                                "since_best",
                                                "since_improvement",
                                                "since_perturbation",
                                                "perturbations",
                                                "visits",
                                                "recency",
                                                "last_strength"};
    return names;
}

}  // namespace

Observer::Observer(Workspace& workspace)
    : workspace_(workspace),
      features_(workspace.features()),
      estimates_(workspace.operators().size()),
      records_(workspace.operators().size() + workspace.perturbations().size()) {
    if (!features_) throw std::invalid_argument("this problem shows no features to a learned controller");
}

std::vector<std::string> Observer::scalar_names(const Workspace& workspace) {
    std::vector<std::string> names = plain_scalars();
    for (const char* worsening : kWorsenings) {
        for (const char* temperature : {"@0.01", "@0.05", "@0.2", "@1"}) {
            names.push_back(std::string(worsening) + temperature);
        }
    }
    for (const auto& name : workspace.operators()) names.push_back("last:" + name);
    for (const auto& name : workspace.perturbations()) names.push_back("last:" + name);
    for (const auto& name : workspace.operators()) names.push_back("estimate:" + name);
    for (const auto& name : workspace.operators()) names.push_back("exhausted:" + name);
    for (std::size_t op = 0; op < workspace.operators().size(); ++op) {
        if (!workspace.foretells(static_cast<int>(op))) continue;
        names.push_back("after_reject:" + workspace.operators()[op]);
        names.push_back("left:" + workspace.operators()[op]);
    }
    for (std::size_t op = 0; op < workspace.operators().size(); ++op) {
        if (!workspace.foretells(static_cast<int>(op))) continue;
        names.push_back("visits_after_reject:" + workspace.operators()[op]);
        names.push_back("visits_after_accept:" + workspace.operators()[op]);
    }
    for (const auto* menu : {&workspace.operators(), &workspace.perturbations()}) {
        for (const auto& name : *menu) {
            names.push_back("since:" + name);
            names.push_back("in_vain:" + name);
            names.push_back("gain:" + name);
        }
    }
    return names;
}

void Observer::write_static(const ObservationBuffers& to) {
    std::fill(records_.begin(), records_.end(), Record{});
    noted_ = 0;
    if (to.static_nodes) features_->write_static(to.static_nodes, to.static_neighbours, to.static_weights);
}

void Observer::write_dynamic(const Observation& seen, double steps_left, Rng& rng,
                             const ObservationBuffers& to) {
    if (to.dynamic_nodes) {
        features_->write_dynamic(to.dynamic_nodes, to.dynamic_neighbours, to.dynamic_weights, to.group);
    }
    note_step(seen);
    if (to.scalars) write_scalars(seen, steps_left, rng, to.scalars);
}

void Observer::note_step(const Observation& seen) {
    if (seen.iteration == noted_ || seen.outcome == Outcome::None) return;
    noted_ = seen.iteration;
    const auto index = static_cast<std::size_t>(seen.last_action.index);
    Record& record =
        records_[seen.last_action.is_perturbation() ? workspace_.operators().size() + index : index];
    record.used_at = seen.iteration;
    record.failures = seen.improving ? 0 : record.failures + 1;
    const double gain = seen.initial > 0 ? std::max(0.0, seen.current - seen.candidate) / seen.initial : 0.0;
    record.gain += kGainRate * (gain - record.gain);
}

void Observer::write_scalars(const Observation& seen, double steps_left, Rng& rng, float* to) {
    const double unit = seen.initial;
    const double bound = workspace_.lower_bound();
    const bool exhausted = seen.outcome == Outcome::Exhausted;
    *to++ = share(seen.current - seen.best, unit);
    *to++ = share(seen.candidate - seen.current, unit);
    *to++ = share(seen.candidate - seen.best, unit);
    *to++ = share(seen.initial - seen.best, 4 * unit);
    *to++ = share(seen.best - bound, 8 * unit);
    *to++ = static_cast<float>(seen.progress);
    *to++ = std::isfinite(steps_left) ? count(static_cast<std::int64_t>(steps_left)) : 4.0F;
    *to++ = flag(seen.pending);
    *to++ = flag(seen.improving);
    *to++ = flag(exhausted);
    *to++ = flag(seen.last_accepted);
    *to++ = flag(seen.last_action.is_perturbation() && seen.outcome != Outcome::None);
    *to++ = count(seen.since_best);
    *to++ = count(seen.since_improvement);
    *to++ = count(seen.since_perturbation);
    *to++ = count(seen.perturbations);
    *to++ = count(seen.visits);
    *to++ = seen.pending ? static_cast<float>(features_->recency()) : 0.0F;
    *to++ = count(seen.last_action.strength);
    const double small = std::max(seen.unit, 1e-9);
    to = write_chances(seen.candidate - seen.current, small, to);
    to = write_chances(seen.candidate - seen.best, small, to);
    to = write_chances(seen.current - seen.best, small, to);

    const std::size_t operators = workspace_.operators().size();
    const std::size_t actions = operators + workspace_.perturbations().size();
    std::fill(to, to + actions, 0.0F);
    if (seen.outcome != Outcome::None) {
        const auto index = static_cast<std::size_t>(seen.last_action.index);
        to[seen.last_action.is_perturbation() ? operators + index : index] = 1.0F;
    }
    to += actions;

    features_->write_estimates(estimates_, rng);
    for (const double change : estimates_) *to++ = std::isfinite(change) ? share(change, 1.0) : 0.0F;
    for (std::size_t op = 0; op < operators; ++op) {
        // Where nothing is foretold, what was found out still holds for the current solution.
        const bool found_out = std::isnan(estimates_[op]) && ((seen.exhausted >> (op & 63)) & 1) != 0;
        *to++ = flag(std::isinf(estimates_[op]) || found_out);
    }
    to = write_ahead(seen, to);
    write_records(seen, to);
}

// What the operators would find next, should the pending candidate be rejected or accepted.
float* Observer::write_ahead(const Observation& seen, float* to) {
    const auto operators = static_cast<int>(workspace_.operators().size());
    for (int op = 0; op < operators; ++op) {
        if (!workspace_.foretells(op)) continue;
        const double next = workspace_.next_estimate(op);
        *to++ = std::isfinite(next) ? share(next - seen.current, seen.current) : 0.0F;
        *to++ = flag(!std::isinf(next));
    }
    const auto visits = [&](std::uint64_t fingerprint) {
        return fingerprint != 0 && seen.visited ? count(seen.visited->count(fingerprint)) : 0.0F;
    };
    for (int op = 0; op < operators; ++op) {
        if (!workspace_.foretells(op)) continue;
        *to++ = visits(workspace_.next_fingerprint(op));
        *to++ = visits(features_->estimated_fingerprint(op));
    }
    return to;
}

float* Observer::write_records(const Observation& seen, float* to) const {
    for (const Record& record : records_) {
        *to++ = count(seen.iteration - record.used_at);
        *to++ = count(record.failures);
        *to++ = share(5 * record.gain, 1.0);
    }
    return to;
}

}  // namespace neurols
