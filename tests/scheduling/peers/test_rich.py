"""Peers on rich scheduling: the optima that they prove are those of trying every schedule."""

from __future__ import annotations

import json
from random import Random

import pytest

import neurols
from neurols.benchmark import RunBudget
from neurols.benchmark.peers import peer
from neurols.errors import InputError
from neurols.scheduling.read import parse
from neurols.scheduling.rich.kinds import generated
from tests.oracle import plant_rules, plants

BUDGET = RunBudget(cpu_limit=3)
PACKAGES = {"cp-sat": "ortools", "pyjobshop": "pyjobshop"}


@pytest.mark.parametrize("name", PACKAGES)
def test_proven_optima_are_those_of_all_schedules(name: str) -> None:
    pytest.importorskip(PACKAGES[name])
    met = refused = 0
    for number in range(40):
        plant = plants.draw_plant(Random(f"peer {number}"))
        optimum = plant_rules.optimum(plant)
        if optimum is None or optimum == float("inf"):
            continue
        instance = parse(json.dumps(plant), file="plant.json")
        try:
            record = peer(name).run(instance, BUDGET, 1)
        except InputError as refusal:
            assert "does not model" in str(refusal)
            refused += 1
            continue
        assert neurols.check(instance, record["solution"]) == pytest.approx(record["cost"])
        assert (number, record["cost"]) == (number, pytest.approx(optimum))
        met += 1
    assert met >= 12 and (refused == 0 or name == "pyjobshop")


def test_both_model_the_job_shop() -> None:
    for name, package in PACKAGES.items():
        pytest.importorskip(package)
        assert peer(name).run(neurols.load("ft06"), BUDGET, 1)["cost"] == 55


def test_eight_workers_are_marked() -> None:
    pytest.importorskip("pyjobshop")
    record = peer("pyjobshop:workers=8").run(
        generated("brandimarte:4x3", 1), RunBudget(cpu_limit=0.5), 1
    )
    assert record["controller"] == "pyjobshop:workers=8"


def test_what_a_peer_cannot_model_is_named() -> None:
    pytest.importorskip("pyjobshop")
    with pytest.raises(InputError, match="does not model setups that keep out of breaks, which"):
        peer("pyjobshop").run(generated("plant:4x3", 1), BUDGET, 1)
