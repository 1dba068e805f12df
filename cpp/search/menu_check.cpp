#include "search/menu_check.h"

#include <algorithm>
#include <stdexcept>

namespace neurols {

namespace {
std::string listed(const std::vector<std::string>& table) {
    std::string text;
    for (std::size_t place = 0; place < table.size(); ++place) {
        text += (place ? ", " : "") + std::to_string(place) + " " + table[place];
    }
    return text.empty() ? "none" : text;
}
}  // namespace

Action looked_up(const Action& action, const Workspace& workspace) {
    const bool perturbs = action.is_perturbation();
    const auto& table = perturbs ? workspace.perturbations() : workspace.operators();
    const std::string kind = perturbs ? "perturbation" : "operator";
    if (action.strength < 0 || action.strength > Action::kStrongest) {
        throw std::invalid_argument("a strength of " + std::to_string(action.strength) +
                                    " is out of range: give 0 (the default) to " +
                                    std::to_string(Action::kStrongest));
    }
    Action found = action;
    if (action.has_name()) {
        const auto place = std::find(table.begin(), table.end(), action.name());
        found.index = static_cast<std::int32_t>(place - table.begin());
    }
    if (static_cast<std::size_t>(found.index) < table.size()) return found;
    const std::string what = action.has_name() ? "'" + action.name() + "'" : std::to_string(action.index);
    throw std::invalid_argument("there is no " + kind + " " + what + " here; the " + kind + "s are " +
                                listed(table));
}

}  // namespace neurols
