// The union of all neighbourhoods: at each customer the best move of any operator. 2-opt* is left out,
// as 2-opt has all its moves.
#include "routing/operators/catalogue.h"

namespace neurols::routing {

namespace {

class All final : public Operator {
public:
    explicit All(const Instance& instance) : members_(plain_operators(instance)) {
        std::erase_if(members_, [](const auto& member) { return member->name() == "2-opt*"; });
    }

    std::string_view name() const override { return "all"; }

    void search(Evaluation& evaluation, Node u) const override {
        if (!evaluation.anything_new(u)) return;
        for (const auto& member : members_) {
            const Distance before = evaluation.best_score();
            member->search(evaluation, u);
            if (evaluation.best_score() < before) winner_ = member.get();
        }
    }

    // A move means something to the operator that offered it; a sweep carries it out before it
    // searches again.
    void apply(Routes& routes, const Move& move) const override { winner_->apply(routes, move); }

private:
    std::vector<std::unique_ptr<Operator>> members_;
    mutable const Operator* winner_ = nullptr;
};

}  // namespace

std::unique_ptr<Operator> make_all(const Instance& instance) { return std::make_unique<All>(instance); }

}  // namespace neurols::routing
