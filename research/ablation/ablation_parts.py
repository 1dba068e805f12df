"""The parts of the ablation (research/ablation.md): which rows compete on which instances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ablation_rows
from ablation_rows import Row
from ablation_setups import HERE, TAILLARD_SIZES

from neurols.registry import problem_named
from neurols.scheduling import general_suite


@dataclass(frozen=True, kw_only=True)
class Part:
    """Rows that compete on the same instances."""

    rows: tuple[Row, ...]
    """In the order of the tables; the first is what the others are compared with."""
    pairs: tuple[tuple[str, str], ...]
    """A learned row and the same without the learning, by chance or by a constant."""
    sizes: tuple[str, ...]
    instance: Callable[[str, int], Any]
    """Made of a size and a seed; never tuned or trained on."""
    a_round: tuple[int, int]
    """Instances a round, of the shorter and of the longer budget."""
    records: Path


def _large_shop(size: str, seed: int) -> Any:
    return general_suite.generated(f"shop-{size}", seed, None)


_SMALL, _LARGE, _PLANS = (HERE / f"{name}.jsonl.xz" for name in ("records", "large", "plans"))

PARTS = {
    "jobshop": Part(
        rows=ablation_rows.JOBSHOP,
        pairs=(
            ("bursts", "random dials"),
            ("bursts", "constant dials"),
            ("ranking", "random ranking"),
            ("nls", "cei3"),
            ("both", "bursts"),
            ("both", "ranking"),
            ("nls-an", "random actions"),
            ("nls-an", "constant action"),
        ),
        sizes=TAILLARD_SIZES,
        instance=problem_named("jobshop").generated,
        a_round=(4, 1),
        records=_SMALL,
    ),
    "cvrp": Part(
        rows=ablation_rows.CVRP,
        pairs=(
            ("nls-a", "constant action"),
            ("nls-an", "constant action"),
            ("nls-anp", "constant action"),
            ("nls-an", "random an"),
            ("nls-anp", "random anp"),
        ),
        sizes=("100", "150", "200", "250", "300"),
        instance=problem_named("cvrp").generated,
        a_round=(3, 1),
        records=_SMALL,
    ),
    "large": Part(
        rows=ablation_rows.LARGE,
        pairs=(
            ("nls", "random opening"),
            ("nls", "random actions"),
            ("nls", "constant action"),
            ("nls", "one start"),
            ("nls", "start"),
            ("nls", "first moves"),
            ("both", "nls"),
            ("bursts", "random dials"),
            ("bursts", "constant dials"),
            ("nls-an", "random actions"),
            ("nls-an", "constant action"),
        ),
        sizes=tuple(
            f"{family}-{size}"
            for size in ("50x50", "80x60", "100x80")
            for family in ("random", "stages", "wide", "plant")
        ),
        instance=_large_shop,
        a_round=(4, 2),
        records=_LARGE,
    ),
    "plans": Part(
        rows=ablation_rows.PLANS,
        pairs=(
            ("nls", "random rule"),
            ("nls", "random order"),
            *(("nls", row.name) for row in ablation_rows.PLANS if row.name.startswith("by ")),
        ),
        sizes=("150", "300", "500", "700", "1000"),
        instance=problem_named("cvrp").generated,
        a_round=(5, 1),
        records=_PLANS,
    ),
}
"""By name; those that were measured together share their records."""
