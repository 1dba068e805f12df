// Many searches stepped side by side by decisions from outside: the Markov decision process of
// learned control. Finished searches begin anew at once. Everything is reproducible from the seed,
// whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/observer.h"
#include "search/search.h"
#include "search/thread_pool.h"

namespace neurols {

// What a decision earns, always as a share of the initial cost.
enum class Reward : std::uint8_t {
    Best,     // how much it lowered the best cost
    Current,  // how much it lowered the current cost; negative where that rose
    Final,    // nothing until the end, then by how much the best cost lies below the initial one
};

struct EnvironmentSettings {
    std::vector<Decision> decisions;  // what the numbers of the action space mean
    Reward reward = Reward::Best;
    SearchSettings search;
    std::int64_t min_steps = 100;  // length of an episode, drawn for each
    std::int64_t max_steps = 100;
    bool in_order = false;  // search i starts on workspace i and takes the next ones in turn; else random
    // Action set A: improving candidates are followed without a decision, as steps that count.
    bool run_through_improvements = false;
    // A search that ends begins anew in the same step, and shows the new episode's first
    // observation; else it shows its last, and the next step begins anew whatever its action.
    bool begin_at_once = true;
};

class Environment {
public:
    using NewWorkspace = std::function<std::shared_ptr<Workspace>(std::int32_t instance)>;

    // `pool`: number of instances; `new_workspace` makes a workspace on one of them. All must have
    // the same shape of features.
    Environment(std::int32_t pool, NewWorkspace new_workspace, EnvironmentSettings settings,
                std::int32_t count, int threads);

    std::int32_t count() const { return static_cast<std::int32_t>(slots_.size()); }
    FeatureShape shape() const { return shape_; }
    std::int32_t scalars() const { return static_cast<std::int32_t>(scalar_names_.size()); }
    const std::vector<std::string>& scalar_names() const { return scalar_names_; }

    // Arrays for all searches, one after the other; they must live as long as the environment.
    void attach(const ObservationBuffers& all) { buffers_ = all; }

    // Begin all episodes anew and write their first observations.
    void reset(std::uint64_t seed);

    // Carry out one decision per search; write rewards, ends and the next observations.
    void step(std::span<const std::int64_t> actions, float* rewards, bool* ends);

    // Of each search's last finished episode: best cost over initial cost, and the two costs.
    struct Episode {
        Cost initial = 0;
        Cost best = 0;
        std::int32_t instance = -1;
        std::int64_t finished = 0;  // number of episodes finished so far
    };
    const Episode& last_episode(std::int32_t search) const { return slots_[at(search)].last; }
    // What the running episode of a search stands at.
    const Observation& observation(std::int32_t search) const {
        return slots_[at(search)].search->observation();
    }
    std::int32_t instance(std::int32_t search) const { return slots_[at(search)].instance; }

private:
    struct Slot {
        std::shared_ptr<Workspace> workspace;
        std::unique_ptr<Search> search;
        std::unique_ptr<Observer> observer;
        Rng rng{0};
        std::int32_t instance = -1;
        std::int64_t steps = 0;
        bool over = false;  // the episode has ended, the next one has not begun
        Episode last;
    };
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    void begin_episode(std::int32_t index);
    void make_workspace(Slot& slot, std::int32_t instance);
    bool step_one(std::int32_t index, std::size_t action, float& reward);
    bool advance(Slot& slot, std::size_t action, float& reward);
    float reward_of(const Observation& seen, Cost best_before, Cost current_before, bool over) const;
    void observe(std::int32_t index, bool with_static);
    ObservationBuffers buffers_of(std::int32_t index) const;

    std::int32_t pool_;
    NewWorkspace new_workspace_;
    EnvironmentSettings settings_;
    std::vector<Slot> slots_;
    FeatureShape shape_;
    std::vector<std::string> scalar_names_;
    ObservationBuffers buffers_;
    ThreadPool threads_;
    int thread_count_;
};

}  // namespace neurols
