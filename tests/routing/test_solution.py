"""Route plans hold plain lists and no empty routes."""

from __future__ import annotations

import json

import numpy as np

from neurols.routing import RoutePlan


def test_empty_routes_are_dropped() -> None:
    assert RoutePlan([[1, 2], [], [3]], 5).routes == [[1, 2], [3]]


def test_it_becomes_the_json_that_the_command_line_prints() -> None:
    plan = RoutePlan([np.array([2, 1])], 5)  # type: ignore[list-item]
    assert json.loads(json.dumps(plan.to_json())) == {"routes": [[2, 1]]}


def test_changing_the_json_leaves_the_plan_alone() -> None:
    plan = RoutePlan([[1]], 5)
    plan.to_json()["routes"][0].append(9)
    assert plan.routes == [[1]]
