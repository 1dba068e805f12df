#include "routing/packing.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace neurols::routing {

namespace {

constexpr int kFewCustomers = 12;
constexpr auto kNever = std::numeric_limits<Distance>::max() / 4;

// Held and Karp (1962): lengths of shortest paths from the depot through a set, by its last customer.
class ShortestTours {
public:
    explicit ShortestTours(const Instance& instance)
        : instance_(instance),
          count_(static_cast<std::size_t>(instance.customers())),
          paths_((std::size_t{1} << count_) * count_, kNever) {
        for (std::size_t i = 0; i < count_; ++i) path(1u << i, i) = instance.distance(kDepot, node(i));
        for (std::uint32_t set = 1; set < (1u << count_); ++set) {
            for (std::size_t last = 0; last < count_; ++last) {
                if (path(set, last) >= kNever) continue;
                for (std::size_t next = 0; next < count_; ++next) {
                    if (set >> next & 1u) continue;
                    Distance& longer = path(set | 1u << next, next);
                    longer = std::min(longer, path(set, last) + instance.distance(node(last), node(next)));
                }
            }
        }
    }

    Distance length(std::uint32_t set) const {
        Distance best = kNever;
        for (std::size_t last = 0; last < count_; ++last) {
            if (set >> last & 1u) best = std::min(best, closed(set, last));
        }
        return best;
    }

    std::vector<Node> tour(std::uint32_t set) const {
        std::vector<Node> order;
        Distance left = length(set);
        while (set != 0) {
            std::size_t last = 0;
            while (!(set >> last & 1u) ||
                   (order.empty() ? closed(set, last)
                                  : path(set, last) + instance_.distance(node(last), order.back())) != left)
                ++last;
            order.push_back(node(last));
            left = path(set, last);
            set &= ~(1u << last);
        }
        std::reverse(order.begin(), order.end());
        return order;
    }

private:
    static Node node(std::size_t i) { return static_cast<Node>(i + 1); }
    Distance& path(std::uint32_t set, std::size_t last) { return paths_[set * count_ + last]; }
    Distance path(std::uint32_t set, std::size_t last) const { return paths_[set * count_ + last]; }
    Distance closed(std::uint32_t set, std::size_t last) const {
        return path(set, last) + instance_.distance(node(last), kDepot);
    }

    const Instance& instance_;
    std::size_t count_;
    std::vector<Distance> paths_;
};

class BranchAndBound {
public:
    BranchAndBound(const Instance& instance, int vehicles, std::int64_t work,
                   const std::function<bool()>& over)
        : capacity_(instance.capacity()),
          work_(work),
          over_(over),
          loads_(static_cast<std::size_t>(vehicles), 0) {
        for (Node c = 1; c < instance.nodes(); ++c) items_.push_back({instance.demand(c), c});
        std::sort(items_.begin(), items_.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        });
        bin_of_.resize(items_.size());
        free_ = static_cast<Load>(vehicles) * capacity_ - instance.total_demand();
        least_ = items_.back().first;
    }

    Packing run() {
        if (free_ < 0) return Packing::Impossible;
        if (place(0)) return Packing::Found;
        return work_ > 0 ? Packing::Impossible : Packing::Unknown;
    }

    void write(RouteLists& bins) const {
        bins.assign(loads_.size(), {});
        for (std::size_t i = 0; i < items_.size(); ++i) bins[bin_of_[i]].push_back(items_[i].second);
    }

private:
    // Places this item and all smaller ones. Vehicles of equal load are alike; where an item fills a
    // vehicle to the brim, some packing has it there if there is one at all.
    bool place(std::size_t item) {
        if (item == items_.size()) return true;
        const Load demand = items_[item].first;
        std::vector<std::size_t> places;
        Load wasted = 0;
        for (std::size_t bin = 0; bin < loads_.size(); ++bin) {
            const Load room = capacity_ - loads_[bin];
            if (room < least_) wasted += room;
            if (room >= demand) places.push_back(bin);
        }
        work_ -= static_cast<std::int64_t>(loads_.size());
        if (over_()) work_ = 0;
        if (work_ <= 0 || wasted > free_) return false;
        std::sort(places.begin(), places.end(), [this](std::size_t a, std::size_t b) {
            return loads_[a] != loads_[b] ? loads_[a] > loads_[b] : a < b;
        });
        Load tried = -1;
        for (const std::size_t bin : places) {
            if (loads_[bin] == tried) continue;
            tried = loads_[bin];
            loads_[bin] += demand;
            bin_of_[item] = bin;
            if (place(item + 1)) return true;
            loads_[bin] -= demand;
            if (work_ <= 0 || tried + demand == capacity_) return false;
        }
        return false;
    }

    Load capacity_;
    std::int64_t work_;
    const std::function<bool()>& over_;
    Load free_ = 0;   // of all vehicles together, with every customer on board
    Load least_ = 0;  // demand of any customer
    std::vector<std::pair<Load, Node>> items_;
    std::vector<std::size_t> bin_of_;
    std::vector<Load> loads_;
};

constexpr int kDeepest = 20000;  // customers; each takes a frame of the stack

}  // namespace

std::optional<RouteLists> fewest_routes(const Instance& instance) {
    const int count = instance.customers();
    if (count > kFewCustomers) return std::nullopt;
    const ShortestTours tours(instance);
    const std::uint32_t all = (1u << count) - 1;
    std::vector<std::uint8_t> allowed(all + 1, 0);
    for (std::uint32_t set = 1; set <= all; ++set) {
        Load load = 0;
        for (std::uint32_t rest = set; rest != 0; rest &= rest - 1)
            load += instance.demand(std::countr_zero(rest) + 1);
        allowed[set] = load <= instance.capacity() && tours.length(set) <= instance.max_distance();
    }
    // The fewest routes through a set, and the one among them that visits its first customer.
    std::vector<int> fewest(all + 1, count + 1);
    std::vector<std::uint32_t> route(all + 1, 0);
    fewest[0] = 0;
    for (std::uint32_t set = 1; set <= all; ++set) {
        const std::uint32_t first = set & (~set + 1), others = set & ~first;
        for (std::uint32_t part = others;; part = (part - 1) & others) {
            const std::uint32_t tour = part | first;
            if (allowed[tour] && fewest[set & ~tour] + 1 < fewest[set]) {
                fewest[set] = fewest[set & ~tour] + 1;
                route[set] = tour;
            }
            if (part == 0) break;
        }
    }
    if (fewest[all] > count) return std::nullopt;  // not even with a vehicle for each customer
    RouteLists lists;
    for (std::uint32_t set = all; set != 0; set &= ~route[set]) lists.push_back(tours.tour(route[set]));
    return lists;
}

Packing pack_exactly(const Instance& instance, int vehicles, std::int64_t work,
                     const std::function<bool()>& over, RouteLists& bins) {
    if (instance.customers() > kDeepest) return Packing::Unknown;
    BranchAndBound search(instance, vehicles, work, over);
    const Packing answer = search.run();
    if (answer == Packing::Found) search.write(bins);
    return answer;
}

}  // namespace neurols::routing
