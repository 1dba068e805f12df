"""The optimum of small instances of rich routing: every route of every vehicle type, and the best
way to put them together."""

from __future__ import annotations

import math

from tests.oracle.fleet_rules import FLEET, Rules, sequences

_MOST_SEQUENCES = 4_000  # with a break five times as dear; beyond, the optimum is left open
_Totals = dict[tuple[int, int, int], float]
"""Cost by vehicles used, longest and shortest duration of a route (0 where they do not count)."""


def optimum(fleet: FLEET, vehicles_first: bool = False) -> float | None:
    """The least cost, infinity where there is no plan, None where there is too much to try.

    With ``vehicles_first`` the least cost with the fewest vehicles.
    """
    rules = Rules(fleet)
    balanced = bool(fleet.get("balance"))
    best: list[dict[int, dict[int, float]]] = []
    left = _MOST_SEQUENCES
    for kind in range(len(rules.types)):
        routes: dict[int, dict[int, float]] = {}
        effort = 1 + 4 * len(rules.types[kind].get("breaks", []))
        for visits in sequences(rules, kind):
            left -= effort
            if left < 0:
                return None
            found = rules.route_cost(kind, visits)
            if isinstance(found, str):
                continue
            cost, duration = found
            mask = sum(1 << (v - rules.first) for v in visits if not rules.is_depot(v))
            by_duration = routes.setdefault(mask, {})
            key = duration if balanced else 0
            by_duration[key] = min(cost, by_duration.get(key, math.inf))
        best.append(routes)
    plans: dict[int, _Totals] = {0: {(0, 0, 0): 0.0}}
    for kind, routes in enumerate(best):
        number = rules.types[kind].get("number")
        for _ in range(len(rules.clients) if number is None else min(number, len(rules.clients))):
            further = {mask: dict(totals) for mask, totals in plans.items()}
            for mask, totals in plans.items():
                for visited, by_duration in routes.items():
                    if not visited & mask:
                        _combine(further.setdefault(mask | visited, {}), totals, by_duration)
            if further == plans:
                break
            plans = further
    ranked = []
    for mask, totals in plans.items():
        visited = {rules.first + c for c in range(len(rules.clients)) if mask >> c & 1}
        prizes = rules.unvisited_cost(visited)
        if isinstance(prizes, str):
            continue
        for (used, longest, shortest), cost in totals.items():
            durations = [longest, shortest] if used else []
            total = cost + prizes + rules.balance_cost(durations)
            ranked.append((used if vehicles_first else 0, total))
    return min(ranked)[1] if ranked else math.inf


def _combine(into: _Totals, totals: _Totals, by_duration: dict[int, float]) -> None:
    """All plans with one more route."""
    for (used, longest, shortest), cost in totals.items():
        for duration, more in by_duration.items():
            least = duration if used == 0 else min(shortest, duration)
            key = (used + 1, max(longest, duration), least)
            into[key] = min(cost + more, into.get(key, math.inf))
