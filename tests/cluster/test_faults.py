"""Kills in the middle of a batch on Ray: all instances are solved once, as they are locally."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed (extra 'cluster')")
pytestmark = pytest.mark.xdist_group("ray")  # one cluster at a time

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "cluster_faults.py"


def test_a_worker_a_node_and_the_driver_are_killed() -> None:
    settings = ["--instances", "16", "--kills", "3", "--iterations", "2000", "--json"]
    run = subprocess.run(
        [sys.executable, SCRIPT, *settings], capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr[-2000:]
    found = json.loads(run.stdout.splitlines()[-1])
    assert found["killed"] == {"worker": 1, "node": 1, "driver": 1}
    assert found["done"] == found["plans"] == found["as_local"] == 16
    assert found["done_twice"] == 0
