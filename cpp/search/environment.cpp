#include "search/environment.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace neurols {

Environment::Environment(std::int32_t pool, NewWorkspace new_workspace, EnvironmentSettings settings,
                         std::int32_t count, int threads)
    : pool_(pool),
      new_workspace_(std::move(new_workspace)),
      settings_(std::move(settings)),
      slots_(at(count)),
      threads_(threads),
      thread_count_(threads) {
    if (pool < 1 || count < 1) throw std::invalid_argument("an environment needs an instance and a search");
    if (settings_.decisions.empty()) throw std::invalid_argument("an environment needs a decision");
    if (settings_.min_steps < 1 || settings_.max_steps < settings_.min_steps) {
        throw std::invalid_argument("episodes need a step, and no fewer at most than at least");
    }
    for (std::int32_t i = 0; i < count; ++i) {
        make_workspace(slots_[at(i)], i % pool);
        shape_ = slots_.front().observer->shape();
    }
    scalar_names_ = Observer::scalar_names(*slots_.front().workspace);
}

void Environment::make_workspace(Slot& slot, std::int32_t instance) {
    if (slot.instance == instance) return;
    slot.workspace = new_workspace_(instance);
    slot.search = std::make_unique<Search>(*slot.workspace, settings_.search, Rng(0));
    slot.observer = std::make_unique<Observer>(*slot.workspace);
    slot.instance = instance;
    if (shape_.nodes != 0 && !(slot.observer->shape() == shape_)) {
        throw std::invalid_argument("instances of one environment must have the same size");
    }
}

void Environment::reset(std::uint64_t seed) {
    for (std::int32_t i = 0; i < count(); ++i) {
        Slot& slot = slots_[at(i)];
        slot.rng = Rng(seed, static_cast<std::uint64_t>(i));
        slot.last = Episode{};
        if (settings_.in_order) make_workspace(slot, i % pool_);
    }
    threads_.run(count(), 1, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            begin_episode(i);
            observe(i, true);
        }
    });
}

void Environment::begin_episode(std::int32_t index) {
    Slot& slot = slots_[at(index)];
    if (settings_.in_order) {
        if (slot.last.finished > 0) make_workspace(slot, (slot.instance + count()) % pool_);
    } else {
        make_workspace(slot, static_cast<std::int32_t>(slot.rng.below(static_cast<std::uint32_t>(pool_))));
    }
    const auto spread = static_cast<std::uint32_t>(settings_.max_steps - settings_.min_steps + 1);
    slot.steps = settings_.min_steps + slot.rng.below(spread);
    slot.search->rng() = Rng(slot.rng.next());
    StopRules stop;
    stop.iterations = slot.steps;
    slot.search->start(stop);
    slot.over = false;
}

void Environment::step(std::span<const std::int64_t> actions, float* rewards, bool* ends) {
    const auto known = static_cast<std::int64_t>(settings_.decisions.size());
    for (const std::int64_t action : actions) {
        if (action < 0 || action >= known) throw std::out_of_range("no such action");
    }
    if (actions.size() != slots_.size()) throw std::invalid_argument("one action per search is needed");
    const int chunk = std::max(1, count() / (8 * thread_count_));
    threads_.run(count(), chunk, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            ends[i] = step_one(i, static_cast<std::size_t>(actions[at(i)]), rewards[i]);
        }
    });
}

bool Environment::step_one(std::int32_t index, std::size_t action, float& reward) {
    Slot& slot = slots_[at(index)];
    if (slot.over) {
        reward = 0;
        begin_episode(index);
        observe(index, true);
        return false;
    }
    const bool over = advance(slot, action, reward);
    if (over) {
        const Observation& seen = slot.search->observation();
        slot.last = {seen.initial, seen.best, slot.instance, slot.last.finished + 1};
        slot.over = !settings_.begin_at_once;
        if (settings_.begin_at_once) begin_episode(index);
    }
    observe(index, over && settings_.begin_at_once);
    return over;
}

// One decision, and under action set A the improvements that follow it. Is the episode over?
bool Environment::advance(Slot& slot, std::size_t action, float& reward) {
    Search& search = *slot.search;
    const Observation& seen = search.observation();
    const Cost best = seen.best;
    const Cost current = seen.current;
    const Decision& decision = settings_.decisions[action];
    do {
        search.carry_out(decision);
    } while (settings_.run_through_improvements && seen.improving && !search.budget_spent());
    const bool over = search.budget_spent();
    reward = reward_of(seen, best, current, over);
    return over;
}

float Environment::reward_of(const Observation& seen, Cost best_before, Cost current_before,
                             bool over) const {
    Cost gained = 0;
    switch (settings_.reward) {
        case Reward::Best:
            gained = best_before - seen.best;
            break;
        case Reward::Current:
            gained = current_before - seen.current;
            break;
        case Reward::Final:
            gained = over ? seen.initial - seen.best : 0;
            break;
    }
    return seen.initial > 0 ? static_cast<float>(gained / seen.initial) : 0.0F;
}

void Environment::observe(std::int32_t index, bool with_static) {
    Slot& slot = slots_[at(index)];
    const ObservationBuffers to = buffers_of(index);
    if (with_static) slot.observer->write_static(to);
    const Observation& seen = slot.search->observation();
    slot.observer->write_dynamic(seen, static_cast<double>(slot.steps - seen.iteration), slot.search->rng(),
                                 to);
}

ObservationBuffers Environment::buffers_of(std::int32_t index) const {
    const auto i = at(index);
    const auto n = at(shape_.nodes);
    const auto offset = [](auto* base, std::size_t by) { return base ? base + by : base; };
    ObservationBuffers to;
    to.scalars = offset(buffers_.scalars, i * scalar_names_.size());
    to.static_nodes = offset(buffers_.static_nodes, i * n * at(shape_.static_features));
    to.static_neighbours = offset(buffers_.static_neighbours, i * n * at(shape_.static_neighbours));
    to.static_weights = offset(buffers_.static_weights, i * n * at(shape_.static_neighbours));
    to.dynamic_nodes = offset(buffers_.dynamic_nodes, i * n * at(shape_.dynamic_features));
    to.dynamic_neighbours = offset(buffers_.dynamic_neighbours, i * n * at(FeatureShape::kDynamicNeighbours));
    to.dynamic_weights = offset(buffers_.dynamic_weights, i * n * at(FeatureShape::kDynamicNeighbours));
    to.group = offset(buffers_.group, i * n);
    return to;
}

}  // namespace neurols
