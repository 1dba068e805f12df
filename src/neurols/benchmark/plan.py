"""What a plan holds: the rows of a table and the records behind each, fit for a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row of the tables."""

    section: str
    label: str
    controllers: dict[str, str] = field(default_factory=dict)
    """Budget to the name in the records; a construction stands under no iterations, a peer under
    its seconds."""
    paper: str | None = None
    """The paper's row to set beside it."""
    reason: str | None = None
    """Why it does not run."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An experiment on a machine: what runs, what does not and why."""

    experiment: str
    title: str
    budgets: list[str]
    """A table each."""
    clock: str | None
    """Budget of the rows that run on time, in every table."""
    rows: list[PlannedRow]
    notes: dict[str, str] = field(default_factory=dict)
    """Budget to a remark under its table."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Plan:
        rows = [PlannedRow(**row) for row in form["rows"]]
        return cls(**{**form, "rows": rows})
