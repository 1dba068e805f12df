"""Traces of decisions: what a search accepted, rejected and applied over its steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from neurols import _core
    from neurols.menu import Menu

BINS = 600
"""Bins of a trace: about the columns of a picture. Short searches are kept step by step."""
LATEST = 100
"""Values of a policy that are told while a search runs: those of its last decisions."""


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """Decisions over time, in bins of equally many steps.

    Attributes:
        names: operators, then perturbations.
        operators: how many of the names are operators.
        width: steps in a bin; 1 where the search was short.
        proposed: candidates by bin and name.
        decided: those of them that were accepted or rejected. The last one was neither, and a step
            whose operator had none left is proposed only.
        accepted: those of them that were accepted.
        current: current cost at the end of each bin.
        best: best cost at the end of each bin.
        asked_at: of a learned policy, the iterations at which it was asked.
        values: of a learned policy, its values of the actions, one row each time it was asked.
        actions: of a learned policy, the names of its actions.
    """

    names: tuple[str, ...]
    operators: int
    width: int
    proposed: NDArray[np.int64]
    decided: NDArray[np.int64]
    accepted: NDArray[np.int64]
    current: NDArray[np.float64]
    best: NDArray[np.float64]
    asked_at: NDArray[np.int64]
    values: NDArray[np.float32]
    actions: tuple[str, ...] = ()


def decisions_of(
    found: _core.SearchResult, controller: Any, menu: Menu, latest: int | None = None
) -> Decisions | None:
    """The trace of a search, with what its policy thought; None where none was kept.

    Args:
        found: what the search has brought.
        controller: its controller.
        menu: its operators and perturbations.
        latest: of a policy, so many of its last values alone; None for all.
    """
    trace = found.decisions
    if not trace.used:
        return None
    import numpy as np

    used, shape = trace.used, (-1, trace.actions)
    # Policies stand above the search: their values are asked for by name.
    policy = getattr(controller, "choose", None)
    values = getattr(policy, "q_values", None) or []
    asked = list(getattr(controller, "asked_at", ()))[: len(values)]
    if latest is not None:
        first = max(0, len(values) - latest)
        values, asked = values[first:], asked[first:]
    return Decisions(
        names=(*menu.operators, *menu.perturbations),
        operators=len(menu.operators),
        width=trace.width,
        proposed=np.array(trace.proposed, np.int64).reshape(shape)[:used],
        decided=np.array(trace.decided, np.int64).reshape(shape)[:used],
        accepted=np.array(trace.accepted, np.int64).reshape(shape)[:used],
        current=np.array(trace.current)[:used],
        best=np.array(trace.best)[:used],
        asked_at=np.array(asked, np.int64),
        values=np.array(values, np.float32) if values else np.zeros((0, 0), np.float32),
        actions=tuple(getattr(policy, "names", ())),
    )
