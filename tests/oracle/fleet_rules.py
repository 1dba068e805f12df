"""The rules of rich routing, applied to the plain object of an instance's file.

Written apart from the product, from the text of the rules: times are whole and small, so that a
route's schedule is found by trying every start, unit by unit.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from typing import Any

from tests.oracle.case import require

FLEET = dict[str, Any]
_NEVER = 400  # after every time of the instances that are drawn


@dataclass
class Timing:
    """A schedule of a route."""

    start: int
    end: int
    late: list[int]
    """By how much each service starts after its last window."""


class Rules:
    """The rules of one instance; tables are made once."""

    def __init__(self, fleet: FLEET) -> None:
        self.fleet = fleet
        self.depots, self.clients = fleet["depots"], fleet["clients"]
        self.types = fleet["vehicle_types"]
        self.first = len(self.depots)
        self.partner: dict[int, tuple[str, int, dict[str, Any]]] = {}
        for shipment in fleet.get("shipments", []):
            pickup, delivery = self.first + shipment["pickup"], self.first + shipment["delivery"]
            self.partner[pickup] = ("pickup", delivery, shipment)
            self.partner[delivery] = ("delivery", pickup, shipment)

    def client(self, location: int) -> dict[str, Any]:
        return self.clients[location - self.first]

    def is_depot(self, location: int) -> bool:
        return location < self.first

    # -- A route ----------------------------------------------------------------------------------

    def may_visit(self, kind: int, location: int) -> bool:
        """Skills and allowed types."""
        vehicle, client = self.types[kind], self.client(location)
        allowed = client.get("allowed_vehicle_types")
        has = set(client.get("skills", [])) <= set(vehicle.get("skills", []))
        return has and (allowed is None or kind in allowed)

    def end_of(self, kind: int) -> int | None:
        return self.types[kind].get("end_depot", 0)

    def stops(self, kind: int, visits: Sequence[int]) -> list[int]:
        end = self.end_of(kind)
        start = self.types[kind].get("start_depot", 0)
        return [start, *visits, *([] if end is None else [end])]

    def length(self, kind: int, visits: Sequence[int]) -> int:
        table = self._table(kind, "distances")
        return sum(table[a][b] for a, b in pairwise(self.stops(kind, visits)))

    def _table(self, kind: int, key: str) -> list[list[int]]:
        profile = self.fleet["profiles"][self.types[kind].get("profile", 0)]
        return profile.get(key, profile["distances"])  # type: ignore[no-any-return]

    def travel(self, kind: int, origin: int, destination: int, departure: int) -> int:
        """When a leg ends: each unit of time does its speed's share of the work."""
        profile = self.fleet["profiles"][self.types[kind].get("profile", 0)]
        work = 100 * self._table(kind, "durations")[origin][destination]
        now = departure
        while work > 0:
            speed = 100
            for start, percent in profile.get("speeds", []):
                speed = percent if start <= now else speed
            work -= speed
            now += 1
        return now

    def order_is_right(self, kind: int, visits: Sequence[int]) -> bool:
        """Reloads, shipments and backhauls: where they stand in the route."""
        vehicle = self.types[kind]
        reloads = [at for at in visits if self.is_depot(at)]
        most = vehicle.get("max_reloads")
        if any(at not in vehicle.get("reload_depots", []) for at in reloads):
            return False
        if most is not None and len(reloads) > most:
            return False
        for at, location in enumerate(visits):
            if self.is_depot(location) or location not in self.partner:
                continue
            role, other, _ = self.partner[location]
            if other not in visits:
                return False
            place = visits.index(other)
            if role == "pickup" and (place < at or any(map(self.is_depot, visits[at:place]))):
                return False
        if self.fleet.get("backhaul"):
            served = [self.client(location) for location in visits if not self.is_depot(location)]
            kinds = [
                "pickup" if any(client.get("pickup", [])) else "delivery"
                for client in served
                if any(client.get("pickup", [])) or any(client.get("delivery", []))
            ]
            if kinds != sorted(kinds) or (kinds and "delivery" not in kinds):
                return False
        return True

    def load_is_right(self, kind: int, visits: Sequence[int]) -> bool:
        vehicle = self.types[kind]
        for dimension, capacity in enumerate(vehicle.get("capacity", [])):
            initial = ([*vehicle.get("initial_load", []), 0, 0])[dimension]
            trip: list[int] = []
            trips = [trip]
            for location in visits:
                if self.is_depot(location):
                    trip = []
                    trips.append(trip)
                else:
                    trip.append(location)
            for trip in trips:
                load = initial + sum(self._amount(v, "delivery", dimension) for v in trip)
                if load > capacity:
                    return False
                for v in trip:
                    load += self._amount(v, "pickup", dimension)
                    load -= self._amount(v, "delivery", dimension)
                    if v in self.partner:
                        role, _, shipment = self.partner[v]
                        amount = ([*shipment.get("amount", []), 0, 0])[dimension]
                        load += amount if role == "pickup" else -amount
                    if load > capacity:
                        return False
                initial = 0
        return True

    def _amount(self, location: int, key: str, dimension: int) -> int:
        found: int = ([*self.client(location).get(key, []), 0, 0])[dimension]
        return found

    # -- Time -------------------------------------------------------------------------------------

    def releases(self, visits: Sequence[int]) -> list[int]:
        """Of each trip."""
        found = [0]
        for location in visits:
            if self.is_depot(location):
                found.append(0)
            else:
                found[-1] = max(found[-1], self.client(location).get("release_time", 0))
        return found

    def timing(self, kind: int, visits: Sequence[int]) -> Timing | None:
        """The schedule of a route by the rules; None where there is none."""
        vehicle = self.types[kind]
        opens = self.depots[vehicle.get("start_depot", 0)].get("opens", 0)
        shift = vehicle.get("shift", [0, None])
        earliest = max(shift[0], opens, self.releases(visits)[0])
        breaks = vehicle.get("breaks", [])
        legs = range(len(visits) + (self.end_of(kind) is not None))
        options = [
            (*taken, *[-1] * (len(breaks) - count))
            for count in range(len(breaks) + 1)
            for taken in combinations_with_replacement(legs, count)
        ]
        found = [
            (timing.end, self.late_cost(visits, timing), option, timing)
            for option in options
            if (timing := self._settled(kind, visits, option, earliest)) is not None
        ]
        if not found:
            return None
        end, late, _, _ = min(found, key=lambda each: each[:2])
        if not self._counts_duration(kind):
            return min(found, key=lambda each: each[:2])[3]
        best: Timing | None = None
        fixed = self._has_prices_or_rides(visits)
        for first_end, first_late, option, timing in found:
            if (first_end, first_late) != (end, late):
                continue
            others = [option] if fixed else options
            later = self._put_off(kind, visits, others, timing)
            if best is None or later.start > best.start:
                best = later
        return best

    def _counts_duration(self, kind: int) -> bool:
        """Does it matter when a route starts?"""
        vehicle = self.types[kind]
        limited = vehicle.get("max_duration") is not None
        return limited or bool(vehicle.get("unit_duration_cost") or self.fleet.get("balance"))

    def _has_prices_or_rides(self, visits: Sequence[int]) -> bool:
        return any(
            not self.is_depot(v)
            and (
                self.client(v).get("late_price") is not None
                or (v in self.partner and self.partner[v][2].get("max_time_on_board") is not None)
            )
            for v in visits
        )

    def _put_off(
        self, kind: int, visits: Sequence[int], options: Sequence[Any], first: Timing
    ) -> Timing:
        """The latest start with the same end and no service later than it may be."""
        served = sum(
            (self.depots[v] if self.is_depot(v) else self.client(v)).get("service_duration", 0)
            for v in visits
        )
        for start in range(first.end - served, first.start, -1):
            for option in options:
                found = self._settled(kind, visits, option, start)
                if found is None or found.end != first.end:
                    continue
                if all(now <= then for now, then in zip(found.late, first.late, strict=True)):
                    return found
        return first

    def late_cost(self, visits: Sequence[int], timing: Timing) -> float:
        return sum(
            late * self.client(v)["late_price"]
            for v, late in zip(visits, timing.late, strict=True)
            if late
        )

    def _settled(
        self, kind: int, visits: Sequence[int], option: Sequence[int], start: int
    ) -> Timing | None:
        """The earliest schedule from a start that keeps the times on board, pickups put off by a
        unit at a time."""
        least = [0] * len(visits)
        while True:
            walked = self._walk(kind, visits, option, start, least)
            if walked is None:
                return None
            timing, begins = walked
            raised = False
            for at, location in enumerate(visits):
                if location not in self.partner or self.partner[location][0] != "pickup":
                    continue
                _, other, shipment = self.partner[location]
                limit = shipment.get("max_time_on_board")
                if limit is None or other not in visits:
                    continue
                left = begins[at] + self.client(location).get("service_duration", 0)
                if begins[visits.index(other)] - left > limit:
                    least[at] = begins[at] + 1
                    raised = True
                    if least[at] > _NEVER:  # both move alike: the way between them is too long
                        return None
            if not raised:
                return timing

    def _walk(
        self,
        kind: int,
        visits: Sequence[int],
        option: Sequence[int],
        start: int,
        least: Sequence[int],
    ) -> tuple[Timing, list[int]] | None:
        vehicle = self.types[kind]
        releases = iter(self.releases(visits)[1:])
        breaks = vehicle.get("breaks", [])
        stops = self.stops(kind, visits)
        now, late, begins = start, [], []
        for leg, (origin, destination) in enumerate(pairwise(stops)):
            ready = self.travel(kind, origin, destination, now)
            left = now
            for rest, taken in zip(breaks, option, strict=True):
                if taken != leg:
                    continue
                begin = max(left, rest["earliest"])
                if rest["latest"] is not None and begin > rest["latest"]:
                    return None
                left = begin + rest["duration"]
                ready = max(ready, rest["earliest"]) + rest["duration"]
            now = ready
            if leg == len(visits):
                break
            begin_at = self._begin(destination, max(ready, least[leg]))
            if begin_at is None:
                return None
            windows = (
                [] if self.is_depot(destination) else self.client(destination).get("windows", [])
            )
            late.append(max(0, begin_at - windows[-1][1]) if windows else 0)
            begins.append(begin_at)
            now = begin_at + (
                self.depots[destination] if self.is_depot(destination) else self.client(destination)
            ).get("service_duration", 0)
            if self.is_depot(destination):
                now = max(now, next(releases))
        end = self.end_of(kind)
        limits = [vehicle.get("shift", [0, None])[1]]
        limits += [] if end is None else [self.depots[end].get("closes")]
        if any(limit is not None and now > limit for limit in limits):
            return None
        for rest, taken in zip(breaks, option, strict=True):
            if taken < 0 and rest["latest"] is not None and now > rest["latest"]:
                return None
        return Timing(start, now, late), begins

    def in_time(self, kind: int, visits: Sequence[int]) -> bool:
        """Are all windows met by a vehicle that starts early and takes no break?"""
        now = self.types[kind].get("shift", [0, None])[0]
        for origin, destination in pairwise([self.stops(kind, [])[0], *visits]):
            begin = self._begin(destination, self.travel(kind, origin, destination, now))
            if begin is None:
                return False
            own = self.depots if self.is_depot(destination) else None
            place = own[destination] if own else self.client(destination)
            now = begin + place.get("service_duration", 0)
        return True

    def _begin(self, location: int, ready: int) -> int | None:
        """When a service, or a reload, can begin."""
        if self.is_depot(location):
            depot = self.depots[location]
            begin = max(ready, depot.get("opens", 0))
            closes = depot.get("closes")
            return begin if closes is None or begin <= closes else None
        client = self.client(location)
        windows = client.get("windows", [])
        for opens, closes in windows:
            if ready <= closes:
                return max(ready, opens)
        return ready if not windows or client.get("late_price") is not None else None

    # -- Money ------------------------------------------------------------------------------------

    def route_cost(self, kind: int, visits: Sequence[int]) -> tuple[float, int] | str:
        """Cost and duration of a route, or the rule that it breaks."""
        vehicle = self.types[kind]
        for location in visits:
            if not self.is_depot(location) and not self.may_visit(kind, location):
                return f"{location} may not be visited by type {kind}"
        if not self.order_is_right(kind, visits):
            return "reloads, shipments or backhauls out of order"
        if not self.load_is_right(kind, visits):
            return "overloaded"
        length = self.length(kind, visits)
        most = vehicle.get("max_distance")
        if most is not None and length > most:
            return f"{length} long"
        timing = self.timing(kind, visits)
        if timing is None:
            return "no schedule"
        duration = timing.end - timing.start
        longest = vehicle.get("max_duration")
        over = 0 if longest is None else max(0, duration - longest)
        if over > vehicle.get("max_overtime", 0):
            return f"takes {duration}"
        cost = vehicle.get("fixed_cost", 0) + length * vehicle.get("unit_distance_cost", 1)
        cost += duration * vehicle.get("unit_duration_cost", 0)
        cost += over * vehicle.get("unit_overtime_cost", 0)
        return cost + self.late_cost(visits, timing), duration

    def unvisited_cost(self, visited: set[int]) -> float | str:
        """Prizes of clients and groups that are left out, or whom the plan must visit."""
        total = 0.0
        for number, client in enumerate(self.clients):
            if client.get("group") is not None or self.first + number in visited:
                continue
            if client.get("prize") is None:
                return f"{self.first + number} is not visited"
            total += client["prize"]
        for group in self.fleet.get("groups", []):
            members = [c for c in group["clients"] if self.first + c in visited]
            if len(members) > 1:
                return f"{members} of a group are visited"
            if not members:
                if group.get("required", True):
                    return "none of a group is visited"
                total += group.get("prize", 0)
        return total

    def balance_cost(self, durations: Sequence[int]) -> float:
        balance = self.fleet.get("balance", {})
        if not balance or not durations:
            return 0.0
        spread = balance.get("of", "longest") == "spread"
        least = min(durations) if spread else 0
        return float(balance["price"] * (max(durations) - least))


