// What a move costs. Segments bound it in constant time a piece, short pieces between them are walked;
// what may be the best move so far is then computed exactly, by rules that segments know nothing of.
#pragma once

#include <span>
#include <vector>

#include "routing/rich/operators/move.h"
#include "routing/rich/proximity.h"
#include "search/memory.h"

namespace neurols::routing::rich {

class Evaluation {
public:
    explicit Evaluation(Routes& routes);

    const Routes& routes() const { return routes_; }
    const Instance& instance() const { return instance_; }
    std::span<const Node> near(Node c) const { return proximity_->of(c, neighbours_); }
    void set_neighbours(const Proximity* proximity, int neighbours) {
        proximity_ = proximity;
        neighbours_ = neighbours;
    }

    // Looks for a move that adds less than `allowance` to the cost. Pairs of routes that have not changed
    // since `tested` are known to have none.
    void start(Value allowance, std::int64_t tested);
    bool is_tested(int a, int b) const {
        return tested_ >= 0 && routes_.route(a).changed <= tested_ && routes_.route(b).changed <= tested_;
    }
    void consider(const Move& move);
    bool found() const { return found_; }
    const Move& best() const { return best_; }
    void apply(const Move& move);

    // Arcs between the pieces of a move, those that it makes.
    template <class Visit>
    void for_each_new_arc(const Move& move, Visit visit) const;

    // Of steepest descent with a memory: arcs that may not return unless the cost falls below the best.
    const PairMemory* tabu = nullptr;
    std::int64_t now = 0;
    Value to_best = 0;
    std::span<const Move> rejected;

private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    const Stop& stop(const Piece& piece, bool first) const {
        return routes_.route(piece.route).stops[at(first != piece.reversed ? piece.from : piece.to)];
    }
    Value bound(const NewRoute& changed) const;
    bool walk(const Piece& piece, int type, Node& node, Value& time, TimeSegment& segment) const;
    void build(const NewRoute& changed, std::vector<Node>& visits) const;
    bool pairs_fit(std::span<const Node> visits);
    Value exact(const Move& move);
    bool is_tabu(const Move& move) const;

    Routes& routes_;
    const Instance& instance_;
    const Traits has_;
    const Proximity* proximity_ = nullptr;
    int neighbours_ = 0;
    Value best_change_ = 0;
    std::int64_t tested_ = -1;
    bool found_ = false;
    Move best_;
    std::vector<Node> visits_;
    std::vector<std::uint32_t> on_board_;  // by task: the trip in which it was picked up
    std::uint32_t trip_ = 0;
};

template <class Visit>
void Evaluation::for_each_new_arc(const Move& move, Visit visit) const {
    for (int m = 0; m < move.count; ++m) {
        const NewRoute& changed = move.routes[at(m)];
        if (changed.count == 0) continue;
        const int type = routes_.route(changed.route).type;
        Node before = instance_.type(type).start;
        for (int i = 0; i < changed.count; ++i) {
            const Piece& piece = changed.pieces[at(i)];
            const Route& source = routes_.route(piece.route);
            const Stop& first = stop(piece, true);
            const bool kept = !piece.reversed && source.stops[at(piece.from - 1)].node == before;
            if (!kept) visit(before, first.node);
            for (int k = piece.to; piece.reversed && k > piece.from; --k)
                visit(source.stops[at(k)].node, source.stops[at(k - 1)].node);
            before = stop(piece, false).node;
        }
        const Piece& last = changed.pieces[at(changed.count - 1)];
        const Route& source = routes_.route(last.route);
        const bool kept = !last.reversed && last.to == source.last() - 1 && source.type == type;
        if (!kept) visit(before, instance_.end_of(type));
    }
}

}  // namespace neurols::routing::rich
