// The best solutions that differ from each other which a search has met, and the way between two.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scheduling/schedule.h"

namespace neurols::scheduling {

class Elites {
public:
    struct Member {
        std::vector<Op> order;            // topological
        std::vector<Time> head;           // start of every operation
        std::vector<std::int32_t> place;  // of every operation in the machine sequences
        Time makespan = 0;
    };

    explicit Elites(const Instance& instance);

    void clear() { size_ = room_ = 0; }
    std::size_t size() const { return size_; }
    bool in_use() const { return room_ > 0; }
    bool full() const { return size_ == room_; }
    const Member& operator[](std::size_t index) const { return members_[index]; }

    // Keep up to so many members. There is never less room than before.
    void make_room(int members);

    // Take the schedule in where there is room or it is no worse than the worst member. Members that
    // hardly differ from it make way for it, or it is turned away if one of them is as good.
    bool offer(const Schedule& schedule);

    // Pairs of operations that the schedule and the member put in different order on a machine.
    std::int64_t distance(const Schedule& schedule, const Member& member);

    // A topological order on the way from one member to the other: operations by their start time,
    // `percent` of the way between the two. It keeps what both agree on, the jobs' own order with
    // it, and so is feasible.
    std::span<const Op> between(const Member& from, const Member& to, int percent);

private:
    void write(Member& member, const Schedule& schedule);

    const Instance* instance_;
    std::vector<Member> members_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    std::int64_t near_;  // members are further apart than this

    // Scratch.
    std::vector<std::uint8_t> is_near_;
    std::vector<std::int32_t> places_;
    std::vector<Op> mixed_;
    std::vector<Time> key_;
    std::vector<std::int32_t> rank_;
};

}  // namespace neurols::scheduling
