#include "routing/savings.h"

#include <algorithm>
#include <numeric>

#include "routing/kd_tree.h"

namespace neurols::routing {

namespace {

struct Saving {
    double value;
    Node from, to;
    bool operator<(const Saving& other) const {
        if (value != other.value) return value > other.value;
        return from != other.from ? from < other.from : to < other.to;
    }
};

// Chains of customers that only their ends describe. Chains may be entered from either end where
// distances are symmetric; otherwise `head` and `tail` matter.
class Chains {
public:
    explicit Chains(const Instance& instance)
        : instance_(instance), ends_(static_cast<std::size_t>(instance.nodes())) {
        for (Node c = 1; c < instance.nodes(); ++c) {
            at(c).other = c;
            at(c).load = instance.demand(c);
            at(c).distance = instance.distance(kDepot, c) + instance.distance(c, kDepot);
        }
        chains_ = instance.customers();
    }

    int count() const { return chains_; }
    bool is_end(Node c) const { return at(c).links[1] == kDepot || at(c).links[0] == kDepot; }

    // Joins the chains of a and b with the arc from a to b, if both are free there and limits allow.
    void try_join(Node a, Node b) {
        const bool symmetric = instance_.symmetric();
        End& end_a = at(a);
        End& end_b = at(b);
        const bool free_a = symmetric ? is_end(a) : end_a.links[1] == kDepot;
        const bool free_b = symmetric ? is_end(b) : end_b.links[0] == kDepot;
        if (!free_a || !free_b || end_a.other == b || a == b) return;
        if (end_a.load + end_b.load > instance_.capacity()) return;
        const Distance distance = end_a.distance + end_b.distance + instance_.distance(a, b) -
                                  instance_.distance(a, kDepot) - instance_.distance(kDepot, b);
        if (distance > instance_.max_distance()) return;

        const Node far_a = end_a.other, far_b = end_b.other;
        const Load load = end_a.load + end_b.load;
        end_a.links[symmetric ? (end_a.links[1] == kDepot ? 1 : 0) : 1] = b;
        end_b.links[symmetric ? (end_b.links[0] == kDepot ? 0 : 1) : 0] = a;
        at(far_a).other = far_b;
        at(far_b).other = far_a;
        at(far_a).load = at(far_b).load = load;
        at(far_a).distance = at(far_b).distance = distance;
        --chains_;
    }

    std::vector<std::vector<Node>> as_lists() const {
        std::vector<std::vector<Node>> lists;
        std::vector<std::uint8_t> seen(ends_.size(), 0);
        for (Node c = 1; c < instance_.nodes(); ++c) {
            const bool start = instance_.symmetric() ? is_end(c) : at(c).links[0] == kDepot;
            if (seen[static_cast<std::size_t>(c)] || !start) continue;
            auto& list = lists.emplace_back();
            Node previous = kDepot;
            for (Node here = c; here != kDepot;) {
                list.push_back(here);
                seen[static_cast<std::size_t>(here)] = 1;
                const auto& links = at(here).links;
                const Node onward = !instance_.symmetric() ? links[1]
                                    : links[0] == previous ? links[1]
                                                           : links[0];
                previous = here;
                here = onward;
            }
        }
        return lists;
    }

private:
    struct End {
        Node links[2] = {kDepot, kDepot};
        Node other = kDepot;  // the chain's other end; like the sums, only right at its two ends
        Load load = 0;
        Distance distance = 0;
    };
    End& at(Node c) { return ends_[static_cast<std::size_t>(c)]; }
    const End& at(Node c) const { return ends_[static_cast<std::size_t>(c)]; }

    const Instance& instance_;
    std::vector<End> ends_;
    int chains_;
};

class Merger {
public:
    Merger(const Instance& instance, const SavingsSettings& settings, Rng& rng)
        : instance_(instance), settings_(settings), rng_(rng), chains_(instance) {}

    Chains& chains() { return chains_; }

    void list(Node a, Node b) {
        add(a, b);
        if (!instance_.symmetric()) add(b, a);
    }

    void merge() {
        std::sort(savings_.begin(), savings_.end());
        for (const Saving& saving : savings_) {
            if (saving.value <= 0 && !too_many()) break;
            chains_.try_join(saving.from, saving.to);
        }
        savings_.clear();
    }

private:
    // Joins that cost more than they save are only made to meet a vehicle limit.
    bool too_many() const { return instance_.vehicles() > 0 && chains_.count() > instance_.vehicles(); }

    void add(Node a, Node b) {
        double value = static_cast<double>(instance_.distance(a, kDepot) + instance_.distance(kDepot, b)) -
                       settings_.shape * static_cast<double>(instance_.distance(a, b));
        if (settings_.noise > 0) value *= 1 + settings_.noise * (2 * rng_.uniform() - 1);
        savings_.push_back({value, a, b});
    }

    const Instance& instance_;
    const SavingsSettings& settings_;
    Rng& rng_;
    Chains chains_;
    std::vector<Saving> savings_;
};

constexpr int kAllPairsBelow = 400;  // ends of chains

// Neighbour lists are cut off, so chains that should be joined may not know of each other: go on with
// the savings between the ends of the remaining chains until nothing changes.
void merge_ends(const Instance& instance, Merger& merger) {
    const bool positions = instance.metric() != Metric::Explicit;
    std::vector<KdTree::Point> points;
    if (positions) points = points_of(instance);
    for (int before = 0; before != merger.chains().count();) {
        before = merger.chains().count();
        std::vector<Node> ends;
        for (Node c = 1; c < instance.nodes(); ++c) {
            if (merger.chains().is_end(c)) ends.push_back(c);
        }
        if (!positions || static_cast<int>(ends.size()) < kAllPairsBelow) {
            for (std::size_t i = 0; i < ends.size(); ++i) {
                for (std::size_t j = 0; j < i; ++j) merger.list(ends[i], ends[j]);
            }
        } else {
            const KdTree tree(points, ends);
            std::vector<KdTree::Near> found;
            for (const Node a : ends) {
                tree.nearest(points[static_cast<std::size_t>(a)], a, 12, found);
                for (const auto& near : found) merger.list(a, near.second);
            }
        }
        merger.merge();
    }
}

}  // namespace

std::vector<std::vector<Node>> savings_routes(const Instance& instance, const Neighbours& neighbours,
                                              const SavingsSettings& settings, Rng& rng) {
    Merger merger(instance, settings, rng);
    for (Node a = 1; a <= instance.customers(); ++a) {
        for (const Node b : neighbours.of(a)) {
            // Mutual neighbours are listed once; one-sided ones must not be lost.
            if (a < b ||
                std::find(neighbours.of(b).begin(), neighbours.of(b).end(), a) == neighbours.of(b).end()) {
                merger.list(a, b);
            }
        }
    }
    merger.merge();
    merge_ends(instance, merger);
    return merger.chains().as_lists();
}

}  // namespace neurols::routing
