"""The replay: which transitions it offers, how often, and with which successor."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from neurols.policy.network import GraphBatch  # noqa: E402
from neurols.train.replay import Replay, Sample  # noqa: E402

from ..policy.samples import make_observation, make_spec  # noqa: E402

COUNT = 2
SPEC = make_spec(nodes=6, groups=2)


def make_replay(rows: int, n_step: int = 2, alpha: float = 1.0) -> Replay:
    return Replay(
        SPEC,
        COUNT,
        rows * COUNT,
        n_step=n_step,
        gamma=0.5,
        alpha=alpha,
        device=torch.device("cpu"),
    )


def fill(replay: Replay, steps: range, ends: tuple[int, ...] = ()) -> None:
    """Step t shows scalar t + search/10, takes action t, earns t."""
    for t in steps:
        observation = make_observation(SPEC, COUNT)
        observation["scalars"][:] = (t + np.arange(COUNT) / 10)[:, None]
        batch = GraphBatch(**{k: torch.from_numpy(v) for k, v in observation.items()})
        replay.begin(batch, torch.full((COUNT,), t))
        replay.finish(torch.full((COUNT,), float(t)), torch.full((COUNT,), t in ends))


def draw(replay: Replay, batch: int = 256) -> Sample:
    return replay.sample(batch, 0.5, torch.Generator().manual_seed(0))


def test_a_transition_is_offered_once_its_successor_is_known() -> None:
    replay = make_replay(10)
    fill(replay, range(2))
    assert replay.ready == 0
    fill(replay, range(2, 5))
    assert replay.ready == 3 * COUNT
    assert set(draw(replay).action.tolist()) == {0, 1, 2}


def test_returns_and_successors_are_those_of_n_steps() -> None:
    replay = make_replay(10)
    fill(replay, range(6), ends=(3,))
    sample = draw(replay)
    seen = set()
    for action, here, there, value, discount in zip(
        sample.action.tolist(),
        sample.observation.scalars[:, 0].tolist(),
        sample.successor.scalars[:, 0].tolist(),
        sample.returns.tolist(),
        sample.discount.tolist(),
        strict=True,
    ):
        seen.add(action)
        assert int(here) == action and there == pytest.approx(here + 2, abs=1e-5)
        if action == 3:
            assert (value, discount) == (3.0, 0.0)
        else:
            assert value == action + 0.5 * (action + 1)
            assert discount == (0.0 if action == 2 else 0.25)
    assert seen == {0, 1, 2, 3}


def test_the_ring_forgets_the_oldest_and_never_pairs_old_with_new() -> None:
    replay = make_replay(6)
    fill(replay, range(20))
    sample = draw(replay)
    assert set(sample.action.tolist()) == {14, 15, 16, 17}
    gap = sample.successor.scalars[:, 0] - sample.observation.scalars[:, 0]
    assert gap.tolist() == pytest.approx([2.0] * len(gap), abs=1e-4)


def test_a_cut_leaves_no_transition_across_it() -> None:
    replay = make_replay(20)
    fill(replay, range(5))
    replay.cut()
    fill(replay, range(10, 15))
    assert set(draw(replay).action.tolist()) == {0, 1, 2, 10, 11, 12}


def test_transitions_are_drawn_as_often_as_their_priority_says() -> None:
    replay = make_replay(10, alpha=0.5)
    fill(replay, range(4))  # steps 0 and 1 of two searches: places 0 to 3
    replay.update_priorities(torch.arange(4), torch.tensor([1.0, 4.0, 9.0, 16.0]) - 1e-4)
    sample = draw(replay, 1000)
    share = torch.bincount(sample.places, minlength=4)[:4] / 1000
    assert share.tolist() == pytest.approx([0.1, 0.2, 0.3, 0.4], abs=0.002)
    weight = {int(i): float(w) for i, w in zip(sample.places, sample.weight, strict=True)}
    assert [weight[i] for i in range(4)] == pytest.approx([1.0, 2**-0.5, 3**-0.5, 0.5], abs=1e-4)


def test_new_transitions_get_the_largest_priority_seen() -> None:
    replay = make_replay(10)
    fill(replay, range(4))
    replay.update_priorities(torch.tensor([0]), torch.tensor([7.0]))
    fill(replay, range(4, 5))
    assert replay.priorities[2].tolist() == pytest.approx([7.0, 7.0], abs=1e-3)


def test_observations_come_back_through_compact_storage() -> None:
    replay = make_replay(10)
    observation = make_observation(SPEC, COUNT, 3, ungrouped=True)
    batch = GraphBatch(**{k: torch.from_numpy(v) for k, v in observation.items()})
    for _ in range(3):
        replay.begin(batch, torch.zeros(COUNT, dtype=torch.int64))
        replay.finish(torch.zeros(COUNT), torch.zeros(COUNT, dtype=torch.bool))
    found = draw(replay, 64)
    for name in observation:
        column = found.places % COUNT
        torch.testing.assert_close(
            getattr(found.observation, name),
            getattr(batch, name)[column],
            atol=1e-3,
            rtol=0,
            check_dtype=False,
        )
