"""Learned control at equal CPU time, row by row; research/ablation.md shows what comes of it.

    python research/ablation/ablation.py train --seconds 130      the policy of its own
    python research/ablation/ablation.py measure --seconds 240    records of all rows
    python research/ablation/ablation.py measure --parts large    those of large shops
    python research/ablation/ablation.py measure --parts plans    those of the rule of insertion
    python research/ablation/ablation.py keep                     the last records, as the page's
    python research/ablation/ablation.py page                     tables of the page

Instances are generated and were never tuned or trained on. Budgets are CPU seconds of one thread.
Runs are dealt out in rounds, so that whenever the time is over all rows are equally far.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from math import log, sqrt
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

from ablation_parts import PARTS
from ablation_setups import HERE, TRAININGS, Case
from ablation_tables import PAGE, fill

from neurols import _core
from neurols.benchmark.provenance import session
from neurols.benchmark.runner import network_seconds
from neurols.menu import Menu
from neurols.policy.native import NativePolicy
from neurols.registry import problem_of
from neurols.search.budget import Budget
from neurols.train.evolution import train_native_policy
from neurols.train.evolution_config import EvolutionConfig

FIRST_SEED = 700_000_000  # of instances; apart from all that tuning, training and judging take


class Run(NamedTuple):
    """One search of a row."""

    part: str
    seconds: float
    index: int
    row: str

    @property
    def size(self) -> str:
        sizes = PARTS[self.part].sizes
        return sizes[self.index % len(sizes)]

    def execute(self) -> dict[str, Any]:
        """The record of the search, its solution passed by the checker."""
        part = PARTS[self.part]
        row = next(row for row in part.rows if row.name == self.row)
        # Budgets have instances of their own, so that a table is no echo of the other.
        seed = FIRST_SEED + round(1_000_000 * self.seconds) + self.index
        instance = part.instance(self.size, seed)
        problem = problem_of(instance)
        budget = Budget(cpu_limit=self.seconds)
        assert row.setup is not None, "rows of earlier versions are not run"
        setup = row.setup(Case(instance, Menu.of(problem), budget, seed))
        rules = budget.stop_rules(1.0, instance.lower_bound)
        workspace = problem.workspace(instance, setup.workspace, None)
        controls = setup.new_controller(workspace, rules)
        job = _core.SearchJob(workspace, controls, setup.search, rules, seed, row.stream)
        before = network_seconds()
        found = _core.run_batch([job], 1, None)[0]
        cost = problem.check(instance, problem.best_solution(instance, workspace))
        return {
            **self._asdict(),
            "size": self.size,
            "seed": seed,
            "cost": cost,
            "steps": found.iterations,
            "cpu": round(found.cpu_seconds, 3),
            "network": round(network_seconds() - before, 3),
        }


def runs(parts: list[str], budgets: tuple[float, float]) -> Iterator[Run]:
    """All runs, round by round, without end; rows that are not close skip every other instance.

    It is not always the even ones: families of shops come in turn.
    """
    turn = 0
    while True:
        for place, seconds in sorted(enumerate(budgets), reverse=True):  # the long ones first
            for name in parts:
                count = PARTS[name].a_round[place]
                for index in range(turn * count, (turn + 1) * count):
                    for row in PARTS[name].rows:
                        if row.setup is None:
                            continue
                        if row.close or index % 2 == index // 4 % 2:
                            yield Run(name, seconds, index, row.name)
        turn += 1


def in_time(task: tuple[Run, float]) -> dict[str, Any] | None:
    """A record, or none where there is no time left for the run."""
    run, deadline = task
    if time.time() + 1.1 * run.seconds + 0.5 > deadline:
        return None
    return run.execute()


def measure(
    file: Path,
    parts: list[str],
    seconds: float,
    budgets: tuple[float, float],
    workers: int,
    remark: str,
) -> None:
    """Run for so many seconds; every record is on disk at once."""
    deadline = time.time() + seconds
    about = {**session(), "workers": workers, "budgets": budgets, "remark": remark}
    limit = 1 + int(workers * seconds / min(budgets))
    tasks = ((run, deadline) for _, run in zip(range(limit), runs(parts, budgets), strict=False))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as handle, Pool(workers) as pool:
        handle.write(json.dumps({"about": about}) + "\n")
        for record in pool.imap_unordered(in_time, tasks):
            if record is not None:
                handle.write(json.dumps(record) + "\n")
                handle.flush()


def train(name: str, seconds: float, threads: int) -> None:
    """Train a policy for about so many seconds, and keep it with its card."""
    config = replace(TRAININGS[name], threads=threads)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        config = replace(config, generations=fitting(config, seconds, Path(folder) / "trial"))
        file = train_native_policy(config, Path(folder) / "whole")
        policy = NativePolicy.load(file, config.problem)
    card = {**policy.card, "threads": threads, "seconds": round(time.perf_counter() - began, 1)}
    replace(policy, card=card).save(HERE / f"{name}.safetensors")
    print(name, json.dumps({k: v for k, v in card.items() if k != "training"}), flush=True)


def fitting(config: EvolutionConfig, seconds: float, folder: Path) -> int:
    """Generations that fit into so many seconds, by a trial of one of them."""
    low, high = config.iterations
    usual = round(sqrt(low * high))
    searches = 2 * config.pairs * config.instances * len(config.sizes)
    judging = 2 * config.validation * len(config.sizes)  # each time, and of the controller alone
    began = time.perf_counter()
    trial = replace(config, generations=1, iterations=(usual, usual), validation=1)
    train_native_policy(trial, folder)
    spent = time.perf_counter() - began
    fit = (seconds / spent - 1) * (searches + 4 * len(config.sizes))
    mean = (high - low) / log(high / low) / usual  # of what generations draw
    return max(1, int((fit - 2 * judging) / (mean * searches + judging / 10)))


def keep(file: Path) -> None:
    """Keep records compressed, in an order that does not depend on which run ended first."""
    about, *found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    found.sort(key=lambda r: (r["part"], r["seconds"], r["index"], r["row"]))
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (about, *found))
    PARTS[found[0]["part"]].records.write_bytes(lzma.compress(text.encode(), preset=9))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["train", "measure", "keep", "page"])
    parser.add_argument("--seconds", type=float, default=240.0, help="for all of it")
    parser.add_argument("--parts", default="jobshop,cvrp", help="or large, or plans")
    parser.add_argument("--budgets", default="1,5", help="CPU seconds of a search, two of them")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--remark", default="", help="on the machine, for the page")
    parser.add_argument("--records", type=Path, default=Path("results/ablation/records.jsonl"))
    options = parser.parse_args()
    if options.what == "train":
        for name in TRAININGS:
            train(name, options.seconds, options.workers)
    elif options.what == "measure":
        short, long = map(float, options.budgets.split(","))
        parts = options.parts.split(",")
        budgets = (short, long)
        workers, remark = options.workers, options.remark
        measure(options.records, parts, options.seconds, budgets, workers, remark)
    elif options.what == "keep":
        keep(options.records)
    else:
        PAGE.write_text(fill(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
