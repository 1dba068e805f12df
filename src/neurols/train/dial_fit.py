"""Where the dials of a search should stand, fitted to the outcomes of many that stood elsewhere.

The outcome is taken to be quadratic in how far the dials were moved, with slopes that depend on
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
"""Percent per squared turn: no dial is taken for flatter, or its least point would lie far off."""
_OUTLIER = 4.0
"""Percent from an instance's median beyond which an outcome tells no more."""


def fit_step(features: Vector, moves: Vector, outcomes: Vector) -> Vector:
    """The change of a rule's weights that leads to the least point: dials x features.

    Args:
        features: of each instance: instances x features.
        moves: how far its dials lay from the rule's answer, in turns: instances x searches x dials.
        outcomes: what each search reached, in percent and lower is better: instances x searches.
    """
    dials = moves.shape[2]
    row, column = np.triu_indices(dials)
    by_feature = moves[..., :, None] * features[:, None, None, :]
    terms = np.concatenate(
        [by_feature.reshape(*moves.shape[:2], -1), moves[..., row] * moves[..., column]], axis=2
    )
    terms -= terms.mean(axis=1, keepdims=True)
    changes = outcomes - np.median(outcomes, axis=1, keepdims=True)
    changes = np.clip(changes, -_OUTLIER, _OUTLIER)
    changes -= changes.mean(axis=1, keepdims=True)
    # Where all searches end alike, usually at the optimum, nothing is to be seen of the dials.
    told = np.ptp(outcomes, axis=1) > 0
    terms, changes = terms[told].reshape(-1, terms.shape[2]), changes[told].ravel()
    slopes = dials * features.shape[1]
    doubt = np.repeat([_NOISE / _SLOPE, _NOISE / _CURVATURE], [slopes, row.size]) ** 2
    found = np.linalg.solve(terms.T @ terms + np.diag(doubt), terms.T @ changes)
    curvature = np.zeros((dials, dials))
    curvature[row, column] = found[slopes:] / 2
    bends, axes = np.linalg.eigh(curvature + curvature.T)
    inverse = axes @ np.diag(1 / np.maximum(bends, _FLATTEST)) @ axes.T
    return np.asarray(-0.5 * inverse @ found[:slopes].reshape(dials, -1))
