"""The step of a training that fits a quadratic response surface to the outcomes of random policies.

Searches of a second take too long for hundreds of generations, and features that go together bend
the surface so much that its slope alone leads astray. So all policies of a survey are fitted at
once by a quadratic surface, with an effect of its own for every instance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

_NOISE, _SLOPE, _CURVATURE = 0.45, 0.1, 0.03
"""Expected before any search is made: the deviation of an outcome in percent, and how far slopes
and curvatures may lie from zero. They keep what was hardly seen from being believed."""


def step_to_least(moves: Vector, outcomes: Vector, radius: float) -> Vector:
    """Where the fitted surface is least within a radius of the centre.

    Args:
        moves: where each policy lay, seen from the centre: instances x policies x weights.
        outcomes: what it reached, in percent and lower is better: instances x policies.
        radius: how far from the centre the surface is trusted.
    """
    slope, curvature = fit(moves, outcomes)
    bends, axes = np.linalg.eigh(curvature)
    along = axes.T @ slope

    def step(damping: float) -> Vector:
        return np.asarray(-axes @ (along / (2 * (bends + damping))))

    low = max(0.0, -float(bends[0])) + 1e-9  # below this the surface has no least point
    if np.linalg.norm(step(low)) <= radius:
        return step(low)
    high = low + float(np.linalg.norm(slope)) / radius + 1.0
    for _ in range(100):
        damping = 0.5 * (low + high)
        if np.linalg.norm(step(damping)) > radius:
            low = damping
        else:
            high = damping
    return step(high)


def fit(moves: Vector, outcomes: Vector) -> tuple[Vector, Vector]:
    """Slope and curvature at the centre: outcome = slope · move + move · curvature · move."""
    size = moves.shape[2]
    row, column = np.triu_indices(size)
    terms = np.concatenate([moves, moves[..., row] * moves[..., column]], axis=2)
    terms = (terms - terms.mean(axis=1, keepdims=True)).reshape(-1, terms.shape[2])
    changes = (outcomes - outcomes.mean(axis=1, keepdims=True)).ravel()
    doubt = np.repeat([_NOISE / _SLOPE, _NOISE / _CURVATURE], [size, row.size]) ** 2
    found = np.linalg.solve(terms.T @ terms + np.diag(doubt), terms.T @ changes)
    curvature = np.zeros((size, size))
    curvature[row, column] = found[size:] / 2
    return found[:size], curvature + curvature.T
