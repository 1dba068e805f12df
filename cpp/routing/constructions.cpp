#include "routing/constructions.h"

#include <algorithm>
#include <numeric>

namespace neurols::routing {

namespace {

// A route that grows at its end.
class Packer {
public:
    explicit Packer(const Instance& instance) : instance_(instance) {}

    bool fits(Node c) const {
        return load_ + instance_.demand(c) <= instance_.capacity() &&
               out_ + instance_.distance(last_, c) + instance_.distance(c, kDepot) <=
                   instance_.max_distance();
    }
    void append(Node c) {
        if (lists_.empty() || last_ == kDepot) lists_.emplace_back();
        lists_.back().push_back(c);
        load_ += instance_.demand(c);
        out_ += instance_.distance(last_, c);
        last_ = c;
    }
    void close() {
        load_ = 0;
        out_ = 0;
        last_ = kDepot;
    }
    Node last() const { return last_; }
    RouteLists take() { return std::move(lists_); }

private:
    const Instance& instance_;
    RouteLists lists_;
    Load load_ = 0;
    Distance out_ = 0;
    Node last_ = kDepot;
};

RouteLists pack(const Instance& instance, const std::vector<Node>& order) {
    Packer packer(instance);
    for (const Node c : order) {
        if (!packer.fits(c)) packer.close();
        packer.append(c);
    }
    return packer.take();
}

std::vector<Node> all_customers(const Instance& instance) {
    std::vector<Node> customers(static_cast<std::size_t>(instance.customers()));
    std::iota(customers.begin(), customers.end(), 1);
    return customers;
}

}  // namespace

RouteLists sweep_routes(const Instance& instance, Rng& rng) {
    if (!instance.has_coordinates()) {
        throw std::invalid_argument("the sweep construction needs coordinates; use savings instead");
    }
    constexpr double kTurn = 6.283185307179586;
    const double start = kTurn * rng.uniform();
    std::vector<double> angle(static_cast<std::size_t>(instance.nodes()));
    for (Node c = 1; c < instance.nodes(); ++c) {
        const double polar = std::atan2(instance.y(c) - instance.y(0), instance.x(c) - instance.x(0));
        angle[static_cast<std::size_t>(c)] = std::fmod(polar - start + 2 * kTurn, kTurn);
    }
    auto order = all_customers(instance);
    std::sort(order.begin(), order.end(), [&](Node a, Node b) {
        return std::pair(angle[static_cast<std::size_t>(a)], a) <
               std::pair(angle[static_cast<std::size_t>(b)], b);
    });
    return pack(instance, order);
}

RouteLists nearest_neighbour_routes(const Instance& instance, const Neighbours& neighbours) {
    std::vector<std::uint8_t> served(static_cast<std::size_t>(instance.nodes()), 0);
    auto open = all_customers(instance);  // by distance from the depot, where every route starts
    std::sort(open.begin(), open.end(), [&](Node a, Node b) {
        return std::pair(instance.distance(0, a), a) < std::pair(instance.distance(0, b), b);
    });
    Packer packer(instance);
    const auto nearest = [&](const auto& among) {
        Node best = kDepot;
        for (const Node c : among) {
            if (served[static_cast<std::size_t>(c)] || !packer.fits(c)) continue;
            if (best == kDepot ||
                instance.distance(packer.last(), c) < instance.distance(packer.last(), best))
                best = c;
        }
        return best;
    };
    std::size_t first_open = 0;
    for (int left = instance.customers(); left > 0;) {
        Node c = kDepot;
        if (packer.last() == kDepot) {
            while (served[static_cast<std::size_t>(open[first_open])]) ++first_open;
            c = open[first_open];
        } else {
            c = nearest(neighbours.of(packer.last()));
            if (c == kDepot) {  // all neighbours are served or too large: look at all customers
                std::erase_if(open, [&](Node a) { return served[static_cast<std::size_t>(a)] != 0; });
                first_open = 0;
                c = nearest(open);
            }
        }
        if (c == kDepot) {
            packer.close();
            continue;
        }
        packer.append(c);
        served[static_cast<std::size_t>(c)] = 1;
        --left;
    }
    return packer.take();
}

RouteLists random_routes(const Instance& instance, Rng& rng) {
    auto order = all_customers(instance);
    rng.shuffle(order);
    return pack(instance, order);
}

}  // namespace neurols::routing
