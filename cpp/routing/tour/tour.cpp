#include "routing/tour/tour.h"

namespace neurols::routing {

void Tour::assign(std::vector<Node> order) {
    order_ = std::move(order);
    position_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
        position_[static_cast<std::size_t>(order_[i])] = static_cast<std::int32_t>(i);
    }
    begin_step();
}

void Tour::begin_step() {
    changed_.clear();
    journal_.clear();
}

void Tour::undo() {
    std::size_t end = journal_.size();
    while (!changed_.empty()) {
        const auto [begin, length] = changed_.back();
        changed_.pop_back();
        const std::size_t from = end - static_cast<std::size_t>(length);
        std::int32_t position = begin;
        for (std::size_t i = from; i < end; ++i, position = behind(position)) put(position, journal_[i]);
        end = from;
    }
    journal_.clear();
}

void Tour::rearrange(std::int32_t begin, std::span<const Piece> pieces) {
    std::int32_t length = 0;
    for (const Piece& piece : pieces) length += piece.length;
    const std::size_t saved = journal_.size();
    std::int32_t position = begin;
    for (std::int32_t i = 0; i < length; ++i, position = behind(position)) journal_.push_back(at(position));
    changed_.push_back({begin, length});

    position = begin;
    for (const Piece& piece : pieces) {
        std::int32_t offset = piece.begin - begin;
        if (offset < 0) offset += size();
        const Node* first = journal_.data() + saved + static_cast<std::size_t>(offset);
        for (std::int32_t i = 0; i < piece.length; ++i, position = behind(position)) {
            put(position, piece.reversed ? first[piece.length - 1 - i] : first[i]);
        }
    }
}

}  // namespace neurols::routing
