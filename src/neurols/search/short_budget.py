"""Settings for searches of few steps, and the studies that found them.

A problem's file ``short_budget.json`` holds a record of every study that ``neurols tune`` made at
the paper's number of steps, with all settings it found and what they brought on fresh instances.
Those marked as shipped are what a controller uses up to ``limit`` steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.search.settings import Common


@dataclass(frozen=True, slots=True)
class ShortBudget:
    """The short-budget preset of a problem."""

    file: Path
    limit: int
    """Most steps at which it is used."""

    @property
    def studies(self) -> tuple[dict[str, Any], ...]:
        """The records, in the order of the presets."""
        return _studies(self.file)

    def settings(
        self, name: str, base: Common, kind: str | None, iterations: int | None
    ) -> Common | None:
        """What was tuned for so few steps; None on the clock and where nothing better was found.

        Args:
            name: the controller's.
            base: its settings at any number of steps.
            kind: of a controller that has several, which were tuned one by one; None is the base's.
            iterations: of the search; None on the clock.
        """
        if iterations is None or iterations > self.limit:
            return None
        study = self._study(name, kind or getattr(base, "kind", None))
        return None if study is None or not study["shipped"] else _settings(study, type(base))

    def entry(self, name: str, base: Common) -> dict[str, Any] | None:
        """What ``neurols controllers`` tells of a controller; None where no study was made."""
        study = self._study(name, getattr(base, "kind", None))
        if study is None:
            return None
        return {
            "up_to_iterations": self.limit,
            "options": study["settings"] if study["shipped"] else None,
            "provenance": told(study),
        }

    def _study(self, name: str, kind: str | None) -> dict[str, Any] | None:
        controller = name if kind is None else f"{name}:kind={kind}"
        return next((study for study in self.studies if study["controller"] == controller), None)


@cache
def _studies(file: Path) -> tuple[dict[str, Any], ...]:
    import json

    return tuple(json.loads(file.read_text(encoding="utf-8")))


def told(study: Mapping[str, Any]) -> str:
    """How the settings of a study were found, in one line."""
    fresh, made = study["fresh_instances"], study["made_with"]
    kept = "" if study["shipped"] else "kept as they were: "
    return (
        f"{kept}the best of {study['trials']} trials at {study['budget']} on"
        f" {study['instances']} generated instances of {', '.join(study['sizes'])}"
        f" (seed {study['seed']}), {fresh['change_percent']:+.2f} % on {fresh['instances']} fresh"
        f" ones (p = {fresh['p_value']:.2g}); {made['date']}, commit {made['commit']}"
    )


def _settings(study: Mapping[str, Any], kind: type[Common]) -> Common:
    stored: dict[str, Any] = study["settings"]
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in stored.items()}
    return kind(**values)  # type: ignore[arg-type]  # each controller has fields of its own
