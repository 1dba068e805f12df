"""Peers on rich routing: what they find passes our checker; what they do not know they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from neurols.benchmark import RunBudget
from neurols.benchmark.peers import peer
from neurols.errors import InputError
from neurols.registry import check
from neurols.routing.rich.generate import KINDS

SPECS = ("pyvrp", "ortools-gls", "vroom")
KNOWN = {
    "pyvrp": [kind for kind in KINDS if kind != "mixed"],
    "ortools-gls": [kind for kind in KINDS if kind not in ("mtvrptwr", "mixed")],
    "vroom": ["vrptw", "pdptw", "hfvrp"],
}


def runner(spec: str) -> Any:
    found = peer(spec)
    if not found.installed:
        pytest.skip(f"the package of {spec} is not installed")
    return found


@pytest.mark.parametrize(("spec", "kind"), [(s, kind) for s in SPECS for kind in KNOWN[s]])
def test_a_peer_finds_plans_of_every_family_that_it_knows(spec: str, kind: str) -> None:
    found, instance = runner(spec), KINDS[kind](12, 3)
    found.check(instance)
    record = found.run(instance, RunBudget(cpu_limit=0.1), 1)
    if record["cost"] is None:  # VROOM leaves clients out rather than move others
        assert spec == "vroom"
        return
    assert check(instance, record["solution"]) == record["cost"]
    # Its own figure is the checker's, once whole numbers are turned into units of the user's.
    told = [cost for _, cost in record["trace"]]
    assert told[-1] == pytest.approx(record["cost"])


def test_pyvrp_gets_loads_in_the_scale_of_distances() -> None:
    """Its price of a unit too many is bounded: beside costs of millions it weighed nothing."""
    found = runner("pyvrp")
    for seed in range(3, 8):
        record = found.run(KINDS["hfvrp"](60, seed), RunBudget(cpu_limit=0.3), 1)
        assert record["cost"] is not None


@pytest.mark.parametrize("spec", SPECS)
def test_a_peer_refuses_what_it_does_not_know(spec: str) -> None:
    refused = [kind for kind in KINDS if kind not in KNOWN[spec] and kind != "mixed"]
    for kind in refused:
        with pytest.raises(InputError, match="does not know all of"):
            runner(spec).check(KINDS[kind](12, 3))
    mixed = [KINDS["mixed"](12, seed) for seed in range(6)]
    with pytest.raises(InputError, match="does not know all of"):
        for instance in mixed:
            runner(spec).check(instance)


def test_peers_count_as_they_should() -> None:
    """Where the optimum is plain, all of them find it."""
    instance = KINDS["hfvrp"](4, 1)
    costs = {
        spec: runner(spec).run(instance, RunBudget(cpu_limit=0.1), 1)["cost"] for spec in SPECS
    }
    assert len(set(costs.values())) == 1, costs
