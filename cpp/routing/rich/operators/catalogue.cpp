#include "routing/rich/operators/strings.h"
#include "routing/rich/operators/swap_star.h"
#include "routing/rich/operators/tails.h"

namespace neurols::routing::rich {

std::vector<std::unique_ptr<Neighbourhood>> neighbourhoods() {
    std::vector<std::unique_ptr<Neighbourhood>> all;
    all.push_back(std::make_unique<Transfer>("relocate", 1, 1));
    all.push_back(std::make_unique<Transfer>("or-opt", 2, 3));
    all.push_back(std::make_unique<Exchange>("swap", 1, 1));
    all.push_back(std::make_unique<Exchange>("cross-exchange", 2, 3));
    all.push_back(std::make_unique<TwoOpt>());
    all.push_back(std::make_unique<TwoOptStar>());
    all.push_back(std::make_unique<SwapStar>());
    return all;
}

}  // namespace neurols::routing::rich
