// Greedy insertion with blinks (Christiaens and Vanden Berghe, 2020), of clients, shipments and groups,
// into routes of any type. What fits nowhere stays absent.
#pragma once

#include <vector>

#include "routing/rich/proximity.h"
#include "routing/rich/routes.h"
#include "search/rng.h"

namespace neurols::routing::rich {

struct RecreateSettings {
    double blink = 0.01;   // probability of overlooking a place
    int look_around = 40;  // neighbours of a ruin whose routes are candidates
};

class Recreate {
public:
    Recreate(const Instance& instance, const RecreateSettings& settings);

    void start(const Proximity* proximity);           // no candidates yet, nothing to insert
    std::vector<int>& waiting() { return waiting_; }  // tasks to be inserted
    void add_route(int r);
    void look_around(const Routes& routes, Node client);

    void sort(Rng& rng);
    void stay() { stay_ = true; }        // open no further routes in this round
    void begin_anew() { anew_ = true; }  // the first that waits gets a route of its own
    // Insert whatever has a place, whether it is worth its prize or not.
    void take_all(bool all) { take_all_ = all; }

    // Inserts what waits. False, and some of it may still be absent, once the cost must exceed the
    // ceiling; true otherwise, whatever is absent in the end.
    bool insert_all(Routes& routes, Rng& rng, Value ceiling);

private:
    struct Place {
        Value cost = kForever;
        int route = kAbsent;  // kAbsent: a new one
        int type = -1;
        int index = 0;
        int second_index = 0;
        Node client = kAbsent;
        bool whole = false;  // the route's visits stand in `visits_`
    };

    void fetch_rows() const;
    bool insert_one(Routes& routes, int task, Rng& rng);
    void find_in_routes(Routes& routes, const Task& task, Rng& rng);
    void find_new(Routes& routes, const Task& task, Rng& rng);
    int type_with_room(const Routes& routes, const Route& route, Node c, Node second) const;
    bool has_room(const Route& route, int type, Node c, Node second) const;
    void scan_client(Routes& routes, int r, int type, Node c, Rng& rng);
    template <bool Timed, bool Durations>
    void scan(Routes& routes, int r, int type, Node c, Rng& rng);
    template <bool Durations>
    void scan_pair(Routes& routes, int r, int type, const Task& task, Rng& rng);
    void scan_reloads(Routes& routes, int r, const Task& task, Node c, Rng& rng);
    Value simulated_cost(Routes& routes, int r, int type, int index, Node c, int second_index, Node second);
    bool legs_fit(const Route& route, int type, int index, Node c) const;
    bool release_fits(const Route& route, int type, int index, Node c) const;
    Value initial_load(const Route& route, int type, int index, std::size_t k) const;
    Value balance_cost(Value duration) const;
    bool blinks(Rng& rng) const { return (rng.next() >> 32) < blink_below_; }
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    const Instance& instance_;
    const Traits has_;
    RecreateSettings settings_;
    const Proximity* proximity_ = nullptr;
    std::uint64_t blink_below_;
    bool stay_ = false, anew_ = false, take_all_ = false;
    std::vector<int> waiting_;
    std::vector<int> candidates_;
    std::vector<std::uint32_t> listed_;
    std::uint32_t round_ = 0;
    Place best_;
    Value longest_ = 0;  // duration of a route, where balance has a price
    std::vector<Node> visits_, trial_;
    std::vector<std::pair<Value, int>> keys_;
    std::vector<Value> depot_distance_;
    std::vector<LoadSegment> loads_;
};

}  // namespace neurols::routing::rich
