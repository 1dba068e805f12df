// A learned rule of insertion, for customers that return after a ruin: in which order, and what makes a
// place better or worse than its detour says.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "routing/routes.h"
#include "search/perceptron.h"
#include "search/rng.h"

namespace neurols::routing {

class InsertionRule {
public:
    static const std::vector<std::string>& feature_names();

    InsertionRule(const Instance& instance, std::shared_ptr<const PerceptronWeights> weights);

    // A new ruin, and each string of it while it is still in its route.
    void start(const Routes& routes);
    void note_string(const Routes& routes, Node first, int count);

    // The noted customers, in the order in which they were noted, by rank: the lowest first.
    void sort(std::vector<Node>& absent, Rng& rng);

    // What places count for one customer beside their detours.
    struct Bias {
        RouteId old_route = kAbsent;
        float in_old_route = 0, by_room = 0;

        Distance of(RouteId route, Load room_left) const {
            const auto room = static_cast<float>(room_left > 0 ? room_left : 0);
            return static_cast<Distance>((route == old_route ? in_old_route : 0) + by_room * room);
        }
    };
    Bias bias_for(Node customer) const {
        return {old_route_[static_cast<std::size_t>(customer)], old_route_bias_, room_bias_};
    }

private:
    static constexpr std::size_t kRanked = 4;  // features of customers; those of places follow
    using Ruined = std::array<float, kRanked>;

    Ruined weights_by_deviation() const;

    const Instance& instance_;
    std::shared_ptr<const PerceptronWeights> weights_;
    float room_weight_ = 0;      // in mean lengths per customer, of all of a vehicle's room
    std::vector<Ruined> fixed_;  // by customer: what no solution changes
    std::vector<Ruined> ruined_;
    std::vector<RouteId> old_route_;  // by customer, of its last ruin
    float old_route_bias_ = 0, room_bias_ = 0;
    std::vector<float> ranks_;
    std::vector<Node> sorted_;
};

}  // namespace neurols::routing
