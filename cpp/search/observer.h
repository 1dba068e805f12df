// Writes what a learned controller sees into flat arrays: the scalars of the search and the graph
// of the working solution. The environments of training and the policies of `solve` share it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "search/features.h"
#include "search/observation.h"
#include "search/workspace.h"

namespace neurols {

// Where one search's observation goes. Null pointers are skipped.
struct ObservationBuffers {
    float* scalars = nullptr;
    float* static_nodes = nullptr;
    std::int32_t* static_neighbours = nullptr;
    float* static_weights = nullptr;
    float* dynamic_nodes = nullptr;
    std::int32_t* dynamic_neighbours = nullptr;
    float* dynamic_weights = nullptr;
    std::int32_t* group = nullptr;
};

class Observer {
public:
    // Throws std::invalid_argument for a workspace that shows no features.
    explicit Observer(Workspace& workspace);

    FeatureShape shape() const { return features_->shape(); }
    // Names of the scalars, in their order.
    static std::vector<std::string> scalar_names(const Workspace& workspace);

    // At the beginning of an episode.
    void write_static(const ObservationBuffers& to);
    // `steps_left`: of the budget; infinite where there is none in steps.
    void write_dynamic(const Observation& seen, double steps_left, Rng& rng, const ObservationBuffers& to);

private:
    // How an operator or a perturbation has fared in the episode.
    struct Record {
        std::int64_t used_at = 0;   // the last time
        std::int64_t failures = 0;  // uses since it last improved on the current solution
        double gain = 0;            // of a use, recent ones counting most; shares of the initial cost
    };

    void write_scalars(const Observation& seen, double steps_left, Rng& rng, float* to);
    float* write_ahead(const Observation& seen, float* to);
    float* write_records(const Observation& seen, float* to) const;
    void note_step(const Observation& seen);

    Workspace& workspace_;
    std::unique_ptr<Features> features_;
    std::vector<double> estimates_;
    std::vector<Record> records_;  // operators, then perturbations
    std::int64_t noted_ = 0;       // the last step in the records
};

}  // namespace neurols
