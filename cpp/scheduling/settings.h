// Settings that only the job shop has.
#pragma once

#include <memory>

#include "search/workspace.h"

namespace neurols::scheduling {

struct JobShopSettings : WorkspaceSettings {
    JobShopSettings() = default;
    explicit JobShopSettings(const WorkspaceSettings& common) : WorkspaceSettings(common) {}

    double ranked_steps = 0;  // steps per operation, the first ones, whose moves are ranked; 0: all
    // How the first schedule is dispatched, learned; null: by the construction.
    std::shared_ptr<const PerceptronWeights> dispatching;
};

}  // namespace neurols::scheduling
