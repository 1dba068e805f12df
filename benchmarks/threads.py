"""What more threads bring on one instance: one search, independent ones, and ones that share.

python benchmarks/threads.py [--seconds 2] [--seeds 2] [--output benchmarks/threads.md]

Each searching thread has the same CPU seconds, which on a machine with enough idle cores is the
same wall-clock time, and on a busy one is still a fair comparison.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean

import neurols
from neurols.routing.generate import mixed
from neurols.scheduling import random_shop

INSTANCES = {
    "job shop 20x15": random_shop(20, 15, seed=901),
    "job shop 20x20": random_shop(20, 20, seed=902),
    "job shop 30x20": random_shop(30, 20, seed=903),
    "200 customers": mixed(200, seed=904),
    "500 customers": mixed(500, seed=905),
    "1,000 customers": mixed(1000, seed=906),
}
TEAMS = {
    "1 thread": (1, False),
    "2, independent": (2, False),
    "2, sharing": (2, True),
    "4, independent": (4, False),
    "4, sharing": (4, True),
}


def cost(
    instance: neurols.JobShop | neurols.VehicleRouting, team: str, seconds: float, seed: int
) -> float:
    threads, share = TEAMS[team]
    result = neurols.solve(
        instance, cpu_limit=seconds, threads=threads, searches=threads, share=share, seed=seed
    )
    return result.cost


def table(seconds: float, seeds: int) -> list[str]:
    """Rows of instances, columns of teams: mean cost, as a change from one thread in percent."""
    lines = ["| | " + " | ".join(TEAMS) + " |", "|---|" + "---|" * len(TEAMS)]
    changes: dict[str, list[float]] = {team: [] for team in TEAMS}
    for name, instance in INSTANCES.items():
        cells = []
        means = {
            team: mean(cost(instance, team, seconds, seed) for seed in range(1, seeds + 1))
            for team in TEAMS
        }
        alone = means["1 thread"]
        for team, found in means.items():
            changes[team].append(100 * (found / alone - 1))
            cells.append(f"{found:,.1f}" if team == "1 thread" else f"{changes[team][-1]:+.2f} %")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
        print(lines[-1], flush=True)
    cells = [f"{mean(values):+.2f} %" for values in changes.values()]
    return [*lines, "| mean | " + " | ".join(["", *cells[1:]]) + " |"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    heading = (
        f"Cost after {options.seconds:g} CPU seconds a thread, default controller, generated"
        f" instances, mean of {options.seeds} seeds; change from one thread. Lower is better."
    )
    command = f"python benchmarks/threads.py --seconds {options.seconds:g} --seeds {options.seeds}"
    text = "\n".join([f"`{command}`", "", heading, "", *table(options.seconds, options.seeds), ""])
    print(text)
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
