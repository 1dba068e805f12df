"""Peers on the job shop: their solutions pass our checker, and what they prove is optimal."""

from __future__ import annotations

import pytest

import neurols
from neurols.benchmark import RunBudget
from neurols.benchmark.peers import peer
from neurols.scheduling import JobShop, general_shop
from tests.benchmark.peer_run import solved


@pytest.mark.parametrize("seed", range(3))
def test_cp_sat_solves_general_shops_to_proven_optimality(seed: int) -> None:
    shop = general_shop(4, 3, seed, zero_share=0.3)
    record = solved("cp-sat", shop)
    assert neurols.check(shop, record["solution"]) == record["cost"]
    assert record["stopped_by"] == "optimal"


def test_cp_sat_finds_a_known_optimum() -> None:
    assert solved("cp-sat", neurols.load("ft06"))["cost"] == 55  # type: ignore[arg-type]
    assert solved("cp-sat", JobShop([[(0, 0)], [(0, 0)]]))["cost"] == 0


def test_peer_that_finds_nothing_in_time_is_recorded_without_a_cost() -> None:
    pytest.importorskip("ortools")
    shop = neurols.load("ta71")
    record = peer("cp-sat").run(shop, RunBudget(cpu_limit=0.001), 1)
    assert (record["cost"], record["gap_percent"], record["feasible"]) == (None, None, False)
