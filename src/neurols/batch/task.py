"""The work on one item, as a job for any executor."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from neurols.batch.item import Item
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.search.result import Result


@dataclass(frozen=True, slots=True)
class Solved:
    """What came of one item."""

    name: str
    result: Result | None = None
    """None where it failed."""
    error: Exception | None = None
    host: str = ""
    """The machine that solved it, where it was another one."""
    attempts: int = 1


@dataclass(frozen=True, slots=True)
class SolveFile:
    """A job: solve the instance of a file, whose content travels with the job, and write the plan.

    Returns the record of the result and the plan's file as (suffix, bytes).
    """

    item: Item
    key: str
    instance: bytes | None
    initial: bytes | None

    def __call__(self) -> tuple[dict[str, Any], str, bytes]:
        began = time.perf_counter()
        folder = Path(tempfile.mkdtemp(prefix="neurols-"))
        try:
            return self._solve(folder, began)
        except InputError as error:
            # The user's path, not that of the copy.
            names = {self._copy(folder): self.item.source, self._start(folder): self.item.initial}
            file = names.get(Path(error.file or ""), error.file)
            raise InputError(error.cause, file=file, line=error.line, remedy=error.remedy) from None
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _solve(self, folder: Path, began: float) -> tuple[dict[str, Any], str, bytes]:
        from neurols.registry import load, problem_of, read
        from neurols.search.solve import solve

        settings = self.item.settings.given()
        format = settings.pop("format", None)
        if self.instance is None:
            instance = load(self.item.source, self.item.data)
        else:
            path = self._copy(folder)
            path.write_bytes(self.instance)
            instance = read(path, format)
        if self.initial is not None:
            settings["initial"] = self._start(folder)
            settings["initial"].write_bytes(self.initial)
        result = solve(instance, **settings)
        if result.stopped_by == "interrupted":
            raise KeyboardInterrupt
        suffix = problem_of(instance).solution_suffixes[0]
        plan = folder / f"plan{suffix}"
        result.write(plan)
        record = result.to_json()
        del record["solution"]
        record["cpu_seconds"] = round(result.cpu_seconds, 6)
        record["total_seconds"] = round(time.perf_counter() - began, 6)
        return record, suffix, plan.read_bytes()

    def _copy(self, folder: Path) -> Path:
        return folder / os.path.basename(self.item.source)

    def _start(self, folder: Path) -> Path:
        return folder / f"initial-{os.path.basename(self.item.initial or '')}"


@dataclass(frozen=True, slots=True)
class SolveInstance:
    """A job: solve an instance that is an object. Returns the result."""

    index: int
    instance: Any
    settings: dict[str, Any]

    def __call__(self) -> Result:
        from neurols.search.solve import solve

        result = solve(self.instance, **self.settings)
        if result.stopped_by == "interrupted":
            raise KeyboardInterrupt
        return result
