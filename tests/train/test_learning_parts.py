"""Returns, targets, loss, priorities and exploration against values computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from neurols.errors import InputError  # noqa: E402
from neurols.train.config import DQNConfig  # noqa: E402
from neurols.train.exploration import epsilon_at, explore, spread_epsilons  # noqa: E402
from neurols.train.quantiles import double_q_targets, quantile_huber  # noqa: E402
from neurols.train.replay import importance_weights, priorities_to_probabilities  # noqa: E402
from neurols.train.returns import n_step_returns  # noqa: E402
from neurols.train.shared import learning_rate_at  # noqa: E402


def test_n_step_returns_stop_at_the_end_of_an_episode() -> None:
    rewards = torch.tensor([[1.0, 2.0, 4.0]]).expand(4, 3)
    dones = torch.tensor([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]])
    returns, discount = n_step_returns(rewards, dones, 0.5)
    assert returns.tolist() == [3.0, 3.0, 2.0, 1.0]  # 1 + 2/2 + 4/4, the same, 1 + 2/2, 1
    assert discount.tolist() == [0.125, 0.0, 0.0, 0.0]


def test_the_online_network_chooses_and_the_target_network_values() -> None:
    online = torch.tensor([[1.0, 3.0], [5.0, 2.0]])
    target = torch.tensor([[[10.0, 20.0], [30.0, 40.0]], [[1.0, 2.0], [3.0, 4.0]]])
    found = double_q_targets(torch.tensor([1.0, 2.0]), torch.tensor([0.5, 0.0]), online, target)
    assert found.tolist() == [[11.0, 21.0], [2.0, 2.0]]  # action 1 valued 20, 40; the end


def test_quantile_huber_loss_by_hand() -> None:
    predicted = torch.tensor([[0.0, 2.0]])
    targets = torch.tensor([[0.5, 4.0]])
    fractions = torch.tensor([[0.25, 0.75]])
    # δ = 0.5, 4 and −1.5, 2; Huber 0.125, 3.5 and 1, 1.5; tilt ¼, ¼ and ¼, ¾
    expected = (0.25 * 0.125 + 0.25 * 3.5) / 2 + (0.25 * 1.0 + 0.75 * 1.5) / 2
    loss, error = quantile_huber(predicted, targets, fractions)
    assert loss.tolist() == [pytest.approx(expected)]
    assert error.tolist() == [pytest.approx((0.5 + 4 + 1.5 + 2) / 4)]
    halved, _ = quantile_huber(predicted, targets, fractions, kappa=2.0)
    # κ = 2: Huber 0.125, 6 and 1.125, 2, over κ
    by_hand = (0.25 * 0.125 + 0.25 * 6) / 4 + (0.25 * 1.125 + 0.75 * 2) / 4
    assert halved.tolist() == [pytest.approx(by_hand)]


def test_the_loss_is_least_at_the_quantiles() -> None:
    samples = torch.linspace(0, 1, 1001).unsqueeze(0)
    losses = [
        quantile_huber(torch.tensor([[q]]), samples, torch.tensor([[0.8]]), 1e-3)[0].item()
        for q in (0.7, 0.8, 0.9)
    ]
    assert losses[1] == min(losses)


def test_probabilities_are_proportional_to_priority_to_the_alpha() -> None:
    found = priorities_to_probabilities(torch.tensor([1.0, 4.0, 0.0, 9.0]), 0.5)
    assert found.tolist() == pytest.approx([1 / 6, 2 / 6, 0, 3 / 6])
    uniform = priorities_to_probabilities(torch.tensor([1.0, 4.0, 0.0, 9.0]), 0.0)
    assert uniform.tolist() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])


def test_importance_weights_by_hand() -> None:
    probabilities = torch.tensor([0.1, 0.4, 0.1])
    assert importance_weights(probabilities, 0.5).tolist() == pytest.approx([1.0, 0.5, 1.0])
    assert importance_weights(probabilities, 1.0).tolist() == pytest.approx([1.0, 0.25, 1.0])


def test_epsilon_falls_linearly_and_stays() -> None:
    values = [epsilon_at(p, 0.95, 0.05, 0.7) for p in (0.0, 0.35, 0.7, 1.0)]
    assert values == pytest.approx([0.95, 0.5, 0.05, 0.05])


def test_epsilon_spread_is_that_of_ape_x() -> None:
    assert spread_epsilons(0.4, 3, 0.0).tolist() == pytest.approx([0.4, 0.4, 0.4])
    assert spread_epsilons(0.4, 3, 7.0).tolist() == pytest.approx([0.4, 0.4**4.5, 0.4**8])
    assert spread_epsilons(0.4, 1, 7.0).tolist() == pytest.approx([0.4])


def test_exploration_acts_at_random_as_often_as_epsilon_says() -> None:
    rng = np.random.default_rng(0)
    greedy = np.zeros(40_000, np.int64)
    epsilons = np.repeat([0.0, 0.3], 20_000)
    actions = explore(greedy, epsilons, 4, rng)
    assert (actions[:20_000] == 0).all()
    share = np.bincount(actions[20_000:], minlength=4) / 20_000
    assert share == pytest.approx([0.775, 0.075, 0.075, 0.075], abs=0.01)


def test_learning_rate_schedules_meet_their_ends() -> None:
    for schedule, half in (("linear", 0.55), ("cosine", 0.55), ("constant", 1.0)):
        config = DQNConfig(learning_rate=1.0, learning_rate_end=0.1, schedule=schedule)
        assert learning_rate_at(0.0, config) == 1.0
        assert learning_rate_at(0.5, config) == pytest.approx(half)
        assert math.isclose(learning_rate_at(1.0, config), 1.0 if schedule == "constant" else 0.1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"target_rate": 0.01}, "either target_update .* or target_rate"),
        ({"device": "cpu", "precision": "bf16"}, "bf16 is for CUDA"),
        ({"replay_capacity": 100}, "replay_capacity is 100, too small for warmup"),
        ({"schedule": "steps"}, "schedule is 'steps'; it must be constant or linear or cosine"),
        ({"gamma": 1.5}, "gamma must lie between 0 and 1"),
        ({"colour": 1}, "unknown training settings colour"),
    ],
)
def test_inconsistent_settings_are_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        DQNConfig.preset("default", **changes)


def test_the_paper_preset_is_as_published() -> None:
    paper = DQNConfig.preset("paper")
    assert (paper.epochs, paper.epoch_transitions, paper.batch) == (80, 19200, 128)
    assert (paper.n_step, paper.gamma, paper.learning_rate) == (3, 0.99, 5e-4)
    assert (paper.replay_capacity, paper.alpha, paper.beta, paper.beta_end) == (
        32000,
        0.6,
        0.4,
        0.4,
    )
    assert (paper.epsilon_start, paper.epsilon_end, paper.epsilon_fraction) == (0.95, 0.05, 0.7)
    assert (paper.quantiles, paper.target_quantiles, paper.target_update) == (8, 8, 500)
    assert paper.batch / paper.replay_ratio == 32  # decisions an update: the paper does not say
