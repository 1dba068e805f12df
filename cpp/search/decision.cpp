#include "search/decision.h"

#include <deque>
#include <mutex>
#include <stdexcept>

namespace neurols {

namespace {
constexpr std::size_t kMostNames = 100'000;  // a bound on the names that are kept

// Names of actions, each kept once: an Action stays small enough to be copied at every step.
struct Names {
    std::mutex mutex;
    std::deque<std::string> known;  // references stay valid while it grows
};

Names& names() {
    static Names all;
    return all;
}
}  // namespace

Action Action::named(Kind kind, const std::string& name, int strength) {
    Names& all = names();
    const std::lock_guard lock(all.mutex);
    std::size_t place = 0;
    while (place < all.known.size() && all.known[place] != name) ++place;
    if (place == kMostNames) throw std::invalid_argument("too many names of actions");
    if (place == all.known.size()) all.known.push_back(name);
    return {kind, kFirstName - static_cast<std::int32_t>(place), strength};
}

const std::string& Action::name() const {
    Names& all = names();
    const std::lock_guard lock(all.mutex);
    return all.known[static_cast<std::size_t>(kFirstName - index)];
}

}  // namespace neurols
