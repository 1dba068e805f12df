// Selective route exchange (after Nagata and Bräysy, 2010): the offspring inherits the routes of one parent,
// except that some, side by side, give way to those of the other parent that serve the same customers.
#pragma once

#include <cstdint>
#include <vector>

#include "routing/constructions.h"
#include "routing/neighbours.h"

namespace neurols::routing {

class Recombination {
public:
    Recombination(const Instance& instance, const Neighbours& neighbours);

    // The offspring, which may lack some customers: they are put into `absent`.
    RouteLists child(const RouteLists& mother, const RouteLists& father, std::vector<Node>& absent, Rng& rng);

private:
    void choose_from_mother(const RouteLists& mother, std::size_t count, Rng& rng);
    void choose_from_father(const RouteLists& father);

    const Instance& instance_;
    const Neighbours& neighbours_;
    std::vector<std::size_t> route_of_;                       // by customer, of the mother
    std::vector<std::size_t> leaving_, coming_;               // routes of the mother, and of the father
    std::vector<std::uint8_t> is_leaving_;                    // by route of the mother
    std::vector<std::uint8_t> leaves_, comes_;                // by customer: is its route one of these?
    std::vector<std::pair<double, std::size_t>> candidates_;  // routes of the father
};

}  // namespace neurols::routing
