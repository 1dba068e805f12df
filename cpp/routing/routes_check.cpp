// The audit of a working solution: everything kept incrementally is recomputed from the links.
#include <stdexcept>
#include <string>

#include "routing/routes.h"

namespace neurols::routing {

namespace {
void expect(bool holds, const char* what, Node item) {
    if (!holds) throw std::logic_error(std::string(what) + " at " + std::to_string(item));
}
}  // namespace

void Routes::check() const {
    std::vector<std::uint8_t> seen(stops_.size(), 0);
    Distance total = 0;
    Load excess = 0;
    int used = 0;
    for (RouteId id = 0; id < static_cast<RouteId>(routes_.size()); ++id) {
        const Route& here = route(id);
        Distance distance = 0, back = 0;
        Load load = 0;
        std::int32_t size = 0;
        Node previous = kDepot;
        for (Node customer = here.first; customer != kDepot; customer = next(customer)) {
            expect(!seen[static_cast<std::size_t>(customer)], "customer visited twice", customer);
            seen[static_cast<std::size_t>(customer)] = 1;
            expect(pred(customer) == previous, "broken link", customer);
            expect(route_of(customer) == id, "wrong route", customer);
            expect(stop(customer).in == instance_.distance(previous, customer), "wrong arc length", customer);
            distance += stop(customer).in;
            back += instance_.distance(customer, previous);
            load += instance_.demand(customer);
            expect(position(customer) == ++size, "wrong position", customer);
            expect(load_through(customer) == load, "wrong prefix load", customer);
            expect(reach(customer) == distance, "wrong prefix distance", customer);
            expect(reach_back(customer) == back, "wrong reversed prefix distance", customer);
            previous = customer;
        }
        const Distance home = size == 0 ? 0 : instance_.distance(previous, kDepot);
        distance += home;
        total += distance;
        expect(here.last == previous && here.home == home, "wrong end of route", id);
        expect(here.size == size && here.load == load && here.distance == distance, "wrong sums of route",
               id);
        excess += excess_of(load);
        expect(distance <= instance_.max_distance(), "route too long", id);
        expect((slot_of_[static_cast<std::size_t>(id)] < used_) == (size > 0), "wrong list of used routes",
               id);
        expect(slots_[static_cast<std::size_t>(slot_of_[static_cast<std::size_t>(id)])] == id, "wrong slot",
               id);
        used += size > 0;
    }
    expect(used == used_, "wrong number of used routes", used);
    expect(total == total_, "wrong total", 0);
    expect(excess == excess_, "wrong excess", 0);
    for (Node customer = 1; customer < instance_.nodes(); ++customer) {
        expect(seen[static_cast<std::size_t>(customer)] == present(customer), "absent customer", customer);
    }
}

}  // namespace neurols::routing
