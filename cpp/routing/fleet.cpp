#include "routing/fleet.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace neurols::routing {

namespace {

constexpr int kRepairSteps = 100000;
constexpr int kPackings = 2000;
constexpr int kMeanRemoved = 10;

Load load_of(const Instance& instance, const std::vector<Node>& list) {
    Load load = 0;
    for (const Node c : list) load += instance.demand(c);
    return load;
}

// Best fit in decreasing order of (randomly blurred) demand: finds packings where geography misleads.
// Each route is then put together by cheapest insertion.
bool pack_bins(Routes& workshop, Recreate& recreate, Rng& rng) {
    const Instance& instance = workshop.instance();
    const auto vehicles = static_cast<std::size_t>(workshop.route_count());
    std::vector<std::pair<double, Node>> order(static_cast<std::size_t>(instance.customers()));
    std::vector<Load> loads(vehicles);
    RouteLists bins(vehicles);
    for (int attempt = 0; attempt < kPackings; ++attempt) {
        const double blur = 0.5 * attempt / kPackings;
        for (Node c = 1; c < instance.nodes(); ++c) {
            const auto demand = static_cast<double>(instance.demand(c));
            order[static_cast<std::size_t>(c - 1)] = {-demand * (1 + blur * (rng.uniform() - 0.5)), c};
        }
        std::sort(order.begin(), order.end());
        std::fill(loads.begin(), loads.end(), 0);
        for (auto& bin : bins) bin.clear();
        bool packed = true;
        for (const auto& [key, c] : order) {
            std::size_t best = vehicles;
            for (std::size_t bin = 0; bin < vehicles; ++bin) {
                if (loads[bin] + instance.demand(c) > instance.capacity()) continue;
                if (best == vehicles || loads[bin] > loads[best]) best = bin;
            }
            if ((packed = best < vehicles)) {
                loads[best] += instance.demand(c);
                bins[best].push_back(c);
            } else {
                break;
            }
        }
        if (!packed) continue;
        workshop.begin_step();
        workshop.clear();
        for (std::size_t bin = 0; bin < vehicles && packed; ++bin) {
            if (bins[bin].empty()) continue;
            recreate.start();
            const RouteId id = workshop.empty_route();
            workshop.insert(bins[bin].front(), id, kDepot);
            recreate.add_route(id);
            recreate.absent().assign(bins[bin].begin() + 1, bins[bin].end());
            recreate.sort_absent(rng);
            recreate.stay_in_candidates(true);
            packed = recreate.insert_all(workshop, rng);
            recreate.stay_in_candidates(false);
        }
        if (packed && workshop.step_in_reach()) return true;
    }
    return false;
}

// Ruin and recreate with customers left out, after the fleet minimisation of Christiaens and Vanden
// Berghe (2020): a customer that was left out often weighs more, so that hard ones find a place.
bool squeeze(Routes& workshop, std::vector<Node> out, Ruin& ruin, Recreate& recreate, Rng& rng) {
    std::vector<std::int64_t> left_out(static_cast<std::size_t>(workshop.instance().nodes()), 1);
    const auto weight = [&](const std::vector<Node>& customers) {
        std::int64_t sum = 0;
        for (const Node c : customers) sum += left_out[static_cast<std::size_t>(c)];
        return sum;
    };
    for (int step = 0; step < kRepairSteps && !out.empty(); ++step) {
        workshop.begin_step();
        ruin.remove_around(workshop, out[rng.below(static_cast<std::uint32_t>(out.size()))], kMeanRemoved,
                           rng);
        auto& absent = recreate.absent();
        absent.insert(absent.end(), out.begin(), out.end());
        for (const Node c : out) recreate.look_around(workshop, c);
        recreate.sort_absent(rng);
        recreate.insert_all(workshop, rng);
        if (workshop.step_in_reach() && (absent.size() < out.size() || weight(absent) <= weight(out))) {
            out = absent;
        } else {
            for (const Node c : absent) ++left_out[static_cast<std::size_t>(c)];
            workshop.undo();
        }
    }
    return out.empty();
}

}  // namespace

RouteLists fit_fleet(RouteLists lists, Routes& workshop, Ruin& ruin, Recreate& recreate, Rng& rng) {
    const Instance& instance = workshop.instance();
    const auto vehicles = static_cast<std::size_t>(workshop.route_count());
    if (lists.size() <= vehicles) return lists;

    std::sort(lists.begin(), lists.end(), [&](const auto& a, const auto& b) {
        const Load load_a = load_of(instance, a), load_b = load_of(instance, b);
        return load_a != load_b ? load_a > load_b : a.size() > b.size();
    });
    std::vector<Node> out;
    for (std::size_t i = vehicles; i < lists.size(); ++i)
        out.insert(out.end(), lists[i].begin(), lists[i].end());
    lists.resize(vehicles);
    workshop.reset();
    workshop.assign(lists);
    if (squeeze(workshop, std::move(out), ruin, recreate, rng) || pack_bins(workshop, recreate, rng)) {
        return workshop.as_lists();
    }
    throw std::runtime_error("no solution with " + std::to_string(instance.vehicles()) +
                             " vehicles was found; allow more vehicles or give routes to start from");
}

}  // namespace neurols::routing
