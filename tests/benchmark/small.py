"""A paper's experiment made small: same rows and code, a few steps on two instances."""

from __future__ import annotations

from dataclasses import replace

from neurols.benchmark import experiments
from neurols.benchmark.experiments import Experiment
from neurols.routing.paper_table import EXPERIMENT as PAPER_CVRP
from neurols.scheduling.paper_table import EXPERIMENT as PAPER_JOBSHOP

_SLOW = (experiments.POLICIES, experiments.LEARNED)


def small_jobshop(**changes: object) -> Experiment:
    """ta01 and ta11, without the policies, whose networks take their time."""
    kept = tuple(row for row in PAPER_JOBSHOP.controllers if row[0] not in _SLOW)
    small = replace(
        PAPER_JOBSHOP,
        suite="ta01,ta11",
        iterations=(20, 100),
        stronger=(20, 100),
        controllers=kept,
        clock=0.05,
        seeds=2,
        validation=2,
    )
    return replace(small, **changes)  # type: ignore[arg-type]


def small_cvrp(**changes: object) -> Experiment:
    """A built-in instance in place of Uchoa's, which are not shipped."""
    rows = (
        (experiments.LOCAL_SEARCH, "ils", "ILS"),
        (experiments.YARDSTICKS, experiments.BEST_CONSTANT, None),
        (experiments.LEARNED, "nls-a:model=missing.onnx", "NLS_A"),
        (experiments.DEFAULT, "auto", None),
    )
    small = replace(
        PAPER_CVRP,
        suite="demo-cvrp,ul-n101-s01",
        iterations=(3,),
        stronger=(3,),
        controllers=rows,
        clock=0.05,
        seeds=1,
        validation=1,
    )
    return replace(small, **changes)  # type: ignore[arg-type]
