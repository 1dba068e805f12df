"""A batch from list to summary: plans in files, one line of results each, resumable."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from neurols.batch.item import Item
from neurols.batch.ledger import DONE, FAILED, FILE_NAME, Ledger, Line
from neurols.batch.task import SolveFile
from neurols.cluster import Executor, Outcome
from neurols.errors import InputError
from neurols.files.whole_file import make_folder, write_bytes

PLANS = "plans"
SUMMARY = "summary.csv"
_COLUMNS = (
    *("name", "source", "status", "problem", "size", "cost", "best_known", "gap_percent"),
    *("lower_bound", "resolved_controller", "iterations", "seconds", "cpu_seconds"),
    *("total_seconds", "seed", "stopped_by", "plan", "host", "attempts", "error"),
)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a batch brought."""

    lines: tuple[Line, ...]
    """In the order of the items; those that an interruption left undone are missing."""
    planned: int
    found: int
    """Of these, results that were there before."""
    interrupted: bool = False

    @property
    def failed(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line["status"] == FAILED)


def files_of(output: Path) -> tuple[Path, ...]:
    """The files that a batch writes into its folder, but for the plans."""
    return (output / FILE_NAME, output / SUMMARY)


def batch(
    items: list[Item],
    home: Executor,
    output: Path,
    on_line: Callable[[Line, bool], None] = lambda line, found: None,
) -> Summary:
    """Solve the items and write their plans, results and a summary.

    What an earlier batch in the same folder has solved, with the same content and settings, is not
    solved again; what failed then is tried again. A fault of one item does not end the batch.

    Args:
        items: what to solve.
        home: where.
        output: folder for ``plans/``, ``results.jsonl`` and ``summary.csv``.
        on_line: told every line of results, and whether it was there before.

    Raises:
        InputError: the folder cannot be used, or is full.
    """
    ledger = Ledger(output)
    found: set[str] = set()
    interrupted = False
    try:
        try:
            for outcome in home.run(_jobs(items, ledger, output, found, on_line)):
                line = _keep(outcome, output)
                ledger.add(line)
                on_line(line, False)
        except KeyboardInterrupt:
            interrupted = True
        names = {item.name for item in items}
        lines = {name: line for name, line in ledger.lines.items() if name in names}
        if interrupted:
            lines = {k: v for k, v in lines.items() if v["status"] == DONE}
        ordered = tuple(lines[item.name] for item in items if item.name in lines)
        _write_summary(output / SUMMARY, ordered)
    finally:
        ledger.close()
    return Summary(ordered, len(items), len(found), interrupted)


def _jobs(
    items: list[Item],
    ledger: Ledger,
    output: Path,
    found: set[str],
    on_line: Callable[[Line, bool], None],
) -> Iterator[SolveFile]:
    """The work that is left. What cannot be read fails here and is told like any other fault."""
    for item in items:
        try:
            content = item.content()
        except InputError as error:
            line = _failure(item, "", error, "", 1)
            ledger.add(line)
            on_line(line, False)
            continue
        key = item.key(content)
        before = ledger.lines.get(item.name)
        if before is not None and _is_done(before, key, output):
            found.add(item.name)
            on_line(before, True)
            continue
        yield SolveFile(item, key, *content)


def _is_done(line: Line, key: str, output: Path) -> bool:
    same = line["status"] == DONE and line["key"] == key
    return same and (output / str(line["plan"])).is_file()


def _keep(outcome: Outcome, output: Path) -> Line:
    """The line of an outcome, its plan written."""
    job: SolveFile = outcome.job
    item = job.item
    if outcome.error is not None:
        return _failure(item, job.key, outcome.error, outcome.host, outcome.attempts)
    record, suffix, plan = outcome.value
    path = output / PLANS / f"{item.name}{suffix}"
    make_folder(path.parent)
    write_bytes(path, plan)
    return {
        **{"name": item.name, "key": job.key, "status": DONE, "source": item.source},
        **record,
        **{"plan": f"{PLANS}/{path.name}", "host": outcome.host, "attempts": outcome.attempts},
    }


def _failure(item: Item, key: str, error: Exception, host: str, attempts: int) -> Line:
    # A message of our own is whole; of others' the kind helps.
    text = str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"
    return {
        **{"name": item.name, "key": key, "status": FAILED, "source": item.source},
        **{"error": " ".join(text.split()), "host": host, "attempts": attempts},
    }


def _write_summary(path: Path, lines: tuple[Line, ...]) -> None:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(_COLUMNS)
    for line in lines:
        table.writerow([_cell(line.get(column)) for column in _COLUMNS])
    write_bytes(path, text.getvalue().encode("utf-8", "backslashreplace"))


def _cell(value: Any) -> Any:
    """A cell that no spreadsheet program takes for a formula."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{value}"
    return "" if value is None else value
