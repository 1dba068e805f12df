// Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of customers
// around a random one leave their routes, then return greedily.
#pragma once

#include "routing/recreate.h"

namespace neurols::routing {

struct RuinSettings {
    int mean_removed = 10;  // customers, on average
    int longest_string = 10;
    double split_rate = 0.5;  // share of strings that leave customers in their middle untouched
    // Probability of sparing one more of them. The paper has 0.01; on generated instances strings that
    // reach far around what they spare gave clearly better solutions.
    double split_deepen = 0.95;
};

class Ruin {
public:
    Ruin(const Instance& instance, const Neighbours& neighbours, Recreate& recreate,
         const RuinSettings& settings);

    // Removes strings around a random customer into recreate.absent(), and sets the candidate routes.
    void remove(Routes& routes, int mean_removed, Rng& rng);
    void remove_around(Routes& routes, Node seed, int mean_removed, Rng& rng);

private:
    void remove_string(Routes& routes, Node customer, int length, Rng& rng);

    const Instance& instance_;
    const Neighbours& neighbours_;
    Recreate& recreate_;
    RuinSettings settings_;
    std::vector<std::uint32_t> ruined_;  // by route: the round in which it lost a string
    std::uint32_t round_ = 0;
};

}  // namespace neurols::routing
