// Greedy insertion with blinks (Christiaens and Vanden Berghe, 2020): absent customers return one by
// one to their cheapest place among routes nearby. What leaves, and why, is decided elsewhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "routing/insertion_rule.h"
#include "routing/neighbours.h"
#include "routing/routes.h"
#include "search/rng.h"

namespace neurols::routing {

struct RecreateSettings {
    double blink = 0.01;    // probability of overlooking a place
    int look_around = 100;  // neighbours whose routes are candidates
    int long_route = 60;    // customers; in longer routes only places beside neighbours are tried
};

class Recreate {
public:
    // Ruined customers return by a learned rule, or, without one, as in the paper.
    Recreate(const Instance& instance, const Neighbours& neighbours, const RecreateSettings& settings,
             const std::shared_ptr<const PerceptronWeights>& rule = nullptr);

    // Candidate routes: forget them, and add one or those around a customer.
    void start();
    void add_route(RouteId id);
    void look_around(const Routes& routes, Node customer);

    // The absent customers, in the order in which they will be inserted.
    std::vector<Node>& absent() { return absent_; }
    void sort_absent(Rng& rng);
    void sort_ruined(Rng& rng);

    // A ruin tells of itself, and of every string while it is still in its route.
    void begin_ruin(const Routes& routes);
    void note_string(const Routes& routes, Node first, int count) {
        if (rule_) rule_->note_string(routes, first, count);
    }

    // Inserts all absent customers; those that find no place stay in absent(). True when none does.
    // Gives up when the solution costs more than the ceiling already; gave_up() then tells so.
    bool insert_all(Routes& routes, Rng& rng, Distance ceiling = std::numeric_limits<Distance>::max());
    bool gave_up() const { return gave_up_; }

    // Load beyond the capacity is allowed at this price a unit; 0 forbids it.
    void set_overload_price(double price) {
        price_ = price;
        inverse_price_ = price > 0 ? 1 / price : 0;
    }
    Distance priced(Load excess) const { return static_cast<Distance>(price_ * static_cast<double>(excess)); }

    // Whether other routes, new or old, are out of the question.
    void stay_in_candidates(bool stay) { stay_ = stay; }

    // Never put a customer into this route, unless there is no other place (perturbations).
    void forbid(RouteId id) { forbidden_ = id; }

private:
    static constexpr double kExactLoads = 0x1.0p50;  // below, products of loads are right to the unit

    struct Place {
        Distance cost;
        RouteId route;
        Node after;
        std::int32_t candidate;  // -1: the route has no flat copy
        std::int32_t index;      // of the place in that copy
        Distance bias = 0;       // what the learned rule has added to the cost
    };

    // A route that insertions may use. Its stops are copied side by side when it is first looked at:
    // each of them is read once for every absent customer, and following links is slow.
    struct Candidate {
        RouteId id;
        std::int32_t begin = -1;  // of the copy; -1 while there is none, or where the route is long
        std::int32_t size = 0;
        bool is_long = false;
    };

    template <class Distances>
    bool insert_each(Routes& routes, Rng& rng, Distance ceiling, const Distances& distance);
    template <class Distances>
    Place cheapest(const Routes& routes, Node c, const Distances& distance, Rng& rng);
    template <class Distances>
    bool scan_copy(const Routes& routes, Node c, std::int32_t candidate, Distance surcharge,
                   const Distances& distance, Rng& rng, Place& best) const;
    template <class Distances>
    void scan_with_blinks(const Routes& routes, Node c, std::int32_t candidate, std::int32_t overlooked,
                          Distance surcharge, const Distances& distance, Rng& rng, Place& best) const;
    template <class Distances>
    void scan_long_routes(const Routes& routes, Node c, const Distances& distance, Rng& rng,
                          Place& best) const;
    template <class Distances>
    void scan_everywhere(const Routes& routes, Node c, const Distances& distance, Place& best) const;

    Distance surcharge(Load room, Load demand) const {
        const Load more = demand - std::max<Load>(room, 0);
        return more <= 0 ? 0 : static_cast<Distance>(price_ * static_cast<double>(more)) + 1;
    }
    // Where there is less room than this, the surcharge of a demand is no less than the cost. At most one
    // unit too low: to skip most routes by a look at their room, and ask the others for their surcharge.
    Load least_room(Load demand, Distance cost) const {
        if (price_ == 0) return demand;
        const double more = static_cast<double>(cost) * inverse_price_;
        if (more >= std::min(static_cast<double>(demand), kExactLoads))
            return std::numeric_limits<Load>::min();
        return demand - static_cast<Load>(std::max(more, 0.0)) - 1;
    }
    // The next candidate that has it, or as many as there are.
    std::size_t with_room(std::size_t candidate, Load room) const {
        const Load* rooms = rooms_.data();
        const std::size_t count = rooms_.size();
        while (candidate < count && rooms[candidate] < room) ++candidate;
        return candidate;
    }
    void prepare_candidates(const Routes& routes);
    Candidate prepared(const Routes& routes, RouteId id) const;
    void copy_stops(const Routes& routes, Candidate& candidate);
    void insert_into_copy(const Place& place, Node c, Distance to, Distance from);
    bool blinks(Rng& rng) const { return (rng.next() >> 32) < blink_below_; }
    bool in_reach(const Routes& routes, RouteId id, Distance cost) const {
        return !limited_ || routes.in_reach(id, cost);
    }

    const Instance& instance_;
    const Neighbours& neighbours_;
    RecreateSettings settings_;
    std::optional<InsertionRule> rule_;
    bool by_rule_ = false;  // in this round
    bool limited_;
    std::uint64_t blink_below_;
    RouteId forbidden_ = kAbsent;
    bool stay_ = false;
    double price_ = 0, inverse_price_ = 0;
    bool gave_up_ = false;
    std::vector<Node> absent_;
    std::vector<Candidate> candidates_;
    std::vector<Load> rooms_;            // of the candidates, side by side: most of them are of no use
    std::vector<std::uint32_t> listed_;  // by route: the round in which it became a candidate
    std::uint32_t round_ = 0;
    std::vector<Node> copied_stops_;  // each copy ends with the depot and has room to grow
    std::vector<Distance> copied_in_;
    std::int32_t copied_ = 0;
    std::vector<Distance> depot_distance_;
    std::vector<std::pair<Distance, Node>> keys_;
};

}  // namespace neurols::routing
