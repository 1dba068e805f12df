#include "routing/tour/lin_kernighan.h"

#include <algorithm>

namespace neurols::routing {

namespace {

constexpr int kDeepest = LinKernighan::kDeepest;
constexpr std::array<int, kDeepest> kBreadth{0, 5, 3, 2, 1, 1};  // continuations tried, by edges removed
constexpr std::int32_t kAlwaysMoved = 50'000;  // places that an exchange may move in any tour
constexpr int kSides = 2;

}  // namespace

// One search for an improving exchange. ends[2i] and ends[2i + 1] are the ends of the i-th removed edge;
// added edges join ends[2i + 1] with ends[2i + 2], and the last end with the first.
template <class D>
struct LinKernighan::Exchange {
    const Places& places;
    Tour& tour;
    D distance;
    int removed = 0;
    std::array<Node, 2 * kDeepest> ends{};
    std::array<std::int32_t, kDeepest> cut{};  // position before the removed edge
    std::array<bool, kDeepest> forward{};      // ends[2i] is before ends[2i + 1]
    Distance gain = 0;

    // The joints in the order of the tour. Joint 2r is the place before the r-th cut, 2r + 1 that behind.
    std::array<int, kDeepest> sorted{};
    std::array<int, 2 * kDeepest> partner{};
    int longest = 0;  // piece

    bool improves(Node first) {
        for (int side = 0; side < kSides; ++side) {
            removed = 0;
            const Node second = side == 0 ? tour.next(first) : tour.previous(first);
            remove(first, second, side == 0);
            if (extend(distance(first, second))) return true;
        }
        return false;
    }

    void remove(Node from, Node to, bool ahead) {
        const auto i = static_cast<std::size_t>(removed++);
        ends[2 * i] = from;
        ends[2 * i + 1] = to;
        cut[i] = tour.position(ahead ? from : to);
        forward[i] = ahead;
    }

    bool is_removed(std::int32_t before) const {
        for (int i = 0; i < removed; ++i) {
            if (cut[static_cast<std::size_t>(i)] == before) return true;
        }
        return false;
    }

    struct Choice {
        Distance open;  // gain before the tour is closed
        Node near, other;
        bool ahead;
    };

    // The last end is joined with a near place, whose edge to one side is removed. `open` is the gain so
    // far, with nothing joined to the last end.
    bool extend(Distance open) {
        const Node from = ends[static_cast<std::size_t>(2 * removed - 1)];
        const Node first = ends[0];
        std::array<Choice, kSides * Places::kNear> choices;
        int count = 0;
        const auto at = tour.position(from);
        const Node after = tour.at(tour.behind(at)), ahead_of = tour.at(tour.before(at));
        for (const auto& [length, near] : places.near(from)) {
            const Distance left = open - length;
            if (left <= 0) break;
            if (near == after || near == ahead_of) continue;
            const auto here = tour.position(near);
            for (int side = 0; side < kSides; ++side) {
                const bool ahead = side == 0;
                const std::int32_t there = ahead ? tour.behind(here) : tour.before(here);
                if (is_removed(ahead ? here : there)) continue;
                const Node other = tour.at(there);
                const Distance next_open = left + distance(near, other);
                const Distance closed = next_open - distance(other, first);
                if (closed > 0) {
                    remove(near, other, ahead);
                    if (is_tour() && is_cheap()) {
                        gain = closed;
                        return true;
                    }
                    --removed;
                }
                choices[static_cast<std::size_t>(count++)] = {next_open, near, other, ahead};
            }
        }
        if (removed + 1 >= kDeepest) return false;
        const int breadth = std::min(kBreadth[static_cast<std::size_t>(removed)], count);
        for (int c = 0; c < breadth; ++c) {
            int best = c;
            for (int other = c + 1; other < count; ++other) {
                if (choices[static_cast<std::size_t>(other)].open >
                    choices[static_cast<std::size_t>(best)].open)
                    best = other;
            }
            std::swap(choices[static_cast<std::size_t>(c)], choices[static_cast<std::size_t>(best)]);
            const Choice& choice = choices[static_cast<std::size_t>(c)];
            remove(choice.near, choice.other, choice.ahead);
            if (extend(choice.open)) return true;
            --removed;
        }
        return false;
    }

    // Do the pieces between the cuts make one tour?
    bool is_tour() {
        if (removed == 2) return forward[0] != forward[1];
        match();
        int pieces = 0;
        int joint = 1;  // behind the first cut
        do {
            joint = partner[static_cast<std::size_t>(across(joint))];
            ++pieces;
        } while (joint != 1);
        return pieces == removed;
    }

    // An exchange in a very long tour must leave most of it in place.
    bool is_cheap() {
        if (tour.size() <= 2 * kAlwaysMoved) return true;
        match();
        return tour.size() - pieces()[static_cast<std::size_t>(longest)].length <= kAlwaysMoved;
    }

    void match() {
        for (int i = 0; i < removed; ++i) {
            int place = i;
            for (; place > 0 && cut[static_cast<std::size_t>(sorted[static_cast<std::size_t>(place - 1)])] >
                                    cut[static_cast<std::size_t>(i)];
                 --place) {
                sorted[static_cast<std::size_t>(place)] = sorted[static_cast<std::size_t>(place - 1)];
            }
            sorted[static_cast<std::size_t>(place)] = i;
        }
        std::array<int, kDeepest> rank;
        for (int r = 0; r < removed; ++r)
            rank[static_cast<std::size_t>(sorted[static_cast<std::size_t>(r)])] = r;
        for (int i = 0; i < removed; ++i) {
            const int j = i + 1 == removed ? 0 : i + 1;
            const int a = 2 * rank[static_cast<std::size_t>(i)] + forward[static_cast<std::size_t>(i)];
            const int b = 2 * rank[static_cast<std::size_t>(j)] + !forward[static_cast<std::size_t>(j)];
            partner[static_cast<std::size_t>(a)] = b;
            partner[static_cast<std::size_t>(b)] = a;
        }
    }

