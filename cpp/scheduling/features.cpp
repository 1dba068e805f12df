#include "scheduling/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scheduling/workspace.h"

namespace neurols::scheduling {

namespace {
constexpr std::int32_t kStaticFeatures = 4;
constexpr std::int32_t kDynamicFeatures = 7;
constexpr std::int32_t kStaticNeighbours = 2;
constexpr double kRecentSteps = 20;  // an arc changed so long ago counts 1/e

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
float ratio(Time part, Time whole) {
    return whole > 0 ? static_cast<float>(static_cast<double>(part) / static_cast<double>(whole)) : 0.0F;
}
}  // namespace

JobShopFeatures::JobShopFeatures(const JobShopWorkspace& workspace)
    : workspace_(workspace),
      copy_(workspace.schedule().instance()),
      estimator_(workspace.schedule().instance()),
      touched_(at(workspace.schedule().instance().operations())) {
    const Instance& instance = workspace.schedule().instance();
    double total = 0;
    for (Op op = 0; op < instance.operations(); ++op) total += static_cast<double>(instance.duration(op));
    mean_duration_ = std::max(1e-9, total / instance.operations());
    moves_.reserve(256);
    just_changed_.reserve(64);
}

FeatureShape JobShopFeatures::shape() const {
    const Instance& instance = workspace_.schedule().instance();
    return {instance.operations(), instance.machines(), kStaticFeatures, kDynamicFeatures, kStaticNeighbours};
}

// An arc weighs as much as the operation that it waits for; one that is not there weighs nothing.
float JobShopFeatures::arc_weight(Op from, Op to) const {
    const Instance& instance = workspace_.schedule().instance();
    if (from == instance.none() || to == instance.none()) return 0.0F;
    return static_cast<float>(0.5 * static_cast<double>(instance.duration(from)) / mean_duration_);
}

void JobShopFeatures::write_static(float* nodes, std::int32_t* neighbours, float* weights) const {
    const Instance& instance = workspace_.schedule().instance();
    std::vector<Time> load(at(instance.machines()), 0);
    for (Op op = 0; op < instance.operations(); ++op) load[at(instance.machine(op))] += instance.duration(op);
    const Time busiest = *std::max_element(load.begin(), load.end());
    for (std::int32_t j = 0; j < instance.jobs(); ++j) {
        const Op first = instance.first_of_job(j);
        const Op last = instance.last_of_job(j);
        Time remaining = 0;
        for (Op op = last; op >= first; --op) {
            remaining += instance.duration(op);
            float* node = nodes + at(op) * kStaticFeatures;
            node[0] = static_cast<float>(static_cast<double>(instance.duration(op)) / mean_duration_);
            node[1] = ratio(op - first, std::max(1, last - first));
            node[2] = ratio(remaining, instance.lower_bound());
            node[3] = ratio(load[at(instance.machine(op))], busiest);
            neighbours[at(op) * kStaticNeighbours] = instance.job_predecessor(op);
            neighbours[at(op) * kStaticNeighbours + 1] = instance.job_successor(op);
            weights[at(op) * kStaticNeighbours] = arc_weight(instance.job_predecessor(op), op);
            weights[at(op) * kStaticNeighbours + 1] = arc_weight(op, instance.job_successor(op));
        }
    }
}

void JobShopFeatures::write_dynamic(float* nodes, std::int32_t* neighbours, float* weights,
                                    std::int32_t* group) {
    refresh();
    const Instance& instance = copy_.instance();
    const Time makespan = copy_.makespan();
    for (std::int32_t m = 0; m < instance.machines(); ++m) {
        const std::int32_t begin = instance.machine_begin(m);
        const std::int32_t end = instance.machine_end(m);
        Time load = 0, done = 0;
        for (std::int32_t p = begin; p < end; ++p) load += instance.duration(copy_.at_place(p));
        for (std::int32_t p = begin; p < end; ++p) {
            const Op op = copy_.at_place(p);
            const Time slack = makespan - copy_.head(op) - copy_.tail(op);
            float* node = nodes + at(op) * kDynamicFeatures;
            node[0] = ratio(copy_.head(op), makespan);
            node[1] = ratio(copy_.tail(op), makespan);
            node[2] = ratio(slack, makespan);
            node[3] = slack == 0 ? 1.0F : 0.0F;
            node[4] = ratio(p - begin, std::max(1, end - begin - 1));
            node[5] = ratio(load - done, load);
            node[6] = touched_[at(op)] ? 1.0F : 0.0F;
            done += instance.duration(op);
            const Op before = copy_.machine_predecessor(op);
            neighbours[at(op) * 2] = before;
            neighbours[at(op) * 2 + 1] = copy_.machine_successor(op);
            weights[at(op) * 2] = arc_weight(before, op);
            weights[at(op) * 2 + 1] = arc_weight(op, copy_.machine_successor(op));
            group[op] = m;
        }
    }
}

// Bring the copy, and what is known of the pending candidate, up to date.
void JobShopFeatures::refresh() {
    const Schedule& working = workspace_.schedule();
    if (has_copy_ && copied_ == working.fingerprint() && working.relocations().empty()) return;
    copy_.assign(working.order());
    copied_ = working.fingerprint();
    has_copy_ = working.relocations().empty();
    just_changed_.clear();
    std::fill(touched_.begin(), touched_.end(), 0);
    for (const Schedule::Relocation& made : working.relocations()) {
        const Op moved = working.at_place(made.to);
        const std::int32_t step = made.from < made.to ? -1 : 1;
        touched_[at(moved)] = 1;
        for (std::int32_t p = made.to; p != made.from; p += step) {
            just_changed_.push_back(pair_of(moved, working.at_place(p + step)));
            touched_[at(working.at_place(p + step))] = 1;
        }
    }
}

void JobShopFeatures::write_estimates(std::span<double> changes, Rng& rng) {
    refresh();
    path_.draw(copy_, rng);
    const auto makespan = static_cast<double>(copy_.makespan());
    const auto change = [&](double best) { return makespan > 0 ? (best - makespan) / makespan : 0.0; };
    // Several operators share a neighbourhood: each is listed once, and valued with and without memory.
    fingerprints_.assign(changes.size(), 0);
    ListMoves listed = nullptr;
    Estimates found;
    for (std::size_t op = 0; op < changes.size(); ++op) {
        const int index = static_cast<int>(op);
        if (JobShopWorkspace::has_memory(index)) break;
        if (JobShopWorkspace::neighbourhood_of(index) != listed) {
            listed = JobShopWorkspace::neighbourhood_of(index);
            found = estimates_of(listed);
        }
        fingerprints_[op] = found.fingerprint;
        changes[op] = change(found.plain);
        changes[op + changes.size() / 2] = change(found.with_memory);
    }
}

JobShopFeatures::Estimates JobShopFeatures::estimates_of(ListMoves list) {
    moves_.clear();
    list(copy_, path_.blocks(), estimator_, moves_);
    Estimates found;
    const Move* best = nullptr;
    for (const Move& move : moves_) {
        const auto estimate = static_cast<double>(move.estimate);
        if (estimate < found.plain) {
            found.plain = estimate;
            best = &move;
        }
        if (estimate >= found.with_memory) continue;
        const bool aspires = move.estimate < workspace_.best_makespan();
        if (aspires || !turns_back(move)) found.with_memory = estimate;
    }
    if (best) {
        found.fingerprint = copy_.fingerprint_after(best->from, best->to, best->second_from, best->second_to);
    }
    return found;
}

bool JobShopFeatures::turns_back(const Move& move) const {
    const auto passes_recent = [&](std::int32_t from, std::int32_t to) {
        const Op moved = copy_.at_place(from);
        const std::int32_t step = from < to ? 1 : -1;
        for (std::int32_t p = from; p != to; p += step) {
            if (is_recent(moved, copy_.at_place(p + step))) return true;
        }
        return false;
    };
    return passes_recent(move.from, move.to) ||
           (move.is_double() && passes_recent(move.second_from, move.second_to));
}

bool JobShopFeatures::is_recent(Op moved, Op passed) const {
    const std::uint64_t key = pair_of(moved, passed);
    if (std::find(just_changed_.begin(), just_changed_.end(), key) != just_changed_.end()) return true;
    const PairMemory::Entry* entry = workspace_.memory().find(key);
    return entry && entry->expires > workspace_.moves_made();
}

double JobShopFeatures::recency() const {
    double recent = 0;
    for (const Schedule::Relocation& made : workspace_.schedule().relocations()) {
        const Op moved = workspace_.schedule().at_place(made.to);
        const std::int32_t step = made.from < made.to ? -1 : 1;
        for (std::int32_t p = made.to; p != made.from; p += step) {
            const PairMemory::Entry* entry =
                workspace_.memory().find(pair_of(moved, workspace_.schedule().at_place(p + step)));
            if (!entry) continue;
            const auto age = static_cast<double>(workspace_.moves_made() - entry->changed);
            recent = std::max(recent, std::exp(-age / kRecentSteps));
        }
    }
    return recent;
}

std::unique_ptr<Features> JobShopWorkspace::features() {
    observed_ = true;
    return std::make_unique<JobShopFeatures>(*this);
}

}  // namespace neurols::scheduling
