#include "search/workspace.h"

#include <limits>

namespace neurols {

double Workspace::estimate(int /*op*/, Rng& /*rng*/) { return std::numeric_limits<double>::quiet_NaN(); }

double Workspace::next_estimate(int /*op*/) const { return std::numeric_limits<double>::quiet_NaN(); }

std::unique_ptr<Features> Workspace::features() { return nullptr; }

}  // namespace neurols
