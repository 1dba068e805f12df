#include "scheduling/elites.h"

#include <algorithm>

namespace neurols::scheduling {

namespace {
constexpr double kNear = 0.015;  // pairs per operation

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
}  // namespace

Elites::Elites(const Instance& instance)
    : instance_(&instance),
      near_(static_cast<std::int64_t>(kNear * instance.operations())),
      places_(at(instance.operations())),
      mixed_(at(instance.operations())),
      key_(at(instance.operations())),
      rank_(at(instance.operations())) {}

void Elites::make_room(int members) {
    room_ = std::max(room_, at(members));
    while (members_.size() < room_) {
        Member& member = members_.emplace_back();
        member.order.resize(at(instance_->operations()));
        member.head.resize(at(instance_->operations()));
        member.place.resize(at(instance_->operations()));
    }
    is_near_.resize(members_.size());
}

bool Elites::offer(const Schedule& schedule) {
    const Time makespan = schedule.makespan();
    for (std::size_t i = 0; i < size_; ++i) {
        is_near_[i] = distance(schedule, members_[i]) <= near_;
        if (is_near_[i] && members_[i].makespan <= makespan) return false;
    }
    for (std::size_t i = size_; i-- > 0;) {
        if (is_near_[i]) std::swap(members_[i], members_[--size_]);
    }
    if (!full()) {
        write(members_[size_++], schedule);
        return true;
    }
    const auto worst = std::ranges::max_element(std::span(members_).first(size_), {}, &Member::makespan);
    if (makespan > worst->makespan) return false;
    write(*worst, schedule);
    return true;
}

void Elites::write(Member& member, const Schedule& schedule) {
    std::ranges::copy(schedule.order(), member.order.begin());
    for (Op op = 0; op < instance_->operations(); ++op) {
        member.head[at(op)] = schedule.head(op);
        member.place[at(op)] = schedule.place(op);
    }
    member.makespan = schedule.makespan();
}

std::int64_t Elites::distance(const Schedule& schedule, const Member& member) {
    std::int64_t different = 0;
    for (std::int32_t m = 0; m < instance_->machines(); ++m) {
        const std::int32_t begin = instance_->machine_begin(m);
        for (std::int32_t p = begin; p < instance_->machine_end(m); ++p) {
            const std::int32_t place = member.place[at(schedule.at_place(p))];
            std::int32_t overtaken = 0;
            for (std::int32_t q = begin; q < p; ++q) overtaken += places_[at(q)] > place;
            places_[at(p)] = place;
            different += overtaken;
        }
    }
    return different;
}

std::span<const Op> Elites::between(const Member& from, const Member& to, int percent) {
    for (std::int32_t r = 0; r < instance_->operations(); ++r) {
        const Op op = from.order[at(r)];
        rank_[at(op)] = r;
        key_[at(op)] = (100 - percent) * from.head[at(op)] + percent * to.head[at(op)];
    }
    mixed_ = from.order;
    std::ranges::sort(mixed_, [&](Op a, Op b) {
        // Operations without duration may start together; one order decides between those.
        return key_[at(a)] != key_[at(b)] ? key_[at(a)] < key_[at(b)] : rank_[at(a)] < rank_[at(b)];
    });
    return mixed_;
}

}  // namespace neurols::scheduling
