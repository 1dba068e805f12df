"""Random fleets: checker and oracle agree on any plan, and what the search finds stands up."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import neurols
from neurols.errors import InfeasibleSolution, InputError
from neurols.routing.rich.check import check
from neurols.routing.rich.json_form import from_json
from tests.oracle import fleet_rules as rules
from tests.oracle import fleets, judge
from tests.oracle.case import WrongAnswer
from tests.oracle.fleet_optimum import optimum

PLANS = 250
DRAWS = 40


def any_plan(rng: Random, fleet: dict[str, Any]) -> dict[str, Any]:
    """A few routes with clients in any order, most of them once, and a reload here and there."""
    depots, kinds = len(fleet["depots"]), len(fleet["vehicle_types"])
    left = list(range(depots, depots + len(fleet["clients"])))
    rng.shuffle(left)
    if rng.random() < 0.3:
        left.pop()
    routes: list[list[int]] = []
    while left:
        visits = [left.pop() for _ in range(min(len(left), rng.randint(1, 4)))]
        if rng.random() < 0.3:
            visits.insert(rng.randint(1, len(visits)), rng.randrange(depots))
        routes.append(visits)
    return {"routes": routes, "vehicle_types": [rng.randrange(kinds) for _ in routes]}


def verdict(fleet: dict[str, Any], plan: dict[str, Any]) -> float | str:
    """The cost by the oracle's rules, or the fault."""
    judge_of = rules.Rules(fleet)
    total, durations, seen = 0.0, [], []
    for visits, kind in zip(plan["routes"], plan["vehicle_types"], strict=True):
        found = judge_of.route_cost(kind, visits)
        if isinstance(found, str):
            return found
        total += found[0]
        durations.append(found[1])
        seen += [v for v in visits if not judge_of.is_depot(v)]
    for kind, vehicle in enumerate(judge_of.types):
        if (vehicle.get("number") or 99) < plan["vehicle_types"].count(kind):
            return "too many vehicles"
    prizes = judge_of.unvisited_cost(set(seen))
    if isinstance(prizes, str):
        return prizes
    return total + prizes + judge_of.balance_cost(durations)


def test_checker_and_rules_agree_on_any_plan() -> None:
    feasible = 0
    for number in range(PLANS):
        rng = Random(f"plan {number}")
        fleet = fleets.draw_fleet(rng)
        instance = from_json(fleet)
        for _ in range(4):
            plan = any_plan(rng, fleet)
            expected = verdict(fleet, plan)
            try:
                found: float | str = check(instance, plan)
            except InfeasibleSolution as fault:
                found = str(fault)
            agree = found == expected or (isinstance(found, str) and isinstance(expected, str))
            assert agree, f"plan {number}: {found} and {expected} of {plan}"
            feasible += not isinstance(found, str)
    assert feasible > PLANS / 4


@pytest.mark.parametrize("first", range(0, DRAWS, 20))
def test_plans_of_the_search_stand_up_to_the_rules(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whether optima are met is for the long run: python -m tests.oracle --kinds fleet.
    monkeypatch.setattr(judge, "_require_optimum", lambda *_: None)
    verdicts = [judge.judge(number, tmp_path, ["fleet"]) for number in range(first, first + 20)]
    assert [each for each in verdicts if each.outcome == "wrong"] == []


def test_fewest_vehicles_come_first() -> None:
    met = 0
    for number in range(25):
        fleet = fleets.draw_fleet(Random(f"few {number}")) | {"balance": {}}
        del fleet["balance"]
        expected = optimum(fleet, vehicles_first=True) if len(fleet["clients"]) <= 5 else None
        if expected is None or expected == float("inf"):
            continue
        instance = from_json({**fleet, "objective": "vehicles"})
        try:
            found = neurols.solve(instance, iterations=2_000, seed=number).cost
        except InputError:
            continue
        met += found == expected
    assert met >= 5


# One van of five, two clients 10 apart from the depot and each other, who must be served by 30.
FLEET: dict[str, Any] = {
    "depots": [{"closes": 60}],
    "clients": [
        {"delivery": [2], "service_duration": 3, "windows": [[0, 12], [20, 30]]},
        {"delivery": [3], "skills": ["a"], "late_price": 2, "windows": [[5, 15]]},
    ],
    "vehicle_types": [
        {"number": 1, "capacity": [5], "max_duration": 40, "skills": ["a"], "fixed_cost": 7},
        {"number": 1, "breaks": [{"earliest": 5, "latest": 12, "duration": 4}]},
    ],
    "profiles": [{"distances": [[0, 10, 10], [10, 0, 10], [10, 10, 0]]}],
}


@pytest.mark.parametrize(
    ("routes", "types", "cost"),
    [
        ([[1, 2]], [0], 7 + 30 + 2 * (23 - 15)),
        ([[2, 1]], [0], 7 + 30),
        ([[2], [1]], [0, 1], 7 + 20 + 20),
        ([[2]], [0], "1 is not visited"),
        ([[1], [2]], [0, 1], "2 may not be visited by type 1"),
        ([[1, 1, 2]], [0], "visits"),
        ([[1], [2]], [0, 0], "2 routes of type 0"),
        ([[1, 0, 2]], [0], "out of order"),
    ],
)
def test_the_rules_see_what_is_wrong(
    routes: list[list[int]], types: list[int], cost: float | str
) -> None:
    form = {"routes": routes, "vehicle_types": types, "cost": cost}
    if isinstance(cost, str):
        with pytest.raises(WrongAnswer, match=cost):
            rules.cost_of(FLEET, json.dumps(form))
    else:
        assert rules.cost_of(FLEET, json.dumps(form)) == cost == optimum_of(routes, types)


def optimum_of(routes: list[list[int]], types: list[int]) -> float:
    """By the product's checker."""
    fleet = {**FLEET, "format": "neurols-routing", "version": 2, "name": "two"}
    return check(from_json(fleet), {"routes": routes, "vehicle_types": types})


def test_the_optimum_of_two_clients_is_that_of_the_best_order() -> None:
    assert optimum(FLEET) == 37
