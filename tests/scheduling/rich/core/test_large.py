"""Shops of thousands of operations: they load, improve, and take memory in proportion."""

from __future__ import annotations

import subprocess
import sys

import pytest

import neurols
from neurols.scheduling.rich.kinds import generated

_SCRIPT = """
import resource, sys
import neurols
from neurols.scheduling.rich.kinds import generated
instance = generated(sys.argv[1], 3)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
neurols.solve(instance, iterations=int(sys.argv[2]), seed=1)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def test_ten_thousand_flexible_operations_improve() -> None:
    instance = generated("hurink-rdata:500x20", 3)
    assert len(instance.operations) == 10_000
    found = neurols.solve(instance, iterations=600, seed=1)
    assert found.cost < found.initial_cost


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured by resource")
def test_memory_of_a_search_is_linear_in_the_operations() -> None:
    command = [sys.executable, "-c", _SCRIPT, "hurink-rdata:500x20", "20"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert float(told.stdout) < 100  # MB; a table of all pairs would take 400


def test_the_same_seed_gives_the_same_schedule() -> None:
    instance = generated("plant:8x5", 4)
    runs = [neurols.solve(instance, iterations=800, seed=6) for _ in range(2)]
    assert runs[0].solution == runs[1].solution
    assert [(p.iteration, p.cost) for p in runs[0].trace] == [
        (p.iteration, p.cost) for p in runs[1].trace
    ]
