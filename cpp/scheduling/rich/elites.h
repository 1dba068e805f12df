// The best solutions that differ from each other which a search has met, and the way between two.
#pragma once

#include <vector>

#include "scheduling/rich/schedule.h"
#include "search/rng.h"

namespace neurols::scheduling::rich {

class Elites {
public:
    struct Member {
        Plan plan;
        std::vector<Time> key;   // start of every operation, or its rank under negative lags
        std::vector<Op> before;  // its machine predecessor, or minus the machine where it is the first
        double cost = 0;
    };

    explicit Elites(const Instance& instance);

    void clear() { size_ = room_ = 0; }
    std::size_t size() const { return size_; }
    bool in_use() const { return room_ > 0; }
    bool full() const { return size_ == room_; }
    const Member& operator[](std::size_t index) const { return members_[index]; }

    // Keep up to so many members. There is never less room than before.
    void make_room(int members);

    // Take the schedule in where there is room or it is no worse than the worst member. Members that hardly
    // differ from it make way for it, or it is turned away if one of them is as good.
    bool offer(const Schedule& schedule);

    // Operations that follow another one, or are on another machine.
    std::int32_t distance(const Member& a, const Member& b) const;

    // A solution on the way from one member to the other: operations by their start, `percent` of the way
    // between the two, on the machine that both agree on or of either. It keeps what both agree on.
    void between(const Member& from, const Member& to, int percent, Rng& rng, Plan& plan);

private:
    void write(Member& member, const Schedule& schedule) const;

    const Instance* instance_;
    std::vector<Member> members_;
    Member offered_;
    std::size_t size_ = 0;
    std::size_t room_ = 0;
    std::int32_t near_;  // members are further apart than this
    std::vector<double> key_;
    std::vector<std::int32_t> rank_;
};

}  // namespace neurols::scheduling::rich
