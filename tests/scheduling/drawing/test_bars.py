"""Bars and critical path of a schedule, before anything is drawn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from neurols.scheduling import JobShop, semi_active
from neurols.scheduling.drawing.bars import chart, critical_path
from tests.plotting.results import general, solved_shop


def test_critical_path_of_a_shop_done_by_hand() -> None:
    shop = JobShop([[(0, 3), (1, 2)], [(0, 4), (1, 5)]])
    schedule = semi_active(shop, [[0, 1], [0, 1]])
    # Machine 0 works 0-3 and 3-7; job 1 then needs machine 1 from 7 to 12.
    assert critical_path(shop, schedule) == [(0, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize("seed", range(20))
def test_critical_path_is_a_chain_without_a_pause_as_long_as_the_makespan(seed: int) -> None:
    shop = general(seed)
    result = solved_shop(shop)
    drawn = chart(shop, result.solution)
    path = drawn.path
    assert path[0].start == 0
    assert path[-1].end == result.cost
    assert sum(bar.end - bar.start for bar in path) == result.cost
    for one, other in pairwise(path):
        assert one.end == other.start
        assert one.machine == other.machine or (
            one.job == other.job and one.operation + 1 == other.operation
        )


@pytest.mark.parametrize("seed", range(5))
def test_every_operation_has_its_bar(seed: int) -> None:
    shop = general(seed)
    drawn = chart(shop, solved_shop(shop).solution)
    shown = {(bar.job, bar.operation): (bar.machine, bar.end - bar.start) for bar in drawn.bars}
    expected = {(j, k): pair for j, job in enumerate(shop.jobs) for k, pair in enumerate(job)}
    assert shown == expected
    assert [bar for bar in drawn.bars if bar.critical] == sorted(drawn.path)


def test_path_ends_where_a_schedule_has_slack() -> None:
    shop = JobShop([[(0, 3), (1, 2)]])
    tight = semi_active(shop, [[0], [0]])
    late = type(tight)(tight.machines, [[0, 9]], 11)
    assert critical_path(shop, late) == [(0, 1)]
