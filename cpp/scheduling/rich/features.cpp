#include "scheduling/rich/workspace.h"

namespace neurols::scheduling::rich {

std::unique_ptr<Features> RichWorkspace::features() { return nullptr; }

}  // namespace neurols::scheduling::rich
