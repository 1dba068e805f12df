"""A short run of a peer, and what holds for its record whatever the peer."""

from __future__ import annotations

from typing import Any

import pytest

from neurols.benchmark import Record, RunBudget
from neurols.benchmark.peers import peer

BUDGET = RunBudget(cpu_limit=0.2)
PACKAGES = {"cp-sat": "ortools", "pyvrp": "pyvrp", "hgs": "hygese", "lkh": "elkai"}


def solved(spec: str, instance: Any, seed: int = 1) -> Record:
    name = spec.partition(":")[0]
    pytest.importorskip(PACKAGES.get(name, "ortools"))
    record = peer(spec).run(instance, BUDGET, seed)
    times = [seconds for seconds, _ in record["trace"]]
    costs = [cost for _, cost in record["trace"]]
    assert times == sorted(times) and costs == sorted(costs, reverse=True)
    assert costs[-1] == record["cost"]
    assert record["cpu_seconds"] < 0.5
    assert record["version"].split()[0] in ("ortools", "pyvrp", "hygese")
    return record
