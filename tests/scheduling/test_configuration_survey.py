"""Surveys of settings: the fit finds what was put in, and a run learns, resumes and tells."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from neurols.errors import InputError
from neurols.scheduling.configuration import FEATURES, USUAL, ConfigurationRule
from neurols.scheduling.configuration_survey import (
    ConfigurationSurvey,
    drawn_shop,
    train_configuration,
)
from neurols.train.configuration_fit import fit_step

TINY = ConfigurationSurvey(
    families=("flow", "flow-wide"),
    operations=(60, 150),
    iterations=(300, 1_500),
    rounds=2,
    shops=2,
    draws=4,
    validation=1,
)


def survey(noise: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Outcomes that are least where settings are moved by a known rule."""
    rng = np.random.default_rng(3)
    features = np.column_stack([np.ones(200), rng.standard_normal((200, 2))])
    best = np.array([[1.0, 0.5, 0.0], [-1.0, 0.0, 0.8]])
    moves = rng.standard_normal((200, 8, 2))
    off = moves - (features @ best.T)[:, None, :]
    outcomes = 700 + 0.3 * (off**2).sum(axis=2) + noise * rng.standard_normal(off.shape[:2])
    return features, moves, outcomes, best


def test_the_fit_finds_the_least_point() -> None:
    features, moves, outcomes, best = survey(noise=0.3)
    np.testing.assert_allclose(fit_step(features, moves, outcomes), best, atol=0.15)


def test_instances_that_tell_nothing_have_no_say() -> None:
    features, moves, outcomes, _ = survey(noise=0.3)
    alone = fit_step(features, moves, outcomes)
    level = np.full_like(outcomes, 650.0)
    both = fit_step(
        np.concatenate([features, features]),
        np.concatenate([moves, moves]),
        np.concatenate([outcomes, level]),
    )
    np.testing.assert_allclose(both, alone)
    np.testing.assert_array_equal(fit_step(features, moves, level), 0)


def test_a_flat_surface_moves_the_rule_little() -> None:
    features, moves, outcomes, _ = survey(noise=0.3)
    noise = outcomes.mean() + 0.3 * np.random.default_rng(5).standard_normal(outcomes.shape)
    assert np.abs(fit_step(features, moves, noise)).max() < 0.5


def test_a_stopped_run_resumes_to_the_same_rule(tmp_path: Path) -> None:
    whole = train_configuration(TINY, tmp_path / "whole")

    class Killed(Exception):
        pass

    def kill(generation: int, _figures: dict[str, float]) -> None:
        if generation == 3:
            raise Killed

    with pytest.raises(Killed):
        train_configuration(TINY, tmp_path / "parts", on_generation=kill)
    resumed = train_configuration(TINY, tmp_path / "parts", resume=True)
    trained = ConfigurationRule.load(whole)
    np.testing.assert_array_equal(ConfigurationRule.load(resumed).weights, trained.weights)
    assert trained.weights.shape == (len(USUAL), len(FEATURES))
    assert np.abs(trained.weights).max() > 0
    with pytest.raises(InputError, match="other settings"):
        train_configuration(replace(TINY, draws=5), tmp_path / "parts", resume=True)


def test_threads_do_not_change_the_rule(tmp_path: Path) -> None:
    one, two = (
        ConfigurationRule.load(
            train_configuration(replace(TINY, threads=threads), tmp_path / str(threads))
        )
        for threads in (1, 2)
    )
    np.testing.assert_array_equal(one.weights, two.weights)


def test_shops_have_the_size_that_was_asked_for() -> None:
    sizes = [drawn_shop(ConfigurationSurvey(), "wide", seed).operations for seed in range(40)]
    assert 80 < min(sizes) < 250
    assert 600 < max(sizes) < 1_300
