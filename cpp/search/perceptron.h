// A small network inside the search loop: it ranks the items of one decision (moves, operators) by
// what is known of each and of the search as a whole. The lowest rank is the choice.
//
//   rank = linear · item + output · relu(hidden_item · item + hidden_state · state + bias)
//
// With the output at zero it is a linear rule, so training can start from a rule known to work.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace neurols {

struct PerceptronWeights {
    static constexpr std::size_t kMostHidden = 16;

    std::size_t items = 0;
    std::size_t states = 0;
    std::size_t hidden = 0;
    std::vector<float> linear;        // items
    std::vector<float> hidden_item;   // items x hidden
    std::vector<float> hidden_state;  // states x hidden
    std::vector<float> bias;          // hidden
    std::vector<float> output;        // hidden

    static std::size_t count(std::size_t items, std::size_t states, std::size_t hidden) {
        return items + (items + states + 2) * hidden;
    }

    // All weights one after the other, in the order above.
    PerceptronWeights(std::size_t item_features, std::size_t state_features, std::size_t hidden_units,
                      std::span<const float> all)
        : items(item_features), states(state_features), hidden(hidden_units) {
        if (hidden > kMostHidden) throw std::invalid_argument("a fast policy has at most 16 hidden units");
        if (all.size() != count(items, states, hidden))
            throw std::invalid_argument("a fast policy of this shape has another number of weights");
        const auto take = [&](std::size_t n) {
            std::vector<float> part(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
            all = all.subspan(n);
            return part;
        };
        linear = take(items);
        hidden_item = take(items * hidden);
        hidden_state = take(states * hidden);
        bias = take(hidden);
        output = take(hidden);
    }
};

// The sum of products, in four sums: one alone would wait for every addition.
template <class Item>
float product(const float* weights, const Item& item) {
    std::array<float, 4> sums{};
    for (std::size_t i = 0; i < item.size(); ++i) sums[i % 4] += weights[i] * item[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

class Perceptron {
public:
    explicit Perceptron(std::shared_ptr<const PerceptronWeights> weights) : weights_(std::move(weights)) {}

    bool is_linear() const { return weights_->hidden == 0; }

    // What all items of this decision share; to be called before `rank`.
    void see(std::span<const float> state) {
        const PerceptronWeights& w = *weights_;
        for (std::size_t h = 0; h < w.hidden; ++h) base_[h] = w.bias[h];
        for (std::size_t s = 0; s < w.states; ++s) {
            const float* row = w.hidden_state.data() + s * w.hidden;  // of none, where nothing is hidden
            for (std::size_t h = 0; h < w.hidden; ++h) base_[h] += row[h] * state[s];
        }
    }

    // Of an array whose size is known, or of a vector or span.
    template <class Item>
    float rank(const Item& item) const {
        const PerceptronWeights& w = *weights_;
        if (is_linear()) return product(w.linear.data(), item);
        float rank = 0;
        std::array<float, PerceptronWeights::kMostHidden> hidden = base_;
        for (std::size_t i = 0; i < w.items; ++i) {
            const float x = item[i];
            rank += w.linear[i] * x;
            const float* row = w.hidden_item.data() + i * w.hidden;
            for (std::size_t h = 0; h < w.hidden; ++h) hidden[h] += row[h] * x;
        }
        for (std::size_t h = 0; h < w.hidden; ++h) rank += w.output[h] * (hidden[h] > 0 ? hidden[h] : 0);
        return rank;
    }

private:
    std::shared_ptr<const PerceptronWeights> weights_;
    std::array<float, PerceptronWeights::kMostHidden> base_{};
};

}  // namespace neurols
