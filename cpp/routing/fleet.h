// Meeting a vehicle limit: routes beyond it are dissolved and their customers squeezed into the rest.
#pragma once

#include <atomic>
#include <stdexcept>

#include "routing/constructions.h"
#include "routing/ruin.h"
#include "search/initial_effort.h"

namespace neurols::routing {

// No routes for the vehicles that there are: none were found, or there are none, or the user has
// interrupted the search for them. The message says which, and how many vehicles are enough.
class FleetTooSmall : public std::runtime_error {
public:
    enum class Reason : std::uint8_t { NotFound, Impossible, Interrupted };

    FleetTooSmall(Reason reason, int vehicles, int enough);

    Reason reason() const { return reason_; }

private:
    Reason reason_;
};

// Turns `lists` into at most as many routes as the instance has vehicles, using `workshop` as scratch
// space.
class Fleet {
public:
    Fleet(Routes& workshop, Ruin& ruin, Recreate& recreate, const std::atomic<bool>* cancel)
        : workshop_(workshop), ruin_(ruin), recreate_(recreate), cancel_(cancel) {}

    // By a limited effort. False where that is not enough: `lists` are lost then.
    bool fit(RouteLists& lists, Rng& rng);

    // The same, then by exact methods, then for as long as the effort lasts.
    // Throws FleetTooSmall when there is still no solution.
    RouteLists fit_or_throw(RouteLists lists, Rng& rng, InitialEffort* effort);

private:
    RouteLists fit_exactly();
    RouteLists keep_trying(InitialEffort& effort);
    bool squeeze(std::vector<Node> out, std::int64_t steps, Rng& rng);
    bool pack_bins(Rng& rng);
    bool build(const RouteLists& bins, Rng& rng);
    std::vector<Node> fill_at_random(Rng& rng);
    void note_left_out(const std::vector<Node>& out);
    bool cancelled() const { return cancel_ && cancel_->load(std::memory_order_relaxed); }
    bool over();
    [[noreturn]] void fail(FleetTooSmall::Reason reason) const;

    Routes& workshop_;
    Ruin& ruin_;
    Recreate& recreate_;
    const std::atomic<bool>* cancel_;
    double deadline_ = kNoLimit;
    double grace_ = 1.0;  // seconds after an interruption in which a solution may still be found
    double grace_end_ = 0;
    int looks_ = 0;   // at the clock, most of them skipped
    int enough_ = 0;  // vehicles; the fewest of a solution seen
};

}  // namespace neurols::routing
