#include "scheduling/rich/elites.h"

#include <algorithm>

namespace neurols::scheduling::rich {

namespace {
std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }
constexpr std::int32_t kNearShare = 20;  // members differ in more than one operation out of so many
}  // namespace

Elites::Elites(const Instance& instance)
    : instance_(&instance),
      near_(std::max(2, instance.operations() / kNearShare)),
      key_(at(instance.operations())),
      rank_(at(instance.operations())) {}

void Elites::make_room(int members) {
    room_ = std::max(room_, static_cast<std::size_t>(members));
    if (members_.size() < room_) members_.resize(room_);
}

void Elites::write(Member& member, const Schedule& schedule) const {
    schedule.copy_to(member.plan);
    member.key.resize(at(instance_->operations()));
    member.before.resize(at(instance_->operations()));
    for (Op op = 0; op < instance_->operations(); ++op) {
        const Op before = schedule.machine_predecessor(op);
        member.key[at(op)] = instance_->has_negative_lags() ? schedule.rank(op) : schedule.start(op);
        member.before[at(op)] = before == instance_->none() ? -1 - schedule.machine(op) : before;
    }
    member.cost = schedule.cost();
}

std::int32_t Elites::distance(const Member& a, const Member& b) const {
    std::int32_t differ = 0;
    for (std::size_t op = 0; op < a.before.size(); ++op) differ += a.before[op] != b.before[op];
    return differ;
}

bool Elites::offer(const Schedule& schedule) {
    write(offered_, schedule);
    const auto members = members_.begin();
    const auto end = [&] { return members + static_cast<std::ptrdiff_t>(size_); };
    for (std::size_t k = 0; k < size_; ++k)
        if (members_[k].cost <= offered_.cost && distance(members_[k], offered_) <= near_) return false;
    const auto kept = std::partition(
        members, end(), [&](const Member& member) { return distance(member, offered_) > near_; });
    size_ = static_cast<std::size_t>(kept - members);
    if (size_ < room_) {
        std::swap(members_[size_++], offered_);
        return true;
    }
    const auto worst =
        std::max_element(members, end(), [](const Member& a, const Member& b) { return a.cost < b.cost; });
    if (worst->cost < offered_.cost) return false;
    std::swap(*worst, offered_);
    return true;
}

void Elites::between(const Member& from, const Member& to, int percent, Rng& rng, Plan& plan) {
    const Op n = instance_->operations();
    plan.order = from.plan.order;
    plan.machine = from.plan.machine;
    for (std::int32_t r = 0; r < n; ++r) rank_[at(plan.order[at(r)])] = r;
    for (Op op = 0; op < n; ++op) {
        key_[at(op)] = static_cast<double>(from.key[at(op)]) * (100 - percent) +
                       static_cast<double>(to.key[at(op)]) * percent;
        if (plan.machine[at(op)] != to.plan.machine[at(op)] && rng.coin(percent / 100.0))
            plan.machine[at(op)] = to.plan.machine[at(op)];
    }
    std::sort(plan.order.begin(), plan.order.end(), [&](Op a, Op b) {
        return key_[at(a)] != key_[at(b)] ? key_[at(a)] < key_[at(b)] : rank_[at(a)] < rank_[at(b)];
    });
}

}  // namespace neurols::scheduling::rich
