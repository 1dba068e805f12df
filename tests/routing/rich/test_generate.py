"""Generators of rich routing: a seed gives one instance, and every one has a plan."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import neurols
from neurols.cli.run import run
from neurols.errors import InputError
from neurols.registry import problem_named
from neurols.routing.rich.facts import constraints
from neurols.routing.rich.generate import KINDS, generated, mixed
from neurols.routing.rich.json_form import from_json, to_json
from tests.routing.rich.mixes import same

EXPECTED = {
    "vrptw": {"time windows", "service durations", "capacities"},
    "pcvrptw": {"time windows", "optional clients"},
    "mtvrptwr": {"time windows", "release times", "reloads"},
    "pdptw": {"time windows", "shipments"},
    "mdvrptw": {"time windows", "longest durations"},
    "sdvrptw": {"allowed vehicle types", "time windows"},
    "hfvrp": {"capacities"},
    "vrpb": {"backhauls after linehauls", "pickups"},
    "gvrp": {"groups"},
    "mixed": set(),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_one_instance_with_the_constraints_of_its_family(kind: str) -> None:
    one, again, other = (KINDS[kind](20, seed) for seed in (1, 1, 2))
    assert same(one, again) and not np.array_equal(one.coordinates, other.coordinates)
    assert EXPECTED[kind] <= set(constraints(one))
    assert same(from_json(json.loads(json.dumps(to_json(one)))), one)


@pytest.mark.parametrize("kind", KINDS)
def test_generated_instances_have_a_plan(kind: str) -> None:
    for seed in range(4):
        instance = KINDS[kind](15, seed)
        result = neurols.solve(instance, iterations=100, seed=seed)
        assert result.cost == neurols.check(instance, result.solution)


@pytest.mark.parametrize("kind", KINDS)
def test_instances_of_a_size_have_equally_many_locations(kind: str) -> None:
    assert len({KINDS[kind](14, seed).locations for seed in range(8)}) == 1


def test_mixed_instances_have_every_constraint_among_them() -> None:
    seen = {word for seed in range(150) for word in constraints(mixed(12, seed))}
    assert {"shipments", "groups", "breaks", "reloads", "open routes", "skills"} <= seen
    assert {"lateness at a price", "several windows", "overtime", "release times"} <= seen


def test_sizes_name_a_family_or_leave_it_to_the_seed() -> None:
    assert generated("gvrp:9", 3).groups
    families = {generated("6", seed).name.split("-")[0] for seed in range(len(KINDS))}
    assert families == set(KINDS)
    with pytest.raises(InputError, match="'vrp:9' is no size"):
        generated("vrp:9", 1)


def test_the_built_in_suite_needs_no_file() -> None:
    problem = problem_named("routing")
    members = problem.suite("rich-routing") or []
    assert len(members) == 3 * len(KINDS)
    assert problem.suite("rich-routing:gvrp") == ["rr-gvrp-n50", "rr-gvrp-n100", "rr-gvrp-n200"]
    instance = neurols.load("rr-pdptw-n50", objective="cost")
    assert (instance.name, instance.objective) == ("rr-pdptw-n50", "cost")
    assert problem.group(instance) == "pdptw"


def test_commands_write_files_that_are_read_back(tmp_path: Path) -> None:
    place = ["--output", str(tmp_path)]
    assert run(["generate", "vrptw", "--clients", "9", "--layout", "c1", *place]) == 0
    assert run(["generate", "mixed-routing", "--clients", "5", "--count", "2", *place]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["mixed-n5-s1-01.json", "mixed-n5-s1-02.json", "vrptw-c1-n9-s1-01.json"]
    assert neurols.load(tmp_path / names[2]).customers == 9
    assert run(["generate", "vrptw", "--layout", "c3", *place]) == 2
