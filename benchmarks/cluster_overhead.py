"""What a batch of 1,000 small instances costs beside its searches, in every home of work.

python benchmarks/cluster_overhead.py [--instances 1000] [--homes inline,process,processes,ray]

Each home runs in a process of its own and writes a batch as `neurols batch` does. Seconds of CPU
are those of all its processes, the servers of Ray included; the overhead is what is left of them
without the searches, per instance. Ray has been started before; processes are not. Seconds on the
clock mean something on a quiet machine only. The results of all homes must be the same.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from neurols.batch import batch
from neurols.batch.item import Settings
from neurols.batch.listing import items_of
from neurols.cluster import Executor, executor_for
from neurols.routing.generate import mixed
from neurols.routing.write import write_instance

PLACE = ("seconds", "cpu_seconds", "total_seconds", "host", "attempts")
"""What may differ between two homes of work."""
_TICKS = os.sysconf("SC_CLK_TCK")


def home_of(name: str) -> Executor:
    """Two workers, but for the first."""
    if name == "ray":
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
        return executor_for(cluster="auto")
    return {"inline": executor_for(), "process": executor_for(1, isolated=True)}.get(
        name
    ) or executor_for(2)


def cpu_seconds() -> float:
    """CPU time of this process and of all that have come from it, the ended ones included."""
    parents, used = {}, {}
    for path in Path("/proc").iterdir():
        if not path.name.isdecimal():
            continue
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.name)] = int(fields[1])
        used[int(path.name)] = (int(fields[11]) + int(fields[12])) / _TICKS
    root = os.getpid()
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = ended.ru_utime + ended.ru_stime
    for process in used:
        above = process
        while above not in (0, 1, root):
            above = parents.get(above, 0)
        total += used[process] if above == root else 0.0
    return total


def measure(name: str, folder: Path, output: Path, iterations: int) -> None:
    """One home; prints what it took."""
    home = home_of(name)
    settings = Settings("auto", None, None, iterations, seed=1)
    first = items_of(str(folder / "i0000.vrp"), settings, None)
    batch(first, home, output / "warm")  # workers are started and have imported everything
    items = items_of(str(folder), settings, None)
    before, began = cpu_seconds(), time.monotonic()
    found = batch(items, home, output)
    wall, cpu = time.monotonic() - began, cpu_seconds() - before
    searched = sum(line["cpu_seconds"] for line in found.lines)
    print(
        json.dumps(
            {
                "home": name,
                "workers": home.workers,
                "done": sum(line["status"] == "done" for line in found.lines),
                "wall_seconds": round(wall, 2),
                "cpu_seconds": round(cpu, 2),
                "search_cpu_seconds": round(searched, 2),
                "overhead_ms": round(1000 * (cpu - searched) / len(items), 2),
            }
        )
    )


def content(output: Path) -> dict[str, Any]:
    """The results by name, without what depends on the home."""
    lines = (output / "results.jsonl").read_text(encoding="utf-8").splitlines()
    return {
        line["name"]: {key: value for key, value in line.items() if key not in PLACE}
        for line in map(json.loads, lines)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=1000)
    parser.add_argument("--customers", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=10_000)
    parser.add_argument("--homes", default="inline,process,processes,ray")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        name, folder, output = given.measure
        measure(name, Path(folder), Path(output), given.iterations)
        return
    with TemporaryDirectory() as temporary:
        folder = Path(temporary, "instances")
        folder.mkdir()
        for number in range(given.instances):
            write_instance(folder / f"i{number:04}.vrp", mixed(given.customers, number))
        known = None
        for name in given.homes.split(","):
            output = Path(temporary, name)
            command = [sys.executable, __file__, "--iterations", str(given.iterations)]
            subprocess.run([*command, "--measure", name, folder, output], check=True)
            if known is None:
                known = content(output)
            elif content(output) != known:
                raise SystemExit(f"the results of {name} differ")
    print("the results of all homes are the same but for times and hosts")


if __name__ == "__main__":
    main()
