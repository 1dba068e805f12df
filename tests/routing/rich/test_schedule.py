"""Schedules by hand: breaks, speeds by the time of day, and what puts a start off."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from neurols.routing.rich.instance import Break, Client, Profile, RichRouting
from neurols.routing.rich.schedule import Clock, Schedule
from neurols.routing.rich.whole import Whole
from tests.routing.rich.mixes import grid, plain


def schedule(instance: RichRouting, *visits: int) -> Schedule | None:
    return Clock(Whole(instance), 0, visits).find()


def with_breaks(instance: RichRouting, *breaks: Break, **changes: Any) -> RichRouting:
    kinds = tuple(replace(kind, breaks=breaks, **changes) for kind in instance.vehicle_types)
    return replace(instance, vehicle_types=kinds)


def with_windows(instance: RichRouting, **windows: tuple[tuple[float, float], ...]) -> RichRouting:
    clients = list(instance.clients)
    for name, given in windows.items():
        number = int(name.removeprefix("c")) - 1
        clients[number] = replace(clients[number], windows=given)
    return replace(instance, clients=tuple(clients))


def test_a_break_on_the_way_delays_what_follows() -> None:
    found = schedule(with_breaks(plain(), Break(12, 18, 5)), 1, 2, 3)
    assert found is not None
    assert [stage.start for stage in found.stages] == [10, 25, 35]
    assert (found.start, found.end) == (0, 65)
    assert found.breaks == [(12, 17)]


def test_a_break_may_be_taken_while_waiting() -> None:
    instance = with_windows(with_breaks(plain(), Break(12, 40, 5)), c2=((50, 60),))
    found = schedule(instance, 1, 2, 3)
    assert found is not None
    assert found.end == 90  # nothing is lost by it
    assert found.stages[1].start == 50


def test_a_break_that_comes_after_the_end_is_left_out() -> None:
    found = schedule(with_breaks(plain(), Break(0, 60, 5)), 1, 2, 3)
    assert found is not None
    assert found.breaks == []
    assert found.end == 60
    due = schedule(with_breaks(plain(), Break(0, 59, 5)), 1, 2, 3)
    assert due is not None
    assert due.end == 65


def test_a_break_waits_for_its_earliest_time() -> None:
    # On the first leg it would end at 30; on the second (left at 10) at max(20, 25) + 5.
    found = schedule(with_breaks(plain(), Break(25, 26, 5)), 1, 2, 3)
    assert found is not None
    assert found.end == 65


def test_a_break_out_of_reach_is_a_fault() -> None:
    instance = with_breaks(plain(1), Break(5, 8, 4), shift=(10, 100))
    assert schedule(instance, 1) is None
    faults = Clock(Whole(instance), 0, [1]).faults()
    assert faults == ["break 1 (from 5 to 8, 4 long) cannot be taken in time"]


def test_two_breaks_may_share_a_leg() -> None:
    found = schedule(with_breaks(plain(1), Break(1, 3, 5), Break(4, 6, 2)), 1)
    assert found is not None
    assert found.end == 27


def test_the_order_of_breaks_is_kept() -> None:
    instance = with_breaks(plain(2), Break(0, 15, 5), Break(0, 16, 2))
    found = schedule(instance, 1, 2)
    assert found is not None
    assert found.end == 47
    (_, first), (second, _) = found.breaks
    assert first <= second


@pytest.mark.parametrize(
    ("departure", "arrival"),
    # Left at 105, 7.5 are done by 120, and 2.5 take 1.25 more, rounded up.
    [(0, 10), (50, 60), (95, 110), (100, 120), (105, 122), (115, 124), (200, 205)],
)
def test_speeds_depend_on_the_time_of_day(departure: int, arrival: int) -> None:
    """Half the speed from 100 to 120, then twice the usual one."""
    matrix = grid(2).distances
    profile = Profile(matrix, matrix, ((100, 50), (120, 200)))
    instance = replace(plain(1), profiles=(profile,))
    assert Whole(instance).arrival(0, 0, 1, departure) == arrival


def test_starts_are_put_off_as_long_as_the_end_stays() -> None:
    instance = with_windows(plain(), c1=((0, 30),), c2=((60, 70),))
    found = schedule(instance, 1, 2, 3)
    assert found is not None
    assert (found.start, found.end) == (20, 100)
    assert found.stages[0].start == 30


def test_lateness_is_not_made_worse_by_a_later_start() -> None:
    clients = (
        Client(windows=((0, 5),), late_price=1),  # late by 5 whatever one does
        Client(windows=((100, 110),)),
        Client(),
    )
    found = schedule(replace(plain(), clients=clients), 1, 2, 3)
    assert found is not None
    assert found.start == 0
    assert found.stages[0].late == 5


def test_the_earliest_of_several_windows_is_used() -> None:
    instance = with_windows(plain(1), c1=((0, 5), (12, 14), (20, 30)))
    found = schedule(instance, 1)
    assert found is not None
    assert found.stages[0].start == 12
    assert found.start == 2  # later the end would move
