"""Workspaces of one instance share its neighbour lists, and nothing else."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor

from neurols import _core
from neurols.routing.generate import mixed


def native(seed: int) -> _core.RoutingInstance:
    city = mixed(60, seed=seed)
    return _core.RoutingInstance(
        coordinates=city.coordinates,
        matrix=None,
        metric=str(city.metric),
        demands=city.demands,
        capacity=city.capacity,
    )


def space_of(instance: _core.RoutingInstance) -> _core.RoutingWorkspace:
    return _core.RoutingWorkspace(instance, _core.WorkspaceSettings())


def walk(space: _core.RoutingWorkspace, seed: int) -> list[list[list[int]]]:
    """What a workspace goes through from its construction on."""
    rng = _core.Rng(seed)
    space.construct(rng)
    seen = [space.routes()]
    for number in range(30):
        if number % 3 == 0:
            space.perturb(0, 10, rng)
            space.accept()
        elif space.propose(number % 5, rng):
            space.accept()
        seen.append(space.routes())
    return seen


def test_searches_side_by_side_go_the_ways_they_go_alone() -> None:
    alone = [walk(space_of(native(1)), seed) for seed in range(4)]
    shared = native(1)
    spaces = [space_of(shared) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(walk, spaces, range(4))) == alone
    assert alone[0] != alone[1]


def test_the_lists_last_as_long_as_a_workspace_needs_them() -> None:
    wanted = walk(space_of(native(2)), 7)
    instance = native(2)
    first, second = space_of(instance), space_of(instance)
    del instance, first
    gc.collect()
    assert walk(second, 7) == wanted
