"""Settings for searches of few steps, and the studies that found them.

``few_steps.json`` holds a record of every study that ``neurols tune`` made at the paper's number
of steps, with all settings it found and what they brought on fresh instances; those that passed
are what a controller uses where there are few steps. ``neurols.tune.shipping`` writes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.search.settings import Common

FILE = Path(__file__).with_suffix(".json")
LIMITS: Mapping[str, int] = {"jobshop": 200, "cvrp": 200}
"""Up to so many steps; tuned at 100 and 200. On 128 generated shops all settings but those of
``tabu`` (+0.02 %) and ``bandit:kind=ucb`` (+0.08 %) still won at 200 steps, and at 1,000 ``tabu``
and the bandits lost 0.3 to 0.8 %."""


@cache
def studies() -> tuple[dict[str, Any], ...]:
    """The records, job shops first, in the order of the presets."""
    import json

    return tuple(json.loads(FILE.read_text(encoding="utf-8")))


def settings_for(
    problem: str, name: str, base: Common, kind: str | None, iterations: int | None
) -> Common | None:
    """What was tuned for so few steps; None on the clock and where nothing better was found.

    Args:
        problem: its name.
        name: the controller's.
        base: its settings at any number of steps.
        kind: of a controller that has several, which were tuned one by one; None is the base's.
        iterations: of the search; None on the clock.
    """
    if iterations is None or iterations > LIMITS.get(problem, -1):
        return None
    study = _study(problem, name, kind or getattr(base, "kind", None))
    return None if study is None or not study["shipped"] else _settings(study, type(base))


def entry(problem: str, name: str, base: Common) -> dict[str, Any] | None:
    """What ``neurols controllers`` tells of a controller; None where no study was made."""
    study = _study(problem, name, getattr(base, "kind", None))
    if study is None:
        return None
    return {
        "up_to_iterations": LIMITS[problem],
        "options": study["settings"] if study["shipped"] else None,
        "provenance": told(study),
    }


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


def _study(problem: str, name: str, kind: str | None) -> dict[str, Any] | None:
    controller = name if kind is None else f"{name}:kind={kind}"
    for study in studies():
        if (study["problem"], study["controller"]) == (problem, controller):
            return study
    return None


def _settings(study: Mapping[str, Any], kind: type[Common]) -> Common:
    stored: dict[str, Any] = study["settings"]
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in stored.items()}
    return kind(**values)  # type: ignore[arg-type]  # each controller has fields of its own
