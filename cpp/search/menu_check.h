// Whether an action stands on a workspace's menu. Decisions of users come unchecked.
#pragma once

#include "search/workspace.h"

namespace neurols {

// Whether the action has a place on the menu and a strength within reason.
inline bool on_menu(const Action& action, const Workspace& workspace) {
    const auto& table = action.is_perturbation() ? workspace.perturbations() : workspace.operators();
    return static_cast<std::size_t>(action.index) < table.size() &&
           static_cast<std::uint32_t>(action.strength) <= Action::kStrongest;
}

// The action with its place on the menu, looked up where it is given by name. Throws
// std::invalid_argument, with the menu in the message, where there is none.
Action looked_up(const Action& action, const Workspace& workspace);

}  // namespace neurols