    // The other end of the piece that begins or ends here.
    int across(int joint) const {
        const int rank = joint / 2;
        if (joint % 2 == 1) return 2 * (rank + 1 == removed ? 0 : rank + 1);
        return 2 * (rank == 0 ? removed - 1 : rank - 1) + 1;
    }

    // The pieces of the tour behind each cut, in its order.
    std::array<Tour::Piece, kDeepest> pieces() {
        std::array<Tour::Piece, kDeepest> pieces{};
        longest = 0;
        for (int r = 0; r < removed; ++r) {
            const auto here = static_cast<std::size_t>(r);
            const auto before = cut[static_cast<std::size_t>(sorted[here])];
            const auto last = cut[static_cast<std::size_t>(sorted[r + 1 == removed ? 0 : here + 1])];
            const auto length = last - before + (last > before ? 0 : tour.size());
            pieces[here] = {tour.behind(before), length, false};
            if (length > pieces[static_cast<std::size_t>(longest)].length) longest = r;
        }
        return pieces;
    }

    void apply() {
        match();
        const auto pieces = this->pieces();
        std::array<Tour::Piece, kDeepest> visited;
        int count = 0;
        const int start = 2 * longest + 1;
        int joint = partner[static_cast<std::size_t>(across(start))];
        while (joint != start) {
            const int end = across(joint);
            const bool reversed = joint % 2 == 0;
            Tour::Piece piece = pieces[static_cast<std::size_t>((reversed ? end : joint) / 2)];
            piece.reversed = reversed;
            visited[static_cast<std::size_t>(count++)] = piece;
            joint = partner[static_cast<std::size_t>(end)];
        }
        const auto& stays = pieces[static_cast<std::size_t>(longest)];
        std::int32_t begin = stays.begin + stays.length;
        if (begin >= tour.size()) begin -= tour.size();
        tour.rearrange(begin, std::span(visited).first(static_cast<std::size_t>(count)));
    }
};

LinKernighan::LinKernighan(const Places& places, Tour& tour)
    : places_(places),
      tour_(tour),
      queue_(static_cast<std::size_t>(places.size())),
      is_waiting_(static_cast<std::size_t>(places.size())) {}

void LinKernighan::wake(Node place) {
    auto& waits = is_waiting_[static_cast<std::size_t>(place)];
    if (waits) return;
    waits = 1;
    std::size_t tail = head_ + waiting_++;
    if (tail >= queue_.size()) tail -= queue_.size();
    queue_[tail] = place;
}

void LinKernighan::wake_all() {
    for (const Node place : tour_.order()) wake(place);
}

void LinKernighan::sleep() {
    std::fill(is_waiting_.begin(), is_waiting_.end(), std::uint8_t{0});
    head_ = waiting_ = 0;
}

Distance LinKernighan::descend(std::int64_t tries) {
    return places_.with_distances([&](auto distance) {
        Exchange<decltype(distance)> exchange{places_, tour_, distance};
        Distance change = 0;
        while (waiting_ > 0 && tries-- > 0) {
            const Node place = queue_[head_];
            if (++head_ == queue_.size()) head_ = 0;
            --waiting_;
            is_waiting_[static_cast<std::size_t>(place)] = 0;
            while (exchange.improves(place)) {
                exchange.apply();
                change -= exchange.gain;
                for (int i = 0; i < 2 * exchange.removed; ++i)
                    wake(exchange.ends[static_cast<std::size_t>(i)]);
            }
        }
        return change;
    });
}

Distance LinKernighan::kick(int longest, Rng& rng) {
    const std::int32_t size = tour_.size();
    const int most = std::min(longest, (size - 1) / 3);
    if (most < 1) return 0;
    const auto start = static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(size)));
    std::array<Tour::Piece, 3> pieces;
    std::int32_t begin = tour_.behind(start);
    for (auto& piece : pieces) {
        piece = {begin, rng.between(1, most), false};
        begin += piece.length;
        if (begin >= size) begin -= size;
    }
    const auto last = [&](const Tour::Piece& piece) {
        const std::int32_t end = piece.begin + piece.length - 1;
        return tour_.at(end < size ? end : end - size);
    };
    const Node a = tour_.at(start), z = tour_.at(begin);
    const std::array<Node, 3> firsts{tour_.at(pieces[0].begin), tour_.at(pieces[1].begin),
                                     tour_.at(pieces[2].begin)};
    const std::array<Node, 3> lasts{last(pieces[0]), last(pieces[1]), last(pieces[2])};
    const Distance change = places_.with_distances([&](auto d) {
        return d(a, firsts[2]) + d(lasts[2], firsts[1]) + d(lasts[1], firsts[0]) + d(lasts[0], z) -
               d(a, firsts[0]) - d(lasts[0], firsts[1]) - d(lasts[1], firsts[2]) - d(lasts[2], z);
    });
    std::swap(pieces[0], pieces[2]);
    tour_.rearrange(tour_.behind(start), pieces);
    wake(a);
    for (std::size_t i = 0; i < 3; ++i) {
        wake(firsts[i]);
        wake(lasts[i]);
    }
    wake(z);
    return change;
}

}  // namespace neurols::routing
