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

    void write_static(const ObservationBuffers& to) const;
    // `steps_left`: of the budget; infinite where there is none in steps.
    void write_dynamic(const Observation& seen, double steps_left, Rng& rng, const ObservationBuffers& to);

private:
    void write_scalars(const Observation& seen, double steps_left, Rng& rng, float* to);

    Workspace& workspace_;
    std::unique_ptr<Features> features_;
    std::vector<double> estimates_;
};

}  // namespace neurols
