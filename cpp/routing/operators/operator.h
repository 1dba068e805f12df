// The contract of an operator: find the best move at a customer, and carry a move out.
//
// The workspace decides what to do with moves: sweep over the customers or take the
// steepest one that is not tabu. Operators see distances through `Evaluation` only, which adds
// penalties and refuses tabu edges where the search uses them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "routing/neighbours.h"
#include "routing/penalties.h"
#include "routing/routes.h"

namespace neurols::routing {

// What an operator needs to carry a move out; the meaning of the fields is the operator's own.
struct Move {
    Node u = 0, v = 0, w = 0, x = 0;
    RouteId route = kAbsent, other = kAbsent;
    std::int8_t kind = 0;
    std::int8_t length_u = 0, length_v = 0;
    bool turn = false;
    bool operator==(const Move&) const = default;
};

// Arcs that a move drops and adds in one route.
struct Change {
    Distance distance = 0;
    Distance penalty = 0;
    bool tabu = false;
};

class Evaluation {
public:
    Evaluation(const Routes& solution, const Neighbours& lists, int width)
        : routes(solution), instance(solution.instance()), neighbours(lists), width_(width) {
        partners_.reserve(static_cast<std::size_t>(width));
    }

    const Routes& routes;
    const Instance& instance;
    const Neighbours& neighbours;

    // Set by the workspace.
    const EdgePenalties* penalties = nullptr;  // null while nothing is penalised
    const PairMemory* tabu = nullptr;          // null unless edges may be tabu
    std::int64_t now = 0;                      // tabu time
    Distance to_best = 0;                      // a change below this would give a new best (aspiration)
    std::span<const Move> rejected;            // moves not to be proposed again
    bool must_change_distance = false;         // moves that leave the distance as it is are none

    // The search for the best move: forget the last one, accept scores below `limit`, and skip pairs
    // of routes that have not changed since `tested`. The solution must not change until the next start.
    void start(Distance limit, std::int64_t tested) {
        best_score_ = limit;
        tested_ = tested;
        found_ = false;
        listed_ = kDepot;
    }
    bool found() const { return found_; }
    const Move& best() const { return best_; }
    Distance best_score() const { return best_score_; }

    // The customers that moves at u connect it with, and those of them that are worth testing: its own
    // route or theirs has changed.
    std::span<const Node> near(Node u) const { return neighbours.of(u, width_); }
    std::span<const Node> partners(Node u) {
        if (listed_ != u) list_partners(u);
        return partners_;
    }
    int width() const { return width_; }

    bool worth_testing(RouteId a) const { return routes.route(a).modified > tested_; }
    // Moves into an empty route depend on there being one.
    bool worth_opening(RouteId a) const {
        return routes.empty_route() != kAbsent && (worth_testing(a) || routes.last_emptied() > tested_);
    }

    // Is there any move at u that was not there before?
    bool anything_new(Node u) {
        const RouteId own = routes.route_of(u);
        return worth_testing(own) || worth_opening(own) || !partners(u).empty();
    }

    void add(Change& change, Node a, Node b) const {
        if (a == b) return;  // the depot to itself: an empty route
        change.distance += instance.distance(a, b);
        if (penalties || tabu) add_guidance(change, a, b);
    }
    void drop(Change& change, Node a, Node b) const {
        if (a == b) return;
        change.distance -= instance.distance(a, b);
        if (penalties) change.penalty -= penalties->of(a, b);
    }
    // The segment from a to b of one route, turned round in place.
    void turn(Change& change, Node a, Node b) const {
        if (!instance.symmetric()) turn_asymmetric(change, a, b);
    }

    // Arcs at a customer as a move that drops them sees them.
    Distance arc_in(Node c) const {
        return routes.stop(c).in + (penalties ? penalties->of(routes.pred(c), c) : 0);
    }
    Distance arc_out(Node c) const {
        return routes.arc_out(c) + (penalties ? penalties->of(c, routes.next(c)) : 0);
    }

    // Could this change win? Asked before the dearer tests of feasibility, and of a bound before the
    // change itself is known: what a move drops less some of what it adds. As no arc is shorter than
    // nothing, no move scores lower; and as only a lower score wins, nothing is lost by giving up where
    // the bound reaches the best. (Segments turned round may become shorter where distances are
    // asymmetric: there is no such bound on them.)
    bool promising(Distance bound) const { return bound < best_score_; }
    bool promising(const Change& a) const { return a.distance + a.penalty < best_score_; }
    bool promising(const Change& a, const Change& b) const {
        return a.distance + b.distance + a.penalty + b.penalty < best_score_;
    }

    void offer(const Move& move, RouteId route, const Change& a) {
        if (promising(a) && (!instance.limits_distance() || routes.in_reach(route, a.distance))) {
            consider(move, a.distance, a.penalty, a.tabu);
        }
    }
    void offer(const Move& move, RouteId route_a, const Change& a, RouteId route_b, const Change& b) {
        if (promising(a, b) && (!instance.limits_distance() || (routes.in_reach(route_a, a.distance) &&
                                                                routes.in_reach(route_b, b.distance)))) {
            consider(move, a.distance + b.distance, a.penalty + b.penalty, a.tabu || b.tabu);
        }
    }

private:
    void list_partners(Node u);
    void add_guidance(Change& change, Node a, Node b) const;
    void turn_asymmetric(Change& change, Node a, Node b) const;
    void consider(const Move& move, Distance distance, Distance penalty, bool is_tabu);

    int width_;
    Distance best_score_ = 0;
    std::int64_t tested_ = 0;
    bool found_ = false;
    Move best_;
    Node listed_ = kDepot;  // whose partners they are
    std::vector<Node> partners_;
};

class Operator {
public:
    virtual ~Operator() = default;
    virtual std::string_view name() const = 0;

    // Offers the moves at customer u to the evaluation.
    virtual void search(Evaluation& evaluation, Node u) const = 0;

    virtual void apply(Routes& routes, const Move& move) const = 0;

    void reserve(std::size_t nodes) { sequence_.reserve(nodes); }

protected:
    // Sequences under construction; an operator belongs to one workspace, so one buffer will do.
    mutable std::vector<Node> sequence_;
};

// All operators, in the order of the menu.
std::vector<std::unique_ptr<Operator>> all_operators(const Instance& instance);

}  // namespace neurols::routing
