// Many searches stepped side by side by somebody else's decisions: the Markov decision process of
// learned control. Finished searches begin anew at once. Everything is reproducible from the seed,
// whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "search/observer.h"
#include "search/search.h"
#include "search/thread_pool.h"

namespace neurols {

struct EnvironmentSettings {
    std::vector<Decision> decisions;  // what the numbers of the action space mean
    SearchSettings search;
    std::int64_t min_steps = 100;  // length of an episode, drawn for each
    std::int64_t max_steps = 100;
    bool in_order = false;  // search i starts on workspace i and takes the next ones in turn; else random
    // Action set A: improving candidates are followed without a decision, as steps that count.
    bool run_through_improvements = false;
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
    std::int32_t scalars() const { return scalars_; }
    const Workspace& menu() const { return *slots_.front().workspace; }

    // Arrays for all searches, one after the other; they must live as long as the environment.
    void attach(const ObservationBuffers& all) { buffers_ = all; }

    // Begin all episodes anew and write their first observations.
    void reset(std::uint64_t seed);

    // Carry out one decision per search; write rewards, ends and the next observations. The
    // observation after an end is the first of the next episode.
    void step(std::span<const std::int64_t> actions, float* rewards, bool* ends);

    // Of each search's last finished episode: best cost over initial cost, and the two costs.
    struct Episode {
        Cost initial = 0;
        Cost best = 0;
        std::int32_t instance = -1;
        std::int64_t finished = 0;  // number of episodes finished so far
    };
    const Episode& last_episode(std::int32_t search) const { return slots_[at(search)].last; }
    // The best cost of the running episode.
    Cost best(std::int32_t search) const { return slots_[at(search)].search->observation().best; }

private:
    struct Slot {
        std::shared_ptr<Workspace> workspace;
        std::unique_ptr<Search> search;
        std::unique_ptr<Observer> observer;
        Rng rng{0};
        std::int32_t instance = -1;
        std::int64_t steps = 0;
        Episode last;
    };
    static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
    void begin_episode(std::int32_t index);
    void make_workspace(Slot& slot, std::int32_t instance);
    bool advance(Slot& slot, const Decision& decision, float& reward);
    void observe(std::int32_t index, bool with_static);
    ObservationBuffers buffers_of(std::int32_t index) const;

    std::int32_t pool_;
    NewWorkspace new_workspace_;
    EnvironmentSettings settings_;
    std::vector<Slot> slots_;
    FeatureShape shape_;
    std::int32_t scalars_ = 0;
    ObservationBuffers buffers_;
    ThreadPool threads_;
    int thread_count_;
};

}  // namespace neurols
