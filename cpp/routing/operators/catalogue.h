// The makers of all operators, one per file of this folder. To add an operator, write its file, name
// its maker here and list it in catalogue.cpp.
#pragma once

#include <memory>

#include "routing/operators/operator.h"

namespace neurols::routing {

std::unique_ptr<Operator> make_one_point();
std::unique_ptr<Operator> make_two_point();
std::unique_ptr<Operator> make_two_opt();
std::unique_ptr<Operator> make_two_opt_star();
std::unique_ptr<Operator> make_three_point();
std::unique_ptr<Operator> make_three_opt();
std::unique_ptr<Operator> make_or_opt();
std::unique_ptr<Operator> make_cross_exchange();
std::unique_ptr<Operator> make_swap_star();
std::unique_ptr<Operator> make_all(const Instance& instance);

// The operators above that stand for themselves, in the order of the menu.
std::vector<std::unique_ptr<Operator>> plain_operators(const Instance& instance);

}  // namespace neurols::routing
