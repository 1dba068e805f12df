"""Surfaces fitted to outcomes: slope, curvature and the least point, against known ones."""

import numpy as np
import pytest

from neurols.train.response_surface import fit, step_to_least

RNG = np.random.default_rng(3)
SLOPE = np.array([0.3, -0.2, 0.0])
CURVATURE = np.array([[0.05, 0.02, 0.0], [0.02, 0.04, 0.0], [0.0, 0.0, 0.06]])
MOVES = RNG.standard_normal((400, 6, 3))
INSTANCES = 50 * RNG.standard_normal((400, 1))
"""Instances differ far more than policies do."""


def outcomes(curvature: np.ndarray = CURVATURE, noise: float = 0.0) -> np.ndarray:
    surface = MOVES @ SLOPE + np.einsum("ijk,kl,ijl->ij", MOVES, curvature, MOVES)
    return np.asarray(surface + INSTANCES + noise * RNG.standard_normal(surface.shape))


def test_slope_and_curvature_are_found_beneath_the_instances() -> None:
    slope, curvature = fit(MOVES, outcomes(noise=0.4))
    np.testing.assert_allclose(slope, SLOPE, atol=0.05)
    np.testing.assert_allclose(curvature, CURVATURE, atol=0.03)


def test_the_least_point_within_reach() -> None:
    least = -np.linalg.solve(2 * CURVATURE, SLOPE)
    np.testing.assert_allclose(step_to_least(MOVES, outcomes(), 20.0), least, rtol=0.15, atol=0.1)


@pytest.mark.parametrize("curvature", [CURVATURE, -CURVATURE, 0 * CURVATURE])
def test_a_step_ends_at_the_radius_where_the_least_point_is_farther(curvature: np.ndarray) -> None:
    step = step_to_least(MOVES, outcomes(curvature), 1.0)
    assert np.linalg.norm(step) == pytest.approx(1.0)

    def height(at: np.ndarray) -> float:
        return float(SLOPE @ at + at @ curvature @ at)

    others = RNG.standard_normal((200, 3))
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    assert height(step) <= min(map(height, others)) + 0.02
