"""A quadratic response surface of the settings of a search, and the step to its least point.

The outcome is taken to be quadratic in how far the settings were moved, with slopes that depend on
what the instance is like. Its least point is then linear in that, and so is the rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

_NOISE, _SLOPE, _CURVATURE = 0.8, 0.3, 0.2
"""Expected before any search is made: the deviation of an outcome in percent, and how far slopes
and curvatures may lie from zero. They keep what was hardly seen from being believed."""
_FLATTEST = 0.1
"""Percent per squared move: flatter, and the least point of a setting would lie far off."""
_OUTLIER = 4.0
"""Percent from an instance's median beyond which an outcome tells no more."""


def fit_step(features: Vector, moves: Vector, outcomes: Vector) -> Vector:
    """The change of a rule's weights that leads to the least point: settings x features.

    Args:
        features: of each instance: instances x features.
        moves: from the rule's answer, in powers of two: instances x searches x settings.
        outcomes: what each search reached, in percent and lower is better: instances x searches.
    """
    settings = moves.shape[2]
    row, column = np.triu_indices(settings)
    by_feature = moves[..., :, None] * features[:, None, None, :]
    terms = np.concatenate(
        [by_feature.reshape(*moves.shape[:2], -1), moves[..., row] * moves[..., column]], axis=2
    )
    terms -= terms.mean(axis=1, keepdims=True)
    changes = outcomes - np.median(outcomes, axis=1, keepdims=True)
    changes = np.clip(changes, -_OUTLIER, _OUTLIER)
    changes -= changes.mean(axis=1, keepdims=True)
    # Where all searches end alike, usually at the optimum, nothing is told about the settings.
    told = np.ptp(outcomes, axis=1) > 0
    terms, changes = terms[told].reshape(-1, terms.shape[2]), changes[told].ravel()
    slopes = settings * features.shape[1]
    doubt = np.repeat([_NOISE / _SLOPE, _NOISE / _CURVATURE], [slopes, row.size]) ** 2
    found = np.linalg.solve(terms.T @ terms + np.diag(doubt), terms.T @ changes)
    curvature = np.zeros((settings, settings))
    curvature[row, column] = found[slopes:] / 2
    bends, axes = np.linalg.eigh(curvature + curvature.T)
    inverse = axes @ np.diag(1 / np.maximum(bends, _FLATTEST)) @ axes.T
    return np.asarray(-0.5 * inverse @ found[:slopes].reshape(settings, -1))
