"""Operators and estimates: which moves are listed, and how well their makespan is foretold."""

from __future__ import annotations

import random

import pytest

from neurols import JobShop, _core
from tests.helpers import classic_shop, random_general_shop, workspace

OPERATORS = list(_core.JobShopWorkspace.operator_names)
PLAIN = OPERATORS[:4]


def makespan_after(
    instance: JobShop, space: _core.JobShopWorkspace, places: list[int]
) -> tuple[int, int]:
    """Exact makespan after a move, and the longest path through the operations it moved."""
    sequences = space.sequences()
    flat = [op for sequence in sequences for op in sequence]
    pairs = [places[:2]] + ([places[2:]] if places[2] >= 0 else [])
    moved: set[int] = set()
    for source, target in pairs:
        low, high = min(source, target), max(source, target)
        moved |= set(flat[low : high + 1])
        flat.insert(target, flat.pop(source))
    rebuilt, cursor = [], 0
    for sequence in sequences:
        rebuilt.append(flat[cursor : cursor + len(sequence)])
        cursor += len(sequence)
    core = _core.JobShopInstance(*instance.flat(), instance.machines)
    after = _core.JobShopWorkspace(core, _core.WorkspaceSettings(), rebuilt)
    rng = _core.Rng(0)
    after.construct(rng)
    after.estimate(0, rng)
    heads, tails = after.heads(), after.tails()
    return int(after.cost()), max(heads[o] + tails[o] for o in moved)


def walk(seed: int, steps: int) -> tuple[JobShop, _core.JobShopWorkspace, _core.Rng]:
    rng = random.Random(seed)
    instance = classic_shop(rng, rng.randint(4, 10), rng.randint(3, 8))
    space, core_rng = workspace(instance), _core.Rng(seed)
    space.construct(core_rng)
    for _ in range(steps):
        if space.propose(OPERATORS.index("cei+tabu"), core_rng):
            space.accept()
    return instance, space, core_rng


@pytest.mark.parametrize("operator", ["ct", "cet"])
def test_swap_estimates_are_lower_bounds_and_exact_nine_times_in_ten(operator: str) -> None:
    total = exact = 0
    for seed in range(150):
        instance, space, core_rng = walk(seed, seed % 25)
        for move in space.moves(OPERATORS.index(operator), core_rng):
            makespan, through = makespan_after(instance, space, move.places)
            assert move.estimate == through
            assert move.estimate <= makespan
            total += 1
            exact += move.estimate == makespan
    assert total > 300
    assert exact >= 0.9 * total


@pytest.mark.parametrize("operator", ["ecet", "cei"])
def test_insertion_estimates_are_close_to_the_makespan(operator: str) -> None:
    errors = []
    for seed in range(150):
        instance, space, core_rng = walk(seed, seed % 25)
        for move in space.moves(OPERATORS.index(operator), core_rng):
            makespan, _ = makespan_after(instance, space, move.places)
            errors.append((move.estimate - makespan) / makespan)
    assert len(errors) > 300
    assert sum(abs(error) < 1e-12 for error in errors) >= 0.8 * len(errors)
    assert sum(map(abs, errors)) / len(errors) < 0.01


@pytest.mark.parametrize("operator", PLAIN)
def test_every_listed_move_of_a_general_shop_is_acyclic(operator: str) -> None:
    moves = 0
    for seed in range(300):
        rng = random.Random(seed)
        instance = random_general_shop(rng)
        space, core_rng = workspace(instance), _core.Rng(seed)
        space.construct(core_rng)
        for move in space.moves(OPERATORS.index(operator), core_rng):
            makespan_after(instance, space, move.places)  # a cycle raises
            moves += 1
    assert moves > 100


def one_block(before: bool, after: bool) -> tuple[JobShop, _core.JobShopWorkspace, _core.Rng]:
    """The critical path is all of machine 0, with operations before and after it if asked for."""
    jobs = [[(1 + j, 1)] * before + [(0, 5)] + [(5 + j, 1)] * after for j in range(4)]
    instance = JobShop(jobs, machines=9)
    space, core_rng = workspace(instance, construction="fifo"), _core.Rng(1)
    space.construct(core_rng)
    return instance, space, core_rng


def listed(space: _core.JobShopWorkspace, name: str, core_rng: _core.Rng) -> set[tuple[int, int]]:
    """Places of an operator's moves; a swap of neighbours is the same from either side."""
    places = (move.places[:2] for move in space.moves(OPERATORS.index(name), core_rng))
    return {(min(p), max(p)) if abs(p[0] - p[1]) == 1 else (p[0], p[1]) for p in places}


def test_neighbourhoods_of_a_block_within_the_path_are_as_published() -> None:
    _, space, core_rng = one_block(before=True, after=True)
    to_end, to_start = {(0, 3), (1, 3), (3, 1)}, {(3, 0), (2, 0), (0, 2)}
    assert listed(space, "ct", core_rng) == {(0, 1), (1, 2), (2, 3)}
    assert listed(space, "cet", core_rng) == {(0, 1), (2, 3)}
    assert listed(space, "ecet", core_rng) == {(0, 1), (2, 3)}
    assert listed(space, "cei", core_rng) == {(0, 1), (2, 3)} | to_end | to_start


def test_the_ends_of_the_path_are_left_alone() -> None:
    _, space, core_rng = one_block(before=False, after=True)
    assert listed(space, "cet", core_rng) == {(2, 3)}
    assert listed(space, "cei", core_rng) == {(2, 3), (0, 3), (1, 3), (3, 1)}
    _, space, core_rng = one_block(before=True, after=False)
    assert listed(space, "cet", core_rng) == {(0, 1)}
    assert listed(space, "cei", core_rng) == {(0, 1), (3, 0), (2, 0), (0, 2)}


def test_a_rejected_candidate_is_not_proposed_again_until_all_are_exhausted() -> None:
    rng = random.Random(11)
    instance = classic_shop(rng, 10, 5)
    space, core_rng = workspace(instance), _core.Rng(11)
    space.construct(core_rng)
    cei = OPERATORS.index("cei")
    listed = len(space.moves(cei, core_rng))
    before, seen = space.sequences(), []
    while space.propose(cei, core_rng):
        seen.append(space.sequences())
        space.reject()
        assert space.sequences() == before
    assert len(seen) == listed
    assert all(a != b for i, a in enumerate(seen) for b in seen[:i])
    assert not space.propose(cei, core_rng)
    assert space.estimate(cei, core_rng) == float("inf")


def test_a_tabu_operator_does_not_turn_back() -> None:
    rng = random.Random(4)
    instance = classic_shop(rng, 20, 10)
    space, core_rng = workspace(instance), _core.Rng(4)
    space.construct(core_rng)
    seen, best = [space.fingerprint()], space.cost()
    for _ in range(100):
        assert space.propose(OPERATORS.index("cei+tabu"), core_rng)
        if space.cost() < best:  # what is left to aspire to
            best = space.cost()
            space.keep_best()
        space.accept()
        seen.append(space.fingerprint())
    assert len(set(seen)) == len(seen)
