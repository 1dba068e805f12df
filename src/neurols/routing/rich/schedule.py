"""The schedule of one route, by the rules of ``instance``: the earliest that keeps them all, with
the start put off as long as the end does not move.

In whole numbers, and without the core: the checker judges by it and tables show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .whole import FOREVER, Whole

_MORE_ROUNDS = 64  # of delaying pickups, beyond one for each visit


@dataclass
class Stage:
    """What happens at one visit."""

    location: int
    arrival: int
    """After the leg, breaks on the way not counted."""
    ready: int
    """After the breaks on the leg."""
    start: int
    """Of the service."""
    end: int
    """When the vehicle leaves."""
    late: int = 0
    """By how much the service starts after the last window."""


@dataclass
class Schedule:
    """The stages of a route between its start and its end."""

    start: int
    end: int
    stages: list[Stage]
    arrival: int = 0
    """At the end, before the breaks on the last leg."""
    breaks: list[tuple[int, int]] = field(default_factory=list)
    """Start and end of each break that is taken."""

    @property
    def duration(self) -> int:
        return self.end - self.start

    @property
    def lateness(self) -> list[int]:
        """Of each visit."""
        return [stage.late for stage in self.stages]


class Clock:
    """Finds the schedule of one route: a vehicle type and the locations that it visits."""

    def __init__(self, whole: Whole, kind: int, visits: Sequence[int]) -> None:
        self.whole = whole
        self.visits = list(visits)
        self.type = whole.instance.vehicle_types[kind]
        self._depots = len(whole.instance.depots)
        self._breaks = [
            (whole.time(rest.earliest), whole.time(rest.latest), whole.time(rest.duration))
            for rest in self.type.breaks
        ]
        end = self.type.end_depot
        closes = FOREVER if end is None else whole.time(whole.instance.depots[end].closes)
        self.latest_end = min(whole.time(self.type.shift[1]), closes)
        self._releases = self._trip_releases()
        opens = whole.time(whole.instance.depots[self.type.start_depot].opens)
        self.earliest_start = max(whole.time(self.type.shift[0]), opens, self._releases[0])
        self._rides = self._limited_rides()
        self._windows = [self.windows_of(location) for location in self.visits]

    def find(self, put_off: bool = True) -> Schedule | None:
        """The schedule; None where no schedule keeps the rules.

        Without ``put_off`` the start is the earliest one, which is all that is needed where
        durations cost nothing and have no limit.
        """
        best: Schedule | None = None
        for legs in self._placements():
            found = self._settled(legs, self.earliest_start)
            if found is None or (best is not None and found.end > best.end):
                continue
            late = self.late_cost(found)
            if best is not None and best.end == found.end and self.late_cost(best) < late:
                continue
            if put_off:
                found = self._put_off(legs, found)
            if best is None or (found.end, late, -found.start) < (
                best.end,
                self.late_cost(best),
                -best.start,
            ):
                best = found
        return best

    # -- Data of the route ------------------------------------------------------------------------

    def _trip_releases(self) -> list[int]:
        """When the goods of each trip are released."""
        found = [0]
        for location in self.visits:
            if location < self._depots:
                found.append(0)
            else:
                client = self.whole.instance.clients[location - self._depots]
                found[-1] = max(found[-1], self.whole.time(client.release_time))
        return found

    def _limited_rides(self) -> list[tuple[int, int, int]]:
        """Pickup, delivery (as places in the route) and longest time on board."""
        place = {location: at for at, location in enumerate(self.visits)}
        found = []
        for location in self.visits:
            sign, number = self.whole.shipment_ends.get(location, (0, 0))
            if sign != 1:
                continue
            shipment = self.whole.instance.shipments[number]
            delivery = place.get(self._depots + shipment.delivery, -1)
            # Where the delivery does not follow, the checker has another fault to tell.
            if shipment.max_time_on_board is not None and delivery > place[location]:
                limit = self.whole.time(shipment.max_time_on_board)
                found.append((place[location], delivery, limit))
        return found

    def windows_of(self, location: int) -> list[tuple[int, int]]:
        """When service, or a reload, may begin at a location."""
        if location < self._depots:
            depot = self.whole.instance.depots[location]
            return [(self.whole.time(depot.opens), self.whole.time(depot.closes))]
        windows = self.whole.instance.clients[location - self._depots].windows
        return [(self.whole.time(a), self.whole.time(b)) for a, b in windows]

    def _service(self, location: int) -> int:
        instance = self.whole.instance
        if location < self._depots:
            return self.whole.time(instance.depots[location].service_duration)
        return self.whole.time(instance.clients[location - self._depots].service_duration)

    def _late_price(self, location: int) -> float | None:
        if location < self._depots:
            return None
        return self.whole.instance.clients[location - self._depots].late_price

    def late_cost(self, schedule: Schedule) -> int:
        """What the lateness of a schedule costs."""
        return sum(
            stage.late * self.whole.price(self._late_price(stage.location) or 0)
            for stage in schedule.stages
            if stage.late
        )

    # -- Breaks -----------------------------------------------------------------------------------

    def _placements(self) -> Iterator[list[int]]:
        """Legs on which the breaks are taken, in order; the number after the last leg for none.

        Where no lateness and no ride depends on the places, those of the earliest end serve: the
        earliest time for each number of breaks taken is all that matters. Else every placement.
        """
        if not self._breaks:
            yield []
            return
        soft = any(self._late_price(location) is not None for location in self.visits)
        if not soft and not self._rides:
            legs = self._earliest_places(self.earliest_start)
            if legs is not None:
                yield legs
            return
        yield from self._all_places([])

    def _all_places(self, before: list[int]) -> Iterator[list[int]]:
        if len(before) == len(self._breaks):
            yield before
            return
        for leg in range(before[-1] if before else 0, len(self.visits) + 2):
            yield from self._all_places([*before, leg])

    def _earliest_places(self, start: int) -> list[int] | None:
        """The placement with the earliest end, by the earliest time for each number of breaks."""
        states: dict[int, tuple[int, list[int]]] = {0: (start, [])}
        for leg in range(len(self.visits) + 1):
            reached: dict[int, tuple[int, list[int]]] = {}
            for taken, (now, legs) in states.items():
                for count in range(len(self._breaks) - taken + 1):
                    after = self._after_leg(leg, now, range(taken, taken + count))
                    if after is None:
                        break
                    time = after[1]
                    if leg < len(self.visits):
                        begin = self._begin(leg, time)
                        if begin is None:
                            continue
                        time = self._leave(leg, begin)
                    key = taken + count
                    if key not in reached or time < reached[key][0]:
                        reached[key] = (time, [*legs, *[leg] * count])
            states = reached
        ends = [
            (end, legs)
            for taken, (end, legs) in states.items()
            if end <= self.latest_end and self._may_leave_out(taken, end)
        ]
        if not ends:
            return None
        _, legs = min(ends)
        return [*legs, *[len(self.visits) + 1] * (len(self._breaks) - len(legs))]

    def _may_leave_out(self, taken: int, end: int) -> bool:
        return all(end <= latest for _, latest, _ in self._breaks[taken:])

    def _after_leg(
        self, leg: int, departure: int, breaks: Sequence[int]
    ) -> tuple[int, int, list[tuple[int, int]]] | None:
        """Arrival, time when ready, and the breaks; None where one is not in time.

        On an open route's last leg, which there is not, no break is taken.
        """
        if leg == len(self.visits) and self.type.end_depot is None:
            return None if breaks else (departure, departure, [])
        origin = self.type.start_depot if leg == 0 else self.visits[leg - 1]
        at_end = leg == len(self.visits)
        destination = self.type.end_depot if at_end else self.visits[leg]
        assert destination is not None
        ready = arrival = self.whole.arrival(self.type.profile, origin, destination, departure)
        left, taken = departure, []
        for number in breaks:
            earliest, latest, duration = self._breaks[number]
            begin = max(left, earliest)
            if begin > latest:
                return None
            left = begin + duration
            ready = max(ready, earliest) + duration
            taken.append((begin, left))
        return arrival, ready, taken

    # -- Services ---------------------------------------------------------------------------------

    def _begin(self, at: int, ready: int) -> int | None:
        """When service may begin at the earliest; None where it is too late."""
        windows = self._windows[at]
        if not windows:
            return ready
        for opens, closes in windows:
            if ready <= closes:
                return max(ready, opens)
        return None if self._late_price(self.visits[at]) is None else ready

    def _leave(self, at: int, begin: int) -> int:
        location = self.visits[at]
        done = begin + self._service(location)
        if location >= self._depots:
            return done
        trip = sum(visit < self._depots for visit in self.visits[: at + 1])
        return max(done, self._releases[trip])

    def _walk(self, legs: Sequence[int], start: int, least: Sequence[int]) -> Schedule | None:
        """The earliest schedule from ``start``, services no earlier than ``least``."""
        now, stages, taken = start, [], []
        for leg in range(len(self.visits) + 1):
            numbers = [number for number, at in enumerate(legs) if at == leg]
            after = self._after_leg(leg, now, numbers)
            if after is None:
                return None
            arrival, ready, breaks = after
            taken += breaks
            if leg == len(self.visits):
                break
            begin = self._begin(leg, max(ready, least[leg]))
            if begin is None:
                return None
            windows = self._windows[leg]
            late = max(0, begin - windows[-1][1]) if windows else 0
            now = self._leave(leg, begin)
            stages.append(Stage(self.visits[leg], arrival, ready, begin, now, late))
        if ready > self.latest_end or not self._may_leave_out(len(taken), ready):
            return None
        return Schedule(start, ready, stages, arrival, taken)

    def _settled(self, legs: Sequence[int], start: int) -> Schedule | None:
        """The earliest schedule from ``start`` that also keeps the times on board: pickups are
        delayed as much as is needed, and no more."""
        least = [0] * len(self.visits)
        for _ in range(len(self.visits) + _MORE_ROUNDS):
            found = self._walk(legs, start, least)
            if found is None or not self._rides:
                return found
            raised = False
            for pickup, delivery, limit in self._rides:
                service = self._service(self.visits[pickup])
                needed = found.stages[delivery].start - limit - service
                if needed <= found.stages[pickup].start:
                    continue
                windows = self._windows[pickup]
                if windows and needed > windows[-1][1]:
                    return None
                least[pickup], raised = needed, True
            if not raised:
                return found
        return None

    def _put_off(self, legs: Sequence[int], first: Schedule) -> Schedule:
        """The same route from the latest start at which nothing gets worse."""
        low, high, best = first.start, first.end, first
        while low < high:
            middle = (low + high + 1) // 2
            found = self._settled(self._replaced(legs, middle), middle)
            if found is not None and found.end == first.end and not _later(first, found):
                low, best = middle, found
            else:
                high = middle - 1
        return best

    def _replaced(self, legs: Sequence[int], start: int) -> Sequence[int]:
        """Breaks may move with the start where only the end counts."""
        soft = any(self._late_price(location) is not None for location in self.visits)
        if not self._breaks or soft or self._rides:
            return legs
        return self._earliest_places(start) or legs

    # -- What is wrong ----------------------------------------------------------------------------

    def faults(self) -> list[str]:
        """What keeps the route from having a schedule: the route is walked through without breaks,
        each service as early as it can be, be it too late. Empty where nothing does."""
        faults = []
        relaxed = self.relaxed()
        shown = self.whole.shown
        label = self.whole.instance.label
        for at, stage in enumerate(relaxed.stages):
            windows = self._windows[at]
            missed = bool(windows) and stage.start > windows[-1][1]
            if missed and self._late_price(stage.location) is None:
                closes = windows[-1][1]
                faults.append(
                    f"service at {label(stage.location)} cannot begin before {shown(stage.start)},"
                    f" {shown(stage.start - closes)} after its time window closes at"
                    f" {shown(closes)}"
                )
        if relaxed.end > self.latest_end:
            faults.append(
                f"it ends at {shown(relaxed.end)}, {shown(relaxed.end - self.latest_end)} after"
                f" the shift or the depot closes at {shown(self.latest_end)}"
            )
        faults = faults or [*self._ride_faults(relaxed), *self._break_faults()]
        return faults or ["no schedule keeps all times of this route"]

    def relaxed(self) -> Schedule:
        """The schedule with every window that is missed left open, without breaks and limits."""
        now, stages = self.earliest_start, []
        for leg in range(len(self.visits) + 1):
            after = self._after_leg(leg, now, ())
            assert after is not None  # only breaks can be out of time
            arrival, ready, _ = after
            if leg == len(self.visits):
                break
            begin = self._begin(leg, ready)
            begin = ready if begin is None else begin
            windows = self._windows[leg]
            late = max(0, begin - windows[-1][1]) if windows else 0
            now = self._leave(leg, begin)
            stages.append(Stage(self.visits[leg], arrival, ready, begin, now, late))
        return Schedule(self.earliest_start, ready, stages, arrival)

    def _ride_faults(self, relaxed: Schedule) -> list[str]:
        """Goods that are on board too long even where their pickup waits as long as it may."""
        settled = self._settled([len(self.visits) + 1] * len(self._breaks), self.earliest_start)
        if settled is not None or not self._rides:
            return []
        faults = []
        for pickup, delivery, limit in self._rides:
            ride = relaxed.stages[delivery].start - relaxed.stages[pickup].end
            if ride > limit:
                faults.append(
                    f"what is picked up at {self.whole.instance.label(self.visits[pickup])} is on"
                    f" board for {self.whole.shown(ride)}, {self.whole.shown(ride - limit)} longer"
                    f" than it may, until {self.whole.instance.label(self.visits[delivery])}"
                )
        return faults

    def _break_faults(self) -> list[str]:
        """Without any break the route would have a schedule."""
        shown = self.whole.shown
        return [
            f"break {number} (from {shown(earliest)} to {shown(latest)}, {shown(duration)} long)"
            " cannot be taken in time"
            for number, (earliest, latest, duration) in enumerate(self._breaks, start=1)
        ][-1:]


def _later(first: Schedule, other: Schedule) -> bool:
    """Is a service later than both its window and its earliest start?"""
    return any(now.late > then.late for then, now in zip(first.stages, other.stages, strict=True))


__all__ = ["Clock", "Schedule", "Stage"]
