#include "routing/operators/catalogue.h"

namespace neurols::routing {

std::vector<std::unique_ptr<Operator>> plain_operators(const Instance& instance) {
    std::vector<std::unique_ptr<Operator>> all;
    all.push_back(make_one_point());
    all.push_back(make_two_point());
    all.push_back(make_two_opt());
    all.push_back(make_two_opt_star());
    all.push_back(make_three_point());
    all.push_back(make_three_opt());
    all.push_back(make_or_opt());
    all.push_back(make_cross_exchange());
    all.push_back(make_swap_star());
    for (auto& op : all) op->reserve(static_cast<std::size_t>(instance.nodes()));
    return all;
}

std::vector<std::unique_ptr<Operator>> all_operators(const Instance& instance) {
    auto menu = plain_operators(instance);
    menu.push_back(make_all(instance));
    return menu;
}

}  // namespace neurols::routing
