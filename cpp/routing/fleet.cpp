#include "routing/fleet.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "routing/packing.h"

namespace neurols::routing {

namespace {

constexpr int kRepairSteps = 100000;
constexpr int kPackings = 2000;
constexpr int kMeanRemoved = 10;
constexpr int kLookEvery = 64;                  // steps between two looks at the clock
constexpr std::int64_t kExactWork = 2'000'000;  // bins looked at: some ten milliseconds
constexpr int kMostDoublings = 10;              // of the exact work, from round to round

Load load_of(const Instance& instance, const std::vector<Node>& list) {
    Load load = 0;
    for (const Node c : list) load += instance.demand(c);
    return load;
}

std::string sentence(FleetTooSmall::Reason reason, int vehicles, int enough) {
    const std::string limit = std::to_string(vehicles) + (vehicles == 1 ? " vehicle" : " vehicles");
    const std::string remedy = "allow " + std::to_string(enough) + ", which are enough";
    switch (reason) {
        case FleetTooSmall::Reason::Impossible:
            return "there is no solution with " + limit + "; " + remedy;
        case FleetTooSmall::Reason::Interrupted:
            return "interrupted before a solution with " + limit + " was found; " + remedy;
        case FleetTooSmall::Reason::NotFound:
            break;
    }
    return "no solution with " + limit + " was found; " + remedy +
           ", search longer, or give routes to start from";
}

}  // namespace

FleetTooSmall::FleetTooSmall(Reason reason, int vehicles, int enough)
    : std::runtime_error(sentence(reason, vehicles, enough)), reason_(reason) {}

void Fleet::fail(FleetTooSmall::Reason reason) const {
    throw FleetTooSmall(reason, workshop_.instance().vehicles(), enough_);
}

// Has the user interrupted the search, or is the time up?
bool Fleet::over() {
    if (cancelled()) {
        if (grace_end_ == 0) grace_end_ = wall_clock() + grace_;
        return wall_clock() >= grace_end_;
    }
    if (deadline_ == kNoLimit || ++looks_ % kLookEvery != 0) return false;
    return wall_clock() >= deadline_;
}

// Those left out could travel in vehicles of their own: one for as many as fit, in this order.
void Fleet::note_left_out(const std::vector<Node>& out) {
    const Instance& instance = workshop_.instance();
    int vehicles = workshop_.route_count();
    Load load = instance.capacity();
    Distance length = 0;
    Node last = kDepot;
    for (const Node c : out) {
        const bool fits =
            load + instance.demand(c) <= instance.capacity() && last != kDepot &&
            length + instance.distance(last, c) + instance.distance(c, kDepot) <= instance.max_distance();
        if (!fits) {
            ++vehicles;
            load = 0;
            length = 0;
            last = kDepot;
        }
        load += instance.demand(c);
        length += instance.distance(last, c);
        last = c;
    }
    enough_ = enough_ == 0 ? vehicles : std::min(enough_, vehicles);
}

// Best fit in decreasing order of (randomly blurred) demand: finds packings where geography misleads.
bool Fleet::pack_bins(Rng& rng) {
    const Instance& instance = workshop_.instance();
    const auto vehicles = static_cast<std::size_t>(workshop_.route_count());
    std::vector<std::pair<double, Node>> order(static_cast<std::size_t>(instance.customers()));
    std::vector<Load> loads(vehicles);
    RouteLists bins(vehicles);
    for (int attempt = 0; attempt < kPackings && !over(); ++attempt) {
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
        if (packed && build(bins, rng)) return true;
    }
    return false;
}

// Puts each route together by cheapest insertion. False where one is then too long.
bool Fleet::build(const RouteLists& bins, Rng& rng) {
    workshop_.begin_step();
    workshop_.clear();
    bool packed = true;
    for (std::size_t bin = 0; bin < bins.size() && packed; ++bin) {
        if (bins[bin].empty()) continue;
        recreate_.start();
        const RouteId id = workshop_.empty_route();
        workshop_.insert(bins[bin].front(), id, kDepot);
        recreate_.add_route(id);
        recreate_.absent().assign(bins[bin].begin() + 1, bins[bin].end());
        recreate_.sort_absent(rng);
        recreate_.stay_in_candidates(true);
        packed = recreate_.insert_all(workshop_, rng);
        recreate_.stay_in_candidates(false);
    }
    return packed && workshop_.step_in_reach();
}

// Ruin and recreate with customers left out, after the fleet minimisation of Christiaens and Vanden
// Berghe (2020): a customer that was left out often weighs more, so that hard ones find a place.
bool Fleet::squeeze(std::vector<Node> out, std::int64_t steps, Rng& rng) {
    std::vector<std::int64_t> left_out(static_cast<std::size_t>(workshop_.instance().nodes()), 1);
    const auto weight = [&](const std::vector<Node>& customers) {
        std::int64_t sum = 0;
        for (const Node c : customers) sum += left_out[static_cast<std::size_t>(c)];
        return sum;
    };
    std::size_t fewest = out.size() + 1;
    for (std::int64_t step = 0; step < steps && !out.empty() && !over(); ++step) {
        if (out.size() < fewest) {
            fewest = out.size();
            note_left_out(out);
        }
        workshop_.begin_step();
        ruin_.remove_around(workshop_, out[rng.below(static_cast<std::uint32_t>(out.size()))], kMeanRemoved,
                            rng);
        auto& absent = recreate_.absent();
        absent.insert(absent.end(), out.begin(), out.end());
        for (const Node c : out) recreate_.look_around(workshop_, c);
        recreate_.sort_absent(rng);
        recreate_.insert_all(workshop_, rng);
        if (workshop_.step_in_reach() && (absent.size() < out.size() || weight(absent) <= weight(out))) {
            out = absent;
        } else {
            for (const Node c : absent) ++left_out[static_cast<std::size_t>(c)];
            workshop_.undo();
        }
    }
    return out.empty();
}

bool Fleet::fit(RouteLists& lists, Rng& rng) {
    const Instance& instance = workshop_.instance();
    const auto vehicles = static_cast<std::size_t>(workshop_.route_count());
    if (lists.size() <= vehicles) return true;
    enough_ = static_cast<int>(lists.size());

    std::sort(lists.begin(), lists.end(), [&](const auto& a, const auto& b) {
        const Load load_a = load_of(instance, a), load_b = load_of(instance, b);
        return load_a != load_b ? load_a > load_b : a.size() > b.size();
    });
    std::vector<Node> out;
    for (std::size_t i = vehicles; i < lists.size(); ++i)
        out.insert(out.end(), lists[i].begin(), lists[i].end());
    lists.resize(vehicles);
    workshop_.reset();
    workshop_.assign(lists);
    if (!squeeze(std::move(out), kRepairSteps, rng) && !pack_bins(rng)) return false;
    lists = workshop_.as_lists();
    return true;
}

RouteLists Fleet::fit_or_throw(RouteLists lists, Rng& rng, InitialEffort* effort) {
    if (fit(lists, rng)) return lists;
    if (!effort) return fit_exactly();
    return effort->once<RouteLists>([&] { return keep_trying(*effort); });
}

// For those who set no limit on the effort: training and tuning, on instances of their own making.
RouteLists Fleet::fit_exactly() {
    InitialEffort none(0, 0, 0);
    return keep_trying(none);
}

// A new draw of everything in each round, and more exact work.
RouteLists Fleet::keep_trying(InitialEffort& effort) {
    const Instance& instance = workshop_.instance();
    if (auto routes = fewest_routes(instance)) {
        enough_ = static_cast<int>(routes->size());
        if (enough_ > workshop_.route_count()) fail(FleetTooSmall::Reason::Impossible);
        return *std::move(routes);
    }
    Rng rng(effort.seed(), ~std::uint64_t{0});  // a stream that no search uses
    deadline_ = effort.deadline();
    grace_ = 0;
    workshop_.reset();  // what follows depends on the instance and the effort alone
    RouteLists bins;
    std::int64_t steps = effort.steps() - kRepairSteps;  // those that a construction takes are spent
    bool exact = true;
    for (int round = 0; !cancelled(); ++round) {
        if (exact) {
            const auto answer = pack_exactly(
                instance, workshop_.route_count(), kExactWork << std::min(round, kMostDoublings),
                [this] { return over(); }, bins);
            if (answer == Packing::Impossible) fail(FleetTooSmall::Reason::Impossible);
            if (answer == Packing::Found && build(bins, rng)) return workshop_.as_lists();
            exact = answer == Packing::Unknown;  // else the distance limit is what is hard to keep
        }
        if (steps <= 0 || wall_clock() >= deadline_) break;
        const std::int64_t now = std::min<std::int64_t>(steps, kRepairSteps);
        steps -= now;
        if (squeeze(fill_at_random(rng), now, rng) || pack_bins(rng)) return workshop_.as_lists();
    }
    fail(cancelled() ? FleetTooSmall::Reason::Interrupted : FleetTooSmall::Reason::NotFound);
}

// Customers in random order to the end of the first route that takes them; those that none takes.
std::vector<Node> Fleet::fill_at_random(Rng& rng) {
    const Instance& instance = workshop_.instance();
    std::vector<Node> order(static_cast<std::size_t>(instance.customers()));
    std::iota(order.begin(), order.end(), 1);
    rng.shuffle(order);
    RouteLists lists(static_cast<std::size_t>(workshop_.route_count()));
    std::vector<Load> loads(lists.size(), 0);
    std::vector<Distance> lengths(lists.size(), 0);
    std::vector<Node> out;
    for (const Node c : order) {
        std::size_t at = 0;
        for (; at < lists.size(); ++at) {
            const Node last = lists[at].empty() ? kDepot : lists[at].back();
            const Distance longer = lengths[at] + instance.distance(last, c);
            if (loads[at] + instance.demand(c) <= instance.capacity() &&
                longer + instance.distance(c, kDepot) <= instance.max_distance()) {
                lists[at].push_back(c);
                loads[at] += instance.demand(c);
                lengths[at] = longer;
                break;
            }
        }
        if (at == lists.size()) out.push_back(c);
    }
    workshop_.reset();
    workshop_.assign(lists);
    return out;
}

}  // namespace neurols::routing
