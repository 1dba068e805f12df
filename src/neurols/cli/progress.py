"""Progress on stderr: bars for a person at a terminal, and lines of a training elsewhere.

Rich is imported for bars alone.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from neurols.cli.console import shows_progress
from neurols.errors import printable
from neurols.plotting.titles import amount

if TYPE_CHECKING:
    from rich.progress import Progress

    from neurols.benchmark import Record
    from neurols.registry import Instance
    from neurols.search.callbacks import Snapshot
    from neurols.tune.study import Seen


@contextmanager
def watch_search(instance: Instance, shown: bool) -> Iterator[Callable[[Snapshot], None] | None]:
    """A bar with the share of the budget used, the best cost so far and its gap."""
    if not shown:
        yield None
        return
    with progress_bar() as bar:
        task = bar.add_task(printable(instance.name), total=1.0, note="")

        def update(seen: Snapshot) -> None:
            note = f"best {amount(seen.best)}" if math.isfinite(seen.best) else ""
            if note and instance.best_known:
                gap = 100 * (seen.best - instance.best_known) / instance.best_known
                note += f"  gap {gap:.2f} %"
            note += f"  {seen.iterations:,} iterations"
            bar.update(task, completed=seen.share or 0.0, note=note)

        yield update


@contextmanager
def watch_bench(total: int | None, shown: bool) -> Iterator[Callable[[Record], None] | None]:
    """A bar with the share of the runs done, where their number is known, and the mean gap."""
    if not shown:
        yield None
        return
    gaps: list[float] = []
    with progress_bar() as bar:
        task = bar.add_task("bench", total=total, note="")

        def update(record: Record) -> None:
            if record["gap_percent"] is not None:
                gaps.append(record["gap_percent"])
            mean = f"mean gap {sum(gaps) / len(gaps):.2f} %  " if gaps else ""
            note = printable(f"{mean}{record['instance']} {record['controller']}")
            bar.update(task, advance=1, note=note)

        yield update


@contextmanager
def watch_tuning(total: int, shown: bool) -> Iterator[Callable[[Seen], None] | None]:
    """A bar with the share of the trials done and the best change so far."""
    if not shown:
        yield None
        return
    with progress_bar() as bar:
        task = bar.add_task("tune", total=total, note="")

        def update(seen: Seen) -> None:
            note = f"{seen.done}/{total}  best {seen.best:+.2f} %  {seen.spec}"
            bar.update(task, completed=seen.done, note=printable(note))

        yield update


@contextmanager
def watch_training(
    total: int, wanted: bool
) -> Iterator[Callable[[int, Mapping[str, float]], None] | None]:
    """A bar with the share of the generations done and the latest validation; else its line."""
    if not shows_progress(wanted):
        yield (lambda generation, figures: _print(generation, total, figures)) if wanted else None
        return
    with progress_bar() as bar:
        task = bar.add_task("training", total=total, note="")

        def update(generation: int, figures: Mapping[str, float]) -> None:
            note = f"validation {figures['change']:+.2f} %" if figures else ""
            bar.update(task, completed=generation, note=note)

        yield update


def _print(generation: int, total: int, figures: Mapping[str, float]) -> None:
    if figures.get("generation") != generation:  # not validated now
        return
    note = f"generation {generation}/{total}  validation {figures['change']:+.2f} %"
    print(note, file=sys.stderr, flush=True)


def progress_bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}", markup=False),  # names may hold brackets
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
