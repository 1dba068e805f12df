"""A batch on a Ray cluster of three nodes on this machine while workers, nodes and the driver die.

python benchmarks/cluster_faults.py [--instances 300] [--kills 20] [--seed 1] [--json]

Every so many results one of them is killed at random (SIGKILL): a worker of Ray, the raylet of a
node (another node joins for it), or the process of `neurols batch` (the same command is given
again). Afterwards every instance must have been solved once, its plan must be there, and the
results must be those of a run in one process.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from neurols.routing.generate import mixed
from neurols.routing.write import write_instance

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # all nodes on the loopback address

KINDS = ("worker", "node", "driver")
PLACE = ("seconds", "cpu_seconds", "total_seconds", "host", "attempts")
"""What may differ between two homes of work."""


class TestCluster:
    """A head that coordinates, and two nodes with a processor each, of which one may be killed."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 0, "include_dashboard": False, "node_ip_address": "127.0.0.1"}
        self._cluster = Cluster(initialize_head=True, head_node_args=head)
        self._nodes = [self._cluster.add_node(num_cpus=1) for _ in range(2)]
        self.address: str = self._cluster.address

    def kill_worker(self, rng: random.Random) -> bool:
        """Whether there was one."""
        raylets = {_raylet(node) for node in self._nodes}
        workers = [pid for pid in _processes() if _parent(pid) in raylets and _is_worker(pid)]
        if not workers:
            return False
        os.kill(rng.choice(sorted(workers)), signal.SIGKILL)
        return True

    def kill_node(self, rng: random.Random) -> None:
        """And let another one join."""
        node = self._nodes.pop(rng.randrange(len(self._nodes)))
        os.kill(_raylet(node), signal.SIGKILL)
        self._cluster.remove_node(node, allow_graceful=False)
        self._nodes.append(self._cluster.add_node(num_cpus=1))

    def shutdown(self) -> None:
        self._cluster.shutdown()


def _raylet(node: Any) -> int:
    return int(node.all_processes["raylet"][0].process.pid)


def _processes() -> list[int]:
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _is_worker(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return command.startswith(b"ray::") and not command.startswith(b"ray::DashboardAgent")


def start(folder: Path, output: Path, iterations: int, where: list[str]) -> subprocess.Popen[bytes]:
    """`neurols batch` as a process of its own."""
    neurols = Path(sys.executable).with_name("neurols")
    command = [neurols, "batch", folder, "--iterations", str(iterations), "--output", output]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([*command, "--quiet", *where], **quiet)


def results(output: Path) -> list[dict[str, Any]]:
    """The lines of results; the last one may be half written while the driver dies."""
    try:
        lines = (output / "results.jsonl").read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def run(folder: Path, output: Path, count: int, kills: int, iterations: int, seed: int) -> Any:
    """The batch under kills, and what was killed."""
    rng = random.Random(seed)
    cluster = TestCluster()
    killed: Counter[str] = Counter()
    where = ["--cluster", cluster.address]
    driver = start(folder, output, iterations, where)
    starts = 1
    due = [count * (k + 1) // (kills + 1) for k in range(kills)]
    try:
        while True:
            code = driver.poll()
            if code == 0:
                return killed
            if code is not None:  # killed, or ended with failures: the same command goes on
                starts += 1
                if starts > 2 * kills + 5:
                    raise SystemExit(f"the batch ends with exit code {code} again and again")
                driver = start(folder, output, iterations, where)
            done = sum(line["status"] == "done" for line in results(output))
            if due and done >= due[0]:
                kind = KINDS[len(killed) % 3] if len(killed) < 3 else rng.choice(KINDS)
                if kind == "worker" and not cluster.kill_worker(rng):
                    continue  # none at this moment
                if kind == "node":
                    cluster.kill_node(rng)
                if kind == "driver":
                    driver.kill()
                    driver.wait()
                killed[kind] += 1
                del due[0]
            time.sleep(0.02)
    finally:
        driver.kill()
        cluster.shutdown()


def compared(output: Path, local: Path) -> dict[str, Any]:
    """What became of the instances."""
    lines = results(output)
    done = Counter(line["name"] for line in lines if line["status"] == "done")
    mine, theirs = ({line["name"]: line for line in results(at)} for at in (output, local))
    alike = sum(_content(mine.get(name)) == _content(line) for name, line in theirs.items())
    plans = sum((output / line["plan"]).is_file() for line in mine.values() if "plan" in line)
    return {
        "instances": len(theirs),
        "done": len(done),
        "done_twice": sum(times > 1 for times in done.values()),
        "plans": plans,
        "as_local": alike,
        "failed_at_first": sum(line["status"] == "failed" for line in lines),
        "tried_again": sum(line.get("attempts", 1) > 1 for line in mine.values()),
    }


def _content(line: dict[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (line or {}).items() if key not in PLACE}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=300)
    parser.add_argument("--customers", type=int, default=30)
    parser.add_argument("--iterations", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name, "instances")
        folder.mkdir()
        for number in range(given.instances):
            write_instance(folder / f"i{number:03}.vrp", mixed(given.customers, number))
        local = start(folder, Path(name, "local"), given.iterations, ["--workers", "1"])
        if local.wait() != 0:
            raise SystemExit("the batch fails without any kill")
        began = time.monotonic()
        killed = run(
            folder,
            Path(name, "out"),
            given.instances,
            given.kills,
            given.iterations,
            given.seed,
        )
        found = compared(Path(name, "out"), Path(name, "local"))
        found |= {"killed": dict(killed), "seconds": round(time.monotonic() - began, 1)}
    if given.json:
        print(json.dumps(found))
    else:
        for key, value in found.items():
            print(f"{key.replace('_', ' '):18}{value}")


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        main()
