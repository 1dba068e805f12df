"""The same promises on Ray, on a cluster of two nodes on this machine, with losses in the midst."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.cluster import Executor, WorkerLost, executor_for
from neurols.routing.generate import mixed

from .jobs import DieUntil, Fail, Sleep, SlowOnce, Square

ray = pytest.importorskip("ray", reason="Ray is not installed (extra 'cluster')")

# One cluster at a time.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.xdist_group("ray")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ray.cluster_utils import Cluster

        # Workers find the jobs of these tests where this process does.
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        head = {"num_cpus": 1, "include_dashboard": False, "node_ip_address": "127.0.0.1"}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture
def home(cluster: Any) -> Executor:
    return executor_for(cluster=cluster.address)


def test_every_job_has_one_outcome(home: Executor) -> None:
    outcomes = list(home.run(Square(number) for number in range(50)))
    assert sorted(outcome.result() for outcome in outcomes) == [n**2 for n in range(50)]


def test_an_error_is_the_outcome_of_its_job_alone(home: Executor) -> None:
    outcomes = {type(o.job): o for o in home.run([Square(3), Fail("no")])}
    assert outcomes[Square].result() == 9
    with pytest.raises(ValueError, match="no"):
        outcomes[Fail].result()


def test_a_job_whose_worker_was_killed_is_tried_again(home: Executor, tmp_path: Path) -> None:
    jobs = [DieUntil(str(tmp_path), "a", 1), Square(5), DieUntil(str(tmp_path), "b", 99)]
    outcomes = {o.job: o for o in home.run(jobs)}
    assert outcomes[jobs[0]].result() == 2
    assert outcomes[jobs[1]].result() == 25
    assert isinstance(outcomes[jobs[2]].error, WorkerLost)


def test_a_slow_machine_s_job_is_taken_over(
    home: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from neurols.cluster import ray_cluster

    monkeypatch.setattr(ray_cluster, "_SLOW_SECONDS", 1.0)
    began = time.monotonic()
    outcomes = list(home.run([Square(1), Square(2), SlowOnce(str(tmp_path), 120)]))
    assert time.monotonic() - began < 60
    assert [o.value for o in outcomes if isinstance(o.job, SlowOnce)] == ["second"]


def test_nothing_is_lost_with_a_node(cluster: Any, home: Executor) -> None:
    node = cluster.add_node(num_cpus=1)
    outcomes = home.run(Sleep(0.3) for _ in range(12))
    found = [next(outcomes)]
    os.kill(node.all_processes["raylet"][0].process.pid, signal.SIGKILL)
    found += outcomes
    cluster.remove_node(node, allow_graceful=False)
    assert len(found) == 12
    assert all(outcome.error is None for outcome in found)


def test_parts_of_one_instance_are_searched_on_the_cluster(cluster: Any) -> None:
    city = mixed(120, 3)
    there = neurols.solve(city, iterations=20_000, seed=1, cluster=cluster.address)
    here = neurols.solve(city, iterations=20_000, seed=1, decompose=True, threads=2)
    assert there.solution == here.solution
    assert there.resolved_controller == here.resolved_controller