def cost_of(fleet: FLEET, text: str) -> float:
    """The cost of a solution file; raises WrongAnswer where a rule is broken."""
    rules = Rules(fleet)
    plan = json.loads(text)
    routes = list(zip(plan["routes"], plan["vehicle_types"], strict=True))
    seen = [v for visits, _ in routes for v in visits if not rules.is_depot(v)]
    require(len(seen) == len(set(seen)), f"visits {sorted(seen)}")
    total, durations = 0.0, []
    for number, (visits, kind) in enumerate(routes, start=1):
        found = rules.route_cost(kind, visits)
        require(not isinstance(found, str), f"route {number} {visits} of type {kind}: {found}")
        assert not isinstance(found, str)
        total += found[0]
        durations.append(found[1])
    for kind, vehicle in enumerate(rules.types):
        used = sum(k == kind for _, k in routes)
        most = vehicle.get("number")
        require(most is None or used <= most, f"{used} routes of type {kind}")
    prizes = rules.unvisited_cost(set(seen))
    require(not isinstance(prizes, str), str(prizes))
    assert not isinstance(prizes, str)
    total += prizes + rules.balance_cost(durations)
    require(math.isclose(plan["cost"], total, rel_tol=1e-9, abs_tol=1e-9), f"costs {total}")
    return total


def sequences(rules: Rules, kind: int) -> Iterator[list[int]]:
    """Every order of clients that one vehicle of a type could visit, with reloads in between."""
    reloads = rules.types[kind].get("reload_depots", [])
    most = rules.types[kind].get("max_reloads")
    most = len(rules.clients) if most is None else most
    locations = [
        rules.first + number
        for number in range(len(rules.clients))
        if rules.may_visit(kind, rules.first + number)
    ]

    def extended(visits: list[int], used: int) -> Iterator[list[int]]:
        for location in locations:
            if location in visits:
                continue
            role, other, _ = rules.partner.get(location, ("", 0, {}))
            if role == "delivery" and other not in visits:
                continue
            yield from further([*visits, location], used)
            if visits and used < most:
                for depot in reloads:
                    yield from further([*visits, depot, location], used + 1)

    def further(visits: list[int], used: int) -> Iterator[list[int]]:
        # What comes too late comes no earlier where further clients follow.
        if rules.in_time(kind, visits):
            yield visits
            yield from extended(visits, used)

    yield from extended([], 0)
