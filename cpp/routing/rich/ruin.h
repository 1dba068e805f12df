// Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of clients around a
// random one leave their routes. Shipments leave with both their ends.
#pragma once

#include "routing/rich/recreate.h"

namespace neurols::routing::rich {

struct RuinSettings {
    int mean_removed = 10;  // clients, on average
    int longest_string = 10;
    double split_rate = 0.5;     // share of strings that leave clients in their middle untouched
    double split_deepen = 0.95;  // probability of sparing one more of them
};

class Ruin {
public:
    Ruin(const Instance& instance, const RuinSettings& settings);

    // Removes strings around a random client, and hands what is absent to the recreation.
    void remove(Routes& routes, const Proximity& proximity, Recreate& recreate, int mean_removed, Rng& rng);
    // Removes all of a route, and strings around it.
    void remove_route(Routes& routes, const Proximity& proximity, Recreate& recreate, int r, Rng& rng);
    // Removes nothing: hands over clients that are left out, for a route of their own. False where there
    // are none.
    bool gather(const Routes& routes, const Proximity& proximity, Recreate& recreate, Rng& rng);

private:
    void ruin_at(Routes& routes, Recreate& recreate, Node c, double longest, Rng& rng);
    void mark_string(Routes& routes, Node client, int length, Rng& rng);
    void mark(Routes& routes, Node client);
    void hand_over(Routes& routes, Recreate& recreate, Node seed);
    bool ruined(int r) const { return ruined_[static_cast<std::size_t>(r)] == round_; }
    void begin();

    const Instance& instance_;
    RuinSettings settings_;
    std::vector<std::uint32_t> ruined_;  // by route: the round in which it lost a string
    std::uint32_t round_ = 0;
    std::vector<int> offered_;  // absent tasks that need not be done, met on the way
    std::vector<int> removed_;
    std::vector<Node> around_;
};

}  // namespace neurols::routing::rich
