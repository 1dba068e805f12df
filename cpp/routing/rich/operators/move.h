// A move between routes, or within one: what each route consists of afterwards, in pieces of the routes
// as they are.
#pragma once

#include <array>

#include "routing/rich/routes.h"

namespace neurols::routing::rich {

// Stops `from` to `to` of a route, its ends left out; turned round, the last comes first.
struct Piece {
    int route = 0, from = 1, to = 0;
    bool reversed = false;
    bool operator==(const Piece&) const = default;
};

struct NewRoute {
    static constexpr int kMost = 5;
    int route = kAbsent;
    int count = 0;  // none: the route is closed
    std::array<Piece, kMost> pieces;

    NewRoute& add(int from_route, int from, int to, bool reversed = false) {
        if (from <= to) pieces[static_cast<std::size_t>(count++)] = {from_route, from, to, reversed};
        return *this;
    }
    bool operator==(const NewRoute& other) const {
        if (route != other.route || count != other.count) return false;
        for (int i = 0; i < count; ++i) {
            if (pieces[static_cast<std::size_t>(i)] != other.pieces[static_cast<std::size_t>(i)])
                return false;
        }
        return true;
    }
};

struct Move {
    int count = 0;
    std::array<NewRoute, 2> routes;

    NewRoute& change(int route) {
        NewRoute& changed = routes[static_cast<std::size_t>(count++)];
        changed.route = route;
        changed.count = 0;
        return changed;
    }
    bool operator==(const Move& other) const {
        return count == other.count && routes[0] == other.routes[0] &&
               (count < 2 || routes[1] == other.routes[1]);
    }
};

}  // namespace neurols::routing::rich
