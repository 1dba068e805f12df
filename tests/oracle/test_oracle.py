"""A few dozen draws of the oracle, and the oracle itself: it sees what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import neurols
from neurols.menu import Menu
from neurols.registry import problem_of
from neurols.search.controllers import SUMMARIES
from tests.oracle import cities, controllers, plant_rules, shops
from tests.oracle.case import WrongAnswer
from tests.oracle.distances import geo, great_circle
from tests.oracle.judge import judge
from tests.oracle.routes import RouteJudge

DRAWS = 60


@pytest.mark.parametrize("first", range(0, DRAWS, 12))
def test_random_instances_are_solved_rightly(first: int, tmp_path: Path) -> None:
    verdicts = [judge(number, tmp_path) for number in range(first, first + 12)]
    assert [verdict for verdict in verdicts if verdict.outcome == "wrong"] == []


@pytest.mark.parametrize("first", range(0, DRAWS, 20))
def test_random_plants_are_solved_rightly(first: int, tmp_path: Path) -> None:
    verdicts = [judge(number, tmp_path, ["plant"]) for number in range(first, first + 20)]
    assert [verdict for verdict in verdicts if verdict.outcome == "wrong"] == []


def test_every_controller_of_the_catalogue_is_drawn() -> None:
    menu = Menu.of(problem_of(neurols.load("ft06")))
    drawn = set()
    for number in range(600):
        found = controllers.draw(Random(number), menu.operators, menu.perturbations, is_tour=False)
        drawn.add(found.split(":")[0] if isinstance(found, str) else "python")
    assert drawn == {*SUMMARIES, "python"}


def test_distances_are_those_of_geography() -> None:
    assert great_circle((0, 0), (0, 90)) == pytest.approx(6371.0088 * 3.14159265 / 2)
    assert great_circle((90, 0), (-90, 77)) == pytest.approx(6371.0088 * 3.14159265)
    assert geo((0.0, 0.0), (0.0, 1.0)) == 112  # a degree on TSPLIB's earth, rounded up


# Four places on a line, and what a plan of three customers may have wrong.
LINE = RouteJudge(lambda a, b: float(abs(a - b)), [0, 2, 2, 2], 4, 2, 6.0, False, 0.0)
PLANS = {
    "Route #1: 1\nRoute #2: 2 3\nCost 8\n": 8,
    "Route #1: 1 2\nCost 4\n": "visits",
    "Route #1: 1 2\nRoute #2: 3 3\nCost 10\n": "visits",
    "Route #1: 1 2 3\nCost 6\n": "carries 6",
    "Route #1: 1\nRoute #2: 2\nRoute #3: 3\nCost 12\n": "3 routes",
    "Route #1: 1 2\nRoute #2: 3\nCost 9\n": r"states 9\.0, costs 10\.0",
}


@pytest.mark.parametrize("plan", PLANS)
def test_wrong_route_plans_are_seen(plan: str) -> None:
    expected = PLANS[plan]
    if isinstance(expected, int):
        assert LINE.cost_of(plan) == expected == LINE.optimum()
        return
    with pytest.raises(WrongAnswer, match=expected):
        LINE.cost_of(plan)


def test_a_route_beyond_the_limit_is_seen() -> None:
    short = RouteJudge(lambda a, b: float(abs(a - b)), [0, 2, 2, 2], 4, 2, 5.0, False, 0.0)
    with pytest.raises(WrongAnswer, match="route 2 is 6"):
        short.cost_of("Route #1: 1 2\nRoute #2: 3\nCost 10\n")
    assert short.optimum() == float("inf")


SHOP = [[(0, 3), (1, 2)], [(1, 4), (0, 2)]]
RIGHT = {"start": [[0, 4], [0, 4]], "machines": [[0, 1], [1, 0]], "cost": 6}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost": 5}, "the file states 5"),
        ({"start": [[0, 2], [0, 4]]}, "job 0 starts too early"),
        ({"start": [[0, 3], [0, 4]]}, "at once on machine 1"),
        ({"start": [[0, 4]]}, "starts of other jobs"),
        ({"machines": [[0], [1, 0]]}, "lists other jobs"),
        ({"machines": [[1, 0], [1, 0]]}, "in another order"),
    ],
)
def test_wrong_schedules_are_seen(changes: dict[str, object], words: str) -> None:
    assert shops.cost_of(SHOP, 2, json.dumps(RIGHT)) == 6
    with pytest.raises(WrongAnswer, match=words):
        shops.cost_of(SHOP, 2, json.dumps({**RIGHT, **changes}))


def test_refusals_are_granted_only_where_they_are_right() -> None:
    met = set()
    for number in range(300):
        case = cities.draw(Random(number))
        assert not case.may_refuse("the file is empty")
        words = "there is no solution with 3 vehicles; allow 4, which are enough"
        met.add((case.optimum == float("inf"), case.may_refuse(words)))
    assert (True, True) in met and (True, False) not in met


PLANT = {
    "machines": [
        {"setups": [[0, 2], [1, 0]], "initial_family": 0, "breaks": [[6, 8]], "blocking": True},
        {"available_from": 1},
    ],
    "jobs": [
        {
            "operations": [{"modes": [[0, 3], [1, 9]], "family": 1}, {"modes": [[1, 2]]}],
            "due_date": 6,
            "deadline": 20,
        },
        {"operations": [{"modes": [[0, 3]], "family": 0, "may_pause": True}], "release_date": 1},
    ],
    "precedences": [{"before": [0, 0], "after": [0, 1], "min_lag": 1, "max_lag": 2}],
    "objective": {"makespan": 1, "weighted_tardiness": 2, "setup_time": 10},
    "permutation": False,
}
# A setup of 2, job 0 to 5, held until 6, a setup of 1 after the break, job 1 from 9 to 12.
PLAN = {
    "start": [[2, 6], [9]],
    "machine": [[0, 1], [0]],
    "machines": [[[0, 0], [1, 0]], [[0, 1]]],
    "cost": 12 + 2 * 2 + 10 * 3,
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost": 45}, "states 45, costs 46"),
        ({"start": [[1, 5], [9]]}, "before its machine is ready"),
        ({"start": [[2, 6], [8]]}, "before its machine is ready"),
        ({"start": [[2, 6], [7]]}, "meets a break"),
        ({"start": [[2, 5], [9]]}, "operation 1 does not wait for 0"),
        ({"start": [[2, 8], [12]]}, "operation 1 waits too long for 0"),
        ({"start": [[17, 21], [40]]}, "a deadline is missed"),
        ({"start": [[4, 8], [11]]}, "operation 0 meets a break"),
        ({"machine": [[1, 1], [0]]}, "lists other operations"),
        ({"machine": [[0, 0], [0]], "machines": [[[0, 0], [0, 1], [1, 0]], []]}, "on machine 0"),
        ({"start": [[2, 6]]}, '"start" of other jobs'),
    ],
)
def test_wrong_schedules_of_plants_are_seen(changes: dict[str, object], words: str) -> None:
    assert plant_rules.cost_of(PLANT, json.dumps(PLAN)) == 46
    with pytest.raises(WrongAnswer, match=words):
        plant_rules.cost_of(PLANT, json.dumps({**PLAN, **changes}))


def test_the_best_plan_of_a_plant_is_found_by_trying_all() -> None:
    # Job 0 on machine 1 alone, from 1 to 10 and, after the lag, from 11 to 13: 7 late, no setup.
    assert plant_rules.optimum(PLANT) == 13 + 2 * 7
    late = {**PLANT, "jobs": [{**PLANT["jobs"][0], "deadline": 7}, PLANT["jobs"][1]]}  # type: ignore[dict-item, index]
    assert plant_rules.optimum(late) == float("inf")
    assert not plant_rules.same_order(plant_rules.Flat(PLANT), [[0, 2], [2, 1]])
