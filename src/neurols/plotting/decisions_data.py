"""What the picture of the decisions shows, as arrays. The drawing is done elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.plotting import style

if TYPE_CHECKING:
    from neurols.search.decisions import Decisions
    from neurols.search.result import Result

ACCEPTED, REJECTED, UNDECIDED = style.FEW[0], style.FEW[1], style.MUTED
_COLUMNS = 600  # of the values: more than a picture shows


class Strip(NamedTuple):
    """The decisions as a picture: a row for each operator and perturbation that was used."""

    names: list[str]
    perturbations: int
    """How many of the names, the last ones, are perturbations."""
    share: NDArray[np.float64]
    """[rows, bins] share of a bin's steps."""
    accepted: NDArray[np.float64]
    """[rows, bins] share that was accepted of what was decided."""
    undecided: NDArray[np.bool_]
    """[rows, bins] where steps were made and nothing was decided: of the last one, and of those
    whose operator had no candidate left."""


class PolicyValues(NamedTuple):
    """Values that a policy gave its actions over a run."""

    names: list[str]
    iterations: NDArray[np.float64]
    advantages: NDArray[np.float64]
    """[actions, columns] value, or logit where the policy draws, less the mean of all actions."""
    value: NDArray[np.float64]
    """[columns] the highest of them, not less the mean."""

    @property
    def bound(self) -> float:
        """The largest advantage either way, 1 where there is none."""
        return float(np.abs(self.advantages).max()) or 1.0


def traced(result: Result) -> Decisions:
    """The trace of a result."""
    if result.decisions is None:
        raise InputError(
            "the decisions of this search were not traced",
            remedy="use solve(..., trace_decisions=True) with at least one step",
        )
    return result.decisions


def strip(decisions: Decisions) -> Strip:
    """The rows of the picture."""
    used = np.flatnonzero(decisions.proposed.sum(axis=0))
    proposed = decisions.proposed[:, used].T.astype(float)
    decided = decisions.decided[:, used].T
    steps = np.maximum(proposed.sum(axis=0), 1)
    return Strip(
        [decisions.names[index] for index in used],
        int((used >= decisions.operators).sum()),
        proposed / steps,
        decisions.accepted[:, used].T / np.maximum(decided, 1),
        (proposed > 0) & (decided == 0),
    )


def policy_values(result: Result) -> PolicyValues | None:
    """Values over the run, averaged over neighbouring steps where there are too many."""
    decisions = traced(result)
    if not len(decisions.asked_at):
        return None
    chunks = np.array_split(np.arange(len(decisions.asked_at)), _COLUMNS)
    chunks = [chunk for chunk in chunks if len(chunk)]
    values = decisions.values.astype(float)
    advantages = values - values.mean(axis=1, keepdims=True)
    return PolicyValues(
        list(decisions.actions),
        np.array([decisions.asked_at[chunk[0]] for chunk in chunks], float),
        np.stack([advantages[chunk].mean(axis=0) for chunk in chunks], axis=1),
        np.array([values[chunk].max(axis=1).mean() for chunk in chunks]),
    )


def colours(rows: Strip) -> NDArray[np.float64]:
    """[rows, bins, 3]: rejected to accepted, or undecided, and the paler the rarer."""
    low, high, neither, paper = map(_rgb, (REJECTED, ACCEPTED, UNDECIDED, style.PAPER))
    hue = low + rows.accepted[..., None] * (high - low)
    hue = np.where(rows.undecided[..., None], neither, hue)
    # A perturbation now and then must still be seen.
    strength = np.where(rows.share > 0, np.maximum(np.sqrt(rows.share), 0.4), 0)[..., None]
    mixed: NDArray[np.float64] = paper + strength * (hue - paper)
    return mixed


def _rgb(colour: str) -> NDArray[np.float64]:
    return np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
