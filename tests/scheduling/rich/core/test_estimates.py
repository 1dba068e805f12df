"""Estimated costs of moves against the cost of the schedule that each leads to."""

from __future__ import annotations

import copy
import random

import pytest

from neurols import _core
from neurols.scheduling.rich import native
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.rich.kinds import generated

Sequences = list[list[int]]


def moved(sequences: Sequences, none: int, steps: list[tuple[int, int, int]]) -> Sequences:
    """Each step puts an operation on a machine, right after another one there (or first)."""
    after_all = copy.deepcopy(sequences)
    for operation, machine, after in steps:
        for order in after_all:
            if operation in order:
                order.remove(operation)
        order = after_all[machine]
        order.insert(0 if after == none else order.index(after) + 1, operation)
    return after_all


def cost_of(instance: RichScheduling, sequences: Sequences) -> float | None:
    """The cost of these sequences; None where they form a cycle."""
    settings = _core.WorkspaceSettings()
    try:
        space = _core.RichSchedulingWorkspace(native.native_instance(instance), settings, sequences)
    except ValueError:
        return None
    space.construct(_core.Rng(0))
    return space.cost()


def estimates(
    instance: RichScheduling, operator: str, seed: int, rounds: int = 6
) -> list[tuple[float, float]]:
    """Pairs of estimated and exact cost of all moves from a few schedules on a random walk."""
    space: _core.RichSchedulingWorkspace = native.workspace(  # type: ignore[assignment]
        instance, _core.WorkspaceSettings()
    )
    rng, core_rng = random.Random(seed), _core.Rng(seed)
    space.construct(core_rng)
    names = list(space.operators)
    pairs = []
    for _ in range(rounds):
        space.perturb(0, rng.randint(1, 4), core_rng)
        space.accept()
        sequences = space.sequences()
        machine_of = {number: m for m, order in enumerate(sequences) for number in order}
        for move in space.moves(names.index(operator), core_rng):
            steps = [(move.operation, move.machine, move.after)]
            if move.second >= 0:
                steps.append((move.second, machine_of[move.second], move.second_after))
            cost = cost_of(instance, moved(sequences, len(instance.operations), steps))
            if cost is not None:
                pairs.append((move.estimate, cost))
    return pairs


@pytest.mark.parametrize(
    "kind", ["hurink-rdata:5x4", "dauzere-paulli:4x3", "flexible-tardiness:5x4", "assembly:3x4"]
)
def test_insertions_are_estimated_exactly(kind: str) -> None:
    pairs = [pair for seed in (1, 2) for pair in estimates(generated(kind, seed), "insert", seed)]
    assert len(pairs) > 50
    for estimate, cost in pairs:
        assert estimate == pytest.approx(cost)


def block_pairs(kind: str, operator: str) -> list[tuple[float, float]]:
    return [
        pair
        for seed in range(1, 5)
        for pair in estimates(generated(kind, seed), operator, seed, rounds=8)
    ]


@pytest.mark.parametrize("kind", ["hurink-edata:6x5", "flexible-setups:6x4", "tardiness:6x5"])
@pytest.mark.parametrize("operator", ["ct", "cet"])
def test_swaps_are_estimated_from_below(kind: str, operator: str) -> None:
    pairs = block_pairs(kind, operator)
    assert len(pairs) > 10
    assert all(estimate <= cost + 1e-6 for estimate, cost in pairs)
    assert sum(estimate == pytest.approx(cost) for estimate, cost in pairs) >= 0.7 * len(pairs)


@pytest.mark.parametrize(
    ("kind", "share"),
    [("hurink-edata:6x5", 0.05), ("tardiness:6x5", 0.05), ("flexible-setups:6x4", 0.3)],
)
@pytest.mark.parametrize("operator", ["ecet", "cei"])
def test_longer_moves_are_seldom_overestimated(kind: str, operator: str, share: float) -> None:
    """What an operation waits for may come sooner as well: that the estimate does not see."""
    pairs = block_pairs(kind, operator)
    assert sum(estimate > cost + 1e-6 for estimate, cost in pairs) <= share * len(pairs)
    assert sum(estimate == pytest.approx(cost) for estimate, cost in pairs) >= 0.6 * len(pairs)


@pytest.mark.parametrize("size", ["6x4", "40x2"])  # few sinks, and so many that changes are logged
def test_a_rejected_candidate_leaves_no_trace_in_tails_and_estimates(size: str) -> None:
    instance = generated(f"flexible-tardiness:{size}", 5)
    space: _core.RichSchedulingWorkspace = native.workspace(  # type: ignore[assignment]
        instance, _core.WorkspaceSettings()
    )
    rng, core_rng = random.Random(1), _core.Rng(1)
    space.construct(core_rng)
    ruin, insert = list(space.operators).index("ruin"), list(space.operators).index("insert")
    for _ in range(40):
        for _ in range(rng.randint(1, 3)):
            space.propose(ruin, core_rng)
            space.reject()
        if rng.random() < 0.5:
            space.propose(ruin, core_rng)
            space.accept()
        for move in space.moves(insert, core_rng)[:4]:
            steps = [(move.operation, move.machine, move.after)]
            none = len(instance.operations)
            cost = cost_of(instance, moved(space.sequences(), none, steps))
            assert cost is None or move.estimate == pytest.approx(cost)
