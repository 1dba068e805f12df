"""A route limit raised to what the message asks for is kept by reader, core and checker."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols import _core
from neurols.errors import InputError
from neurols.routing import VehicleRouting, read
from neurols.routing.problem import RoutingProblem
from neurols.routing.write import write_instance


def random_fields(rng: random.Random) -> dict[str, Any]:
    """An instance whose distances are no integers, of any magnitude."""
    customers = rng.randint(1, 8)
    capacity = rng.choice([1, 3, 100])
    fields: dict[str, Any] = {
        "demands": [0, *(rng.randint(0, capacity) for _ in range(customers))],
        "capacity": capacity,
    }
    size = 10.0 ** rng.uniform(-7, 6)
    kind = rng.choice(["plane", "sphere", "matrix", "bars"])
    if kind == "plane":
        fields["metric"] = "EXACT_2D"
        fields["coordinates"] = [
            (rng.uniform(0, size), rng.uniform(0, size)) for _ in range(customers + 1)
        ]
    elif kind == "sphere":
        spread = rng.choice([1e-4, 1.0, 80.0])
        fields["metric"] = rng.choice(["GREAT_CIRCLE_M", "GREAT_CIRCLE_KM"])
        fields["coordinates"] = [
            (rng.uniform(0, spread), rng.uniform(0, spread)) for _ in range(customers + 1)
        ]
    else:
        longest = 1e9 * size if kind == "bars" else size  # as forbidden arcs often are
        fields["matrix"] = [
            [
                rng.uniform(0, size) if 0 in (i, j) or rng.random() < 0.8 else longest
                for j in range(customers + 1)
            ]
            for i in range(customers + 1)
        ]
    return fields


def made(fields: dict[str, Any]) -> VehicleRouting:
    make: Any = VehicleRouting.from_coordinates
    if "matrix" in fields:
        make = VehicleRouting.from_matrix
    return make(**fields)  # type: ignore[no-any-return]


def asked_for(fields: dict[str, Any]) -> str:
    """The limit that the message for too small a one asks for."""
    with pytest.raises(InputError, match="is out of reach") as caught:
        made({**fields, "max_distance": 1e-300})
    assert caught.value.remedy is not None
    asked = re.fullmatch(r"raise the limit to at least (\S+)", caught.value.remedy)
    assert asked is not None
    return asked[1]


@pytest.mark.parametrize("block", range(8))
def test_the_limit_asked_for_is_accepted_everywhere(block: int) -> None:
    rng = random.Random(block)
    for case in range(400):
        fields = random_fields(rng)
        instance = made({**fields, "max_distance": float(asked_for(fields))})
        settings = _core.WorkspaceSettings()
        settings.construction = "nearest-neighbour"
        space = RoutingProblem().workspace(instance, settings, None)
        assert isinstance(space, _core.RoutingWorkspace)
        space.construct(_core.Rng(case))
        neurols.check(instance, {"routes": space.routes()})


@pytest.mark.parametrize("seed", range(60))
def test_what_is_solved_at_the_limit_is_feasible(seed: int, tmp_path: Path) -> None:
    rng = random.Random(1_000 + seed)
    fields = random_fields(rng)
    path = tmp_path / f"limited{rng.choice(['.vrp', '.json'])}"
    write_instance(path, made({**fields, "max_distance": float(asked_for(fields))}))
    instance = read(path)
    result = neurols.solve(instance, iterations=40, seed=seed)
    assert neurols.check(instance, result.solution) == pytest.approx(result.cost, rel=1e-9)


@pytest.mark.parametrize("seed", range(200))
def test_routes_that_the_core_lets_pass_the_checker_lets_pass(seed: int) -> None:
    """Limits that bind many customers at once, to the last digit."""
    rng = random.Random(2_000 + seed)
    fields = random_fields(rng)
    free = made({**fields, "demands": [0] * len(fields["demands"])})
    tour = list(range(1, free.nodes))
    rng.shuffle(tour)
    length = neurols.check(free, {"routes": [tour]})
    limit = max(length, float(asked_for(fields)))
    instance = made({**fields, "demands": [0] * free.nodes, "max_distance": limit})
    result = neurols.solve(instance, iterations=30, seed=seed)
    assert neurols.check(instance, result.solution) == pytest.approx(result.cost, rel=1e-9)


@pytest.mark.parametrize("limit", [10, 10.0, 10.4])
def test_a_limit_met_exactly_is_met(limit: float) -> None:
    for metric in ("EXACT_2D", "EUC_2D", "FLOOR_2D", "CEIL_2D"):
        instance = VehicleRouting.from_coordinates(
            [(0, 0), (3, 4), (-3, 4)], [0, 1, 1], 1, metric=metric, max_distance=limit
        )
        assert neurols.solve(instance, iterations=5, seed=1).cost == 20


def test_an_integral_limit_is_not_exceeded_by_a_fraction() -> None:
    with pytest.raises(
        InputError, match=r"out and back is 10, .* limit 9.999999999999; raise .* 10$"
    ):
        VehicleRouting.from_coordinates(
            [(0, 0), (3, 4)], [0, 1], 1, metric="EUC_2D", max_distance=9.999999999999
        )
