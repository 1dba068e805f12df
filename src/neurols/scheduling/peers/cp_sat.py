"""OR-Tools CP-SAT on the job shop: an interval an operation, no overlap on a machine. Rich
scheduling is modelled in cp_sat_rich.py."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from neurols.benchmark.peers.adapter import Answer, Limit, package
from neurols.scheduling.peers.cp_run import run

if TYPE_CHECKING:
    from neurols.scheduling import JobShop

PACKAGE = "ortools"
OPTIONS: dict[str, tuple[str, ...]] = {"workers": ("1", "8")}
BY_ITERATIONS = False


def solve(instance: Any, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """One worker, so that its CPU time is that of one core; with eight, marked by the option, the
    process has eight times as much."""
    if instance.problem == "scheduling":
        from neurols.scheduling.peers import cp_sat_rich

        return cp_sat_rich.solve(instance, limit, seed, options)
    cp = package("ortools.sat.python.cp_model")
    model, starts = _model(cp, instance)
    workers = int(options.get("workers", "1"))
    found = run(model, limit.clock(workers), seed, workers, round)
    if found.solver is None:
        return Answer(None, found.used)
    return found.answer({"start": [[found.solver.value(s) for s in row] for row in starts]})


def _model(cp: Any, instance: JobShop) -> tuple[Any, list[list[Any]]]:
    """A job may come back to a machine and operations may take no time: intervals allow both."""
    model = cp.CpModel()
    horizon = sum(duration for job in instance.jobs for _, duration in job)
    on_machine: list[list[Any]] = [[] for _ in range(instance.machines)]
    makespan = model.new_int_var(instance.lower_bound, max(horizon, instance.lower_bound), "")
    starts: list[list[Any]] = []
    for job in instance.jobs:
        row = [model.new_int_var(0, horizon, "") for _ in job]
        for begin, (machine, duration) in zip(row, job, strict=True):
            on_machine[machine].append(model.new_fixed_size_interval_var(begin, duration, ""))
        for (begin, (_, duration)), (after, _) in pairwise(zip(row, job, strict=True)):
            model.add(after >= begin + duration)
        if job:
            model.add(makespan >= row[-1] + job[-1][1])
        starts.append(row)
    for intervals in on_machine:
        model.add_no_overlap(intervals)
    model.minimize(makespan)
    return model, starts
