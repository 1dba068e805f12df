#include "routing/elite_pool.h"

namespace neurols::routing {

namespace {
constexpr std::size_t kNear = 6;  // arcs of one that the other lacks: up to here two are the same
}  // namespace

bool hardly_differ(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    std::size_t missing = 0;
    auto in_b = b.begin();
    for (const std::uint64_t arc : a) {
        while (in_b != b.end() && *in_b < arc) ++in_b;
        if (in_b != b.end() && *in_b == arc) {
            ++in_b;
        } else if (++missing > kNear) {
            return false;
        }
    }
    return true;
}

}  // namespace neurols::routing
