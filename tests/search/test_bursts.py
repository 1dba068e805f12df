"""Bursts in the core: networks that turn the dials of a search between two of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from neurols import _core
from tests.helpers import action, classic_shop, workspace

FEATURES = _core.BurstController.feature_names
OPERATORS, PERTURBATIONS = ("cei+tabu", "ct+tabu"), ("relink", "restart")
ANSWERS = _core.BurstController.answer_names(OPERATORS, PERTURBATIONS)
TENURE, SPREAD, PATIENCE = 6, 6, 300
NEVER, ALWAYS = 4, -8
SHOP = classic_shop(random.Random(5), 12, 12)


def rules(patience: int = PATIENCE) -> _core.ComposedController:
    """The classical search that answers of zero stand for."""
    return _core.ComposedController(
        _core.AcceptAlways(),
        _core.SelectFixed(action("cei+tabu")),
        _core.RelinkAfter(patience, action("relink"), 0),
    )


def bursts(
    space: _core.Workspace, weights: np.ndarray, hidden: int = 0, length: int = 50
) -> _core.BurstController:
    settings = _core.BurstSettings()
    settings.operators = [action(name) for name in OPERATORS]
    settings.perturbations = [action(name) for name in PERTURBATIONS]
    settings.patience, settings.length = PATIENCE, length
    networks = [
        _core.PerceptronWeights(len(FEATURES), 0, hidden, row.astype(np.float32).tolist())
        for row in weights
    ]
    return _core.BurstController(space, _core.AcceptAlways(), settings, networks)


def constant(**answers: float) -> np.ndarray:
    """Networks that answer the same whatever they see: by default what stands for the rules."""
    weights = np.zeros((len(ANSWERS), len(FEATURES)))
    weights[len(ANSWERS) - 2 :, FEATURES.index("one")] = NEVER
    for name, value in answers.items():
        weights[ANSWERS.index(name.replace("_", " ")), FEATURES.index("one")] = value
    return weights


def search(
    space: _core.Workspace, controller: _core.Controller, iterations: int = 6000
) -> _core.SearchResult:
    stop = _core.StopRules()
    stop.iterations = iterations
    job = _core.SearchJob(space, controller, _core.SearchSettings(), stop, 1, 0)
    return _core.run_batch([job], 1, None)[0]


def trajectory(result: _core.SearchResult) -> list[tuple[int, float]]:
    return [(iteration, cost) for iteration, _, cost in result.trace]


def burst_search(weights: np.ndarray, **options: int) -> _core.SearchResult:
    space = workspace(SHOP, tenure=TENURE, tenure_spread=SPREAD)
    return search(space, bursts(space, weights, **options))


def test_dials_at_zero_are_the_classical_search() -> None:
    space = workspace(SHOP, tenure=TENURE, tenure_spread=SPREAD)
    classical, asked = search(space, rules()), burst_search(constant())
    assert trajectory(classical) == trajectory(asked)
    assert [used.proposed for used in classical.perturbations] == [
        used.proposed for used in asked.perturbations
    ]


def test_patience_and_memory_turn_by_powers_of_two() -> None:
    # The tenure is the setting plus the jobs per machine, which is one here.
    space = workspace(SHOP, tenure=2 * (TENURE + 1) - 1, tenure_spread=2 * SPREAD)
    classical = search(space, rules(PATIENCE // 4))
    assert trajectory(classical) == trajectory(burst_search(constant(patience=-2, memory=1)))
    assert trajectory(classical) != trajectory(burst_search(constant(patience=-2)))


def test_reach_and_strength_change_where_phases_start() -> None:
    plain = trajectory(burst_search(constant()))
    assert trajectory(burst_search(constant(reach=-3))) != plain
    assert trajectory(burst_search(constant(strength=2))) != plain


def test_operators_and_perturbations_are_drawn_by_their_odds() -> None:
    operators, perturbations = (workspace(SHOP).operators, workspace(SHOP).perturbations)
    both = {"operator ct+tabu": ALWAYS, "perturbation restart": ALWAYS}
    plain, turned = burst_search(constant()), burst_search(constant(**both))
    for used, first, other in (
        ([plain.operators, turned.operators], *(operators.index(name) for name in OPERATORS)),
        ([plain.perturbations, turned.perturbations], *map(perturbations.index, PERTURBATIONS)),
    ):
        assert [counters[first].proposed > 0 for counters in used] == [True, False]
        assert [counters[other].proposed > 0 for counters in used] == [False, True]
    even = burst_search(constant(**{"operator ct+tabu": 0}), length=10).operators
    share = even[operators.index("ct+tabu")].proposed / 6000
    assert 0.4 < share < 0.6


def test_dials_go_back_when_a_search_begins() -> None:
    space = workspace(SHOP, tenure=TENURE, tenure_spread=SPREAD)
    fresh = trajectory(search(space, rules()))
    search(space, bursts(space, constant(memory=2, reach=-2)))
    assert trajectory(search(space, rules())) == fresh


@pytest.mark.parametrize("hidden", [0, 5])
def test_answers_agree_with_numpy(hidden: int) -> None:
    rng = np.random.default_rng(hidden)
    count = _core.PerceptronWeights.count(len(FEATURES), 0, hidden)
    weights = rng.normal(scale=0.2, size=(len(ANSWERS), count))
    space = workspace(SHOP)
    controller = bursts(space, weights, hidden)
    search(space, controller)
    seen = np.array(controller.features)
    linear, inner, bias, output = np.split(
        weights, np.cumsum([seen.size, seen.size * hidden, hidden]), axis=1
    )
    above = np.maximum(seen @ inner.reshape(len(ANSWERS), seen.size, hidden) + bias, 0)
    np.testing.assert_allclose(
        controller.answers, linear @ seen + (output * above).sum(axis=1), rtol=1e-4, atol=1e-5
    )


def test_answers_agree_with_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    weights = np.random.default_rng(1).normal(scale=0.2, size=(len(ANSWERS), len(FEATURES)))
    space = workspace(SHOP)
    controller = bursts(space, weights)
    search(space, controller)
    expected = torch.nn.functional.linear(
        torch.tensor(controller.features), torch.tensor(weights, dtype=torch.float32)
    )
    np.testing.assert_allclose(controller.answers, expected.numpy(), rtol=1e-4, atol=1e-5)


def test_what_is_seen_is_of_the_instance_and_of_the_budget() -> None:
    space = workspace(SHOP)
    controller = bursts(space, constant())
    result = search(space, controller)
    seen = dict(zip(FEATURES, controller.features, strict=True))
    assert seen["one"] == 1
    assert 0.4 < seen["progress"] <= 0.5
    assert seen["log size"] == pytest.approx(np.log(144 / 400) / 2)
    assert seen["log breadth"] == 0
    phases = sum(used.proposed for used in result.perturbations)
    assert seen["log phases"] == pytest.approx(np.log1p(phases) / 4 - 0.4, abs=0.05)
    assert seen["accepted"] == 0  # all, as usual


def test_networks_that_do_not_fit_are_refused() -> None:
    space = workspace(SHOP)
    with pytest.raises(ValueError, match="one network for each answer"):
        bursts(space, constant()[:-1])
    with pytest.raises(ValueError, match="not trained on these features"):
        settings = _core.BurstSettings()
        settings.operators, settings.perturbations = [action("cei")], [action("relink")]
        networks = [_core.PerceptronWeights(2, 0, 0, [0.0, 0.0])] * 4
        _core.BurstController(space, _core.AcceptAlways(), settings, networks)
    with pytest.raises(ValueError, match="need an operator and a perturbation"):
        _core.BurstController(space, _core.AcceptAlways(), _core.BurstSettings(), [])
