"""What a training run reports: a CSV, TensorBoard where it is installed, and its progress.

Progress is a bar on a terminal, and a line an epoch elsewhere.
"""

from __future__ import annotations

import csv
import importlib
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.whole_file import make_folder, write_rows

METRICS = {
    "epoch": "epochs completed",
    "transitions": "decisions collected, over all searches",
    "updates": "gradient steps",
    "seconds": "wall-clock time of the run, interruptions not counted",
    "cost": "validation: mean of best cost / initial cost at the end of an episode (lower is "
    "better); the model with the lowest is kept",
    "training_cost": "the same over the episodes collected in the epoch, exploration included",
    "reward": "mean reward of a decision, before scaling",
    "epsilon": "share of random actions",
    "learning_rate": "step size of Adam",
    "loss": "mean quantile Huber loss, importance-weighted",
    "value": "mean predicted return of the actions learned from, in scaled reward",
    "error": "mean absolute temporal-difference error",
    "gradient_norm": "mean norm of the gradient before clipping",
    "action_entropy": "entropy of the greedy actions / log |A|: 0 is one constant action",
    "transitions_per_second": "decisions collected per second in the epoch, learning included",
}
"""Every column of the CSV; validation may add columns `cost/NAME`."""


class TrainingLog:
    """Writes one row per epoch. A resumed run drops the rows after its checkpoint."""

    def __init__(self, folder: Path, *, resumed_epoch: int, progress: bool) -> None:
        make_folder(folder)
        self._file = folder / "training.csv"
        self.rows: list[dict[str, float]] = []
        if resumed_epoch and self._file.exists():
            self.rows = [row for row in _rows(self._file) if row["epoch"] <= resumed_epoch]
        self._board = _board(folder)
        self._bar: Any = None
        self._task: Any = 0
        on_terminal = sys.stderr.isatty()
        self._prints = progress and not on_terminal
        if progress and on_terminal:
            self._bar, self._task = _bar()

    def add(self, row: Mapping[str, float]) -> None:
        """Write an epoch."""
        self.rows.append(dict(row))
        columns = list(dict.fromkeys([*METRICS, *(key for row in self.rows for key in row)]))
        write_rows(self._file, columns, self.rows)
        if self._board is not None:
            for name, value in row.items():
                if math.isfinite(value):
                    self._board.add_scalar(name, value, int(row["transitions"]))
            self._board.flush()
        if self._prints:
            print(_line(self.rows), file=sys.stderr, flush=True)

    def show(self, share: float, text: str) -> None:
        """Move the progress bar."""
        if self._bar is not None:
            self._bar.update(self._task, completed=share, description=text)

    def close(self) -> None:
        """Finish the files and the bar."""
        if self._board is not None:
            self._board.close()
        if self._bar is not None:
            self._bar.stop()


def _rows(file: Path) -> list[dict[str, float]]:
    try:
        with file.open(newline="", encoding="utf-8") as handle:
            rows = [
                {key: float(value) for key, value in row.items() if value not in ("", None)}
                for row in csv.DictReader(handle)
            ]
        if not all("epoch" in row for row in rows):
            raise ValueError("a row has no epoch")
    except (ValueError, TypeError, csv.Error) as error:
        raise InputError(
            f"the curve cannot be read ({error})", file=file, remedy="remove it and resume again"
        ) from None
    return rows


def _line(rows: Sequence[Mapping[str, float]]) -> str:
    """The latest epoch in a line."""
    row = rows[-1]
    best = min(rows, key=lambda row: row["cost"])
    return (
        f"epoch {row['epoch']:.0f}  cost {row['cost']:.4f}"
        f"  best {best['cost']:.4f} (epoch {best['epoch']:.0f})"
        f"  {row['updates']:,.0f} updates  {row['seconds']:.0f} s"
    )


def _board(folder: Path) -> Any:
    try:
        return importlib.import_module("torch.utils.tensorboard").SummaryWriter(str(folder))
    except ImportError:  # optional: the CSV holds the same figures
        return None


def _bar() -> tuple[Any, Any]:
    try:
        module = importlib.import_module("rich.progress")
    except ImportError:
        return None, 0
    bar = module.Progress(
        module.TextColumn("{task.description}"),
        module.BarColumn(),
        module.TaskProgressColumn(),
        module.TimeElapsedColumn(),
        module.TimeRemainingColumn(),
        console=importlib.import_module("rich.console").Console(stderr=True),
    )
    bar.start()
    return bar, bar.add_task("training", total=1.0)
