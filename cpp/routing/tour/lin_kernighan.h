// Local search of a tour after Lin and Kernighan (1973): exchanges of up to kDeepest edges, found one
// edge after the other as long as the sum of gains is positive, among the nearest places (Johnson and
// McGeoch, 1997). Intermediate exchanges need not be tours (Helsgaun, 2000). Places wait in a queue
// until they have been tried, so that a descent after a small change is local (Bentley, 1992).
#pragma once

#include <array>
#include <vector>

#include "routing/tour/places.h"
#include "routing/tour/tour.h"
#include "search/rng.h"

namespace neurols::routing {

class LinKernighan {
public:
    static constexpr int kDeepest = 6;  // edges of an exchange, at most

    LinKernighan(const Places& places, Tour& tour);

    // Places that are to be tried again.
    void wake(Node place);
    void wake_all();
    bool awake() const { return waiting_ > 0; }
    void sleep();

    // Improves the tour from the places in the queue, of which at most so many are tried; the change.
    Distance descend(std::int64_t tries);

    // Exchanges two stretches of the tour around a third, of at most `longest` places each: a double bridge
    // (Martin, Otto and Felten, 1991) within a small part of it. The ends wake up. The change.
    Distance kick(int longest, Rng& rng);

private:
    template <class D>
    struct Exchange;

    const Places& places_;
    Tour& tour_;
    std::vector<Node> queue_;  // a ring
    std::vector<std::uint8_t> is_waiting_;
    std::size_t head_ = 0, waiting_ = 0;
};

}  // namespace neurols::routing
