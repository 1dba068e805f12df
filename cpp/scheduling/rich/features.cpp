#include "scheduling/rich/features.h"

#include <algorithm>
#include <limits>

#include "scheduling/rich/permutation.h"
#include "scheduling/rich/workspace.h"

namespace neurols::scheduling::rich {

namespace {
constexpr std::int32_t kStaticFeatures = 8;
constexpr std::int32_t kDynamicFeatures = 10;
constexpr std::int32_t kStaticNeighbours = 2;
constexpr std::size_t kMostListed = 32;  // operations whose insertions are estimated

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

float ratio(double part, double whole) { return whole > 0 ? static_cast<float>(part / whole) : 0.0F; }
float bounded(double part, double whole) { return std::clamp(ratio(part, whole), -1.0F, 1.0F); }
}  // namespace

ScheduleFeatures::ScheduleFeatures(const Instance& instance)
    : copy_(instance), touched_(at(instance.operations()), 0), load_(at(instance.machines()), 0) {}

FeatureShape ScheduleFeatures::shape() const {
    return {instance().operations(), instance().machines(), kStaticFeatures, kDynamicFeatures,
            kStaticNeighbours};
}

// An arc weighs as much as the operation that it waits for; one that is not there weighs nothing.
float ScheduleFeatures::arc_weight(Op from, Op to) const {
    if (from == instance().none() || to == instance().none()) return 0.0F;
    return static_cast<float>(0.5 * instance().shortest(from) / instance().mean_duration());
}

// Duration, modes, place in the job, work behind, dates and weight of the job.
void ScheduleFeatures::write_static(float* nodes, std::int32_t* neighbours, float* weights) const {
    const Instance& all = instance();
    const Objective& objective = all.objective();
    Time longest = 1;
    double heaviest = 0;
    for (Op op = 0; op < all.operations(); ++op)
        longest = std::max(longest, all.earliest_start(op) + all.shortest_tail(op));
    for (std::int32_t j = 0; j < all.jobs(); ++j) heaviest = std::max(heaviest, objective.weight(j));
    for (Op op = 0; op < all.operations(); ++op) {
        Time slowest = 0;
        for (const Mode& mode : all.modes(op)) slowest = std::max(slowest, mode.duration);
        const std::int32_t job = all.job(op);
        const Time due = std::min(objective.due_date(job), objective.deadline(job));
        const Time whole = all.earliest_start(op) + all.shortest_tail(op);
        float* node = nodes + at(op) * kStaticFeatures;
        node[0] = ratio(all.shortest(op), all.mean_duration());
        node[1] = ratio(slowest, all.mean_duration());
        node[2] = ratio(static_cast<double>(all.modes(op).size()), all.machines());
        node[3] = ratio(all.earliest_start(op), whole);
        node[4] = ratio(all.shortest_tail(op), longest);
        node[5] = ratio(all.release(op), longest);
        node[6] = due < Objective::kNever ? bounded(due - whole, longest) : 1.0F;
        node[7] = ratio(objective.weight(job), heaviest);
        const Op before = all.predecessors(op).empty() ? all.none() : all.predecessors(op).front().op;
        const Op after = all.successors(op).empty() ? all.none() : all.successors(op).front().op;
        neighbours[at(op) * kStaticNeighbours] = before;
        neighbours[at(op) * kStaticNeighbours + 1] = after;
        weights[at(op) * kStaticNeighbours] = arc_weight(before, op);
        weights[at(op) * kStaticNeighbours + 1] = arc_weight(op, after);
    }
}

// By how much the operation may start later before a sink that costs comes later.
Time ScheduleFeatures::slack(Op op, Time latest) const {
    const Tails& tails = copy_.tails();
    const Objective& objective = instance().objective();
    Time least = latest;
    for (std::int32_t s = 0; s < tails.sinks(); ++s) {
        const Time tail = tails.row(op)[s];
        if (tail <= Tails::kUnreachable / 2) continue;
        const Time through = copy_.start(op) + tail;
        if (tails.is_single()) return std::clamp(latest - through, 0, latest);
        const std::int32_t job = tails.job_of_sink(s);
        const Time end = copy_.job_end(job);
        const Time free = std::max(0, std::min(objective.due_date(job), objective.deadline(job)) - end);
        least = std::min(least, std::max(0, end - through) + (free < latest ? free : 0));
    }
    return least;
}

// When it runs and how late its job is, its slack, its mode and setup, its place on the machine.
void ScheduleFeatures::write_dynamic(float* nodes, std::int32_t* neighbours, float* weights,
                                     std::int32_t* group) {
    refresh();
    const Instance& all = instance();
    const Objective& objective = all.objective();
    const Time latest = std::max(1, copy_.latest_end());
    Time longest = latest;
    if (copy_.tails().is_single()) {
        longest = Tails::kUnreachable;
        for (const Op op : all.terminals())
            longest = std::max(longest, copy_.end(op) + objective.offset(all.job(op)));
    }
    std::fill(load_.begin(), load_.end(), 0);
    for (Op op = 0; op < all.operations(); ++op) load_[at(copy_.machine(op))] += copy_.duration(op);
    const Time busiest = std::max(1, *std::max_element(load_.begin(), load_.end()));
    std::vector<Time> done(load_.size(), 0);
    // With breaks between, tails are too short: critical is what has the least room.
    std::vector<Time> rooms;
    for (Op op = 0; op < all.operations(); ++op) rooms.push_back(slack(op, longest));
    const Time least = *std::min_element(rooms.begin(), rooms.end());
    for (const Op op : copy_.order()) {
        const std::size_t m = at(copy_.machine(op));
        const std::int32_t job = all.job(op);
        const Time due = std::min(objective.due_date(job), objective.deadline(job));
        Time end = copy_.end(op);
        for (const Op last : all.terminals_of(job)) end = std::max(end, copy_.end(last));
        const Op before = copy_.machine_predecessor(op), after = copy_.machine_successor(op);
        const Time room = rooms[at(op)];
        float* node = nodes + at(op) * kDynamicFeatures;
        node[0] = ratio(copy_.start(op), latest);
        node[1] = bounded(room, latest);
        node[2] = room == least ? 1.0F : 0.0F;
        node[3] = due < Objective::kNever ? bounded(end - due, latest) : -1.0F;
        node[4] = ratio(copy_.duration(op) - all.shortest(op), all.mean_duration());
        node[5] = ratio(all.setup(copy_.machine(op), before, op), all.mean_duration());
        node[6] = ratio(done[m], std::max(1, load_[m]));
        node[7] = ratio(load_[m], busiest);
        node[8] = bounded(copy_.start(op) - copy_.ready(op), latest);
        node[9] = touched_[at(op)] ? 1.0F : 0.0F;
        done[m] += copy_.duration(op);
        neighbours[at(op) * 2] = before;
        neighbours[at(op) * 2 + 1] = after;
        weights[at(op) * 2] = arc_weight(before, op);
        weights[at(op) * 2 + 1] = arc_weight(op, after);
        group[op] = copy_.machine(op);
    }
}

RichFeatures::RichFeatures(const RichWorkspace& workspace)
    : ScheduleFeatures(workspace.instance()),
      workspace_(workspace),
      paths_(workspace.instance()),
      estimator_(workspace.instance()),
      insertions_(workspace.instance()) {}

void RichFeatures::refresh() {
    workspace_.schedule().copy_to(plan_);
    copy_.set_price(workspace_.schedule().price());
    copy_.assign(plan_);
    copy_.evaluate_tails();
    std::fill(touched_.begin(), touched_.end(), 0);
    for (const Schedule::Change& change : workspace_.schedule().changes()) touched_[at(change.op)] = 1;
}

// Operators with a memory and ruins tell nothing.
void RichFeatures::write_estimates(std::span<double> changes, Rng& rng) {
    refresh();
    paths_.draw(copy_, 1, rng);
    const double now = copy_.cost();
    for (std::size_t op = 0; op < changes.size(); ++op) {
        changes[op] = std::numeric_limits<double>::quiet_NaN();
        const int index = static_cast<int>(op);
        if (RichWorkspace::is_ruin(index) || RichWorkspace::has_memory(index)) continue;
        moves_.clear();
        if (const ListMoves list = RichWorkspace::block_moves(index)) {
            list(copy_, paths_, estimator_, moves_);
        } else {
            const auto ops = paths_.distinct();
            listed_.assign(ops.begin(),
                           ops.begin() + static_cast<std::ptrdiff_t>(std::min(ops.size(), kMostListed)));
            insertions_.list(copy_, listed_, moves_);
        }
        double best = std::numeric_limits<double>::infinity();
        for (const Move& move : moves_) best = std::min(best, move.estimate);
        changes[op] = now != 0 ? (best - now) / std::abs(now) : best - now;
    }
}

double RichFeatures::recency() const { return workspace_.recency(); }

PermutationFeatures::PermutationFeatures(PermutationWorkspace& workspace)
    : ScheduleFeatures(workspace.instance()), workspace_(workspace) {}

void PermutationFeatures::refresh() {
    copy_.assign(workspace_.plan());
    copy_.evaluate_tails();
}

void PermutationFeatures::write_estimates(std::span<double> changes, Rng& /*rng*/) {
    std::fill(changes.begin(), changes.end(), std::numeric_limits<double>::quiet_NaN());
}

std::unique_ptr<Features> RichWorkspace::features() {
    observed_ = true;
    return std::make_unique<RichFeatures>(*this);
}

std::unique_ptr<Features> PermutationWorkspace::features() {
    return std::make_unique<PermutationFeatures>(*this);
}

}  // namespace neurols::scheduling::rich
