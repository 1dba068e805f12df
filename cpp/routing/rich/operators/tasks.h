// Operators on what is served as one: clients, shipments, groups, whole routes. They take something out,
// let it return where it costs least, and keep the outcome where it pays.
#pragma once

#include <string>
#include <vector>

#include "routing/rich/recreate.h"

namespace neurols::routing::rich {

class TaskOperators {
public:
    enum Kind : std::uint8_t { Reinsert, Shipment, Optional, VehicleType, CloseRoute };
    static const std::vector<std::string>& names();
    static std::string unsupported(Kind kind, const Instance& instance);

    TaskOperators(const Instance& instance, const RecreateSettings& settings);

    void set_proximity(const Proximity* proximity) { proximity_ = proximity; }
    // Tries the operator at a client; true where it has changed the routes and added less than
    // `allowance` to their cost.
    bool improve(Kind kind, Routes& routes, Node u, Value allowance, Rng& rng);

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    bool reinsert(Routes& routes, Node u, Value allowance, Rng& rng);
    bool exchange(Routes& routes, Node u, bool optional, Value allowance, Rng& rng);
    bool change_type(Routes& routes, Node u, Value allowance);
    bool exchange_types(Routes& routes, int r, Value allowance);
    bool close_route(Routes& routes, Node u, Value allowance, Rng& rng);

    void take_out(Routes& routes, int task);
    bool put_back(Routes& routes, const Routes::Trial& trial, Value before, std::size_t absent_before,
                  Value allowance, Rng& rng);

    const Instance& instance_;
    const Proximity* proximity_ = nullptr;
    Recreate recreate_;
    std::vector<int> waiting_;
    std::vector<Node> visits_, other_visits_;
};

}  // namespace neurols::routing::rich
