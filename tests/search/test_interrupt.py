"""Ctrl-C: a wish that the search heeds, whenever it is made."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import neurols
from neurols.routing.generate import mixed
from neurols.search import interrupt
from neurols.search.callbacks import Snapshot
from neurols.search.interrupt import Interruption, interruptible


def _press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_a_press_raises_nothing_and_is_remembered() -> None:
    with interruptible() as interruption:
        assert not interruption.pressed
        _press()
        _press()
        assert interruption.pressed


def test_python_has_its_way_with_the_signal_again_afterwards() -> None:
    with interruptible():
        pass
    with pytest.raises(KeyboardInterrupt):
        _press()


def test_blocks_within_blocks_share_the_press() -> None:
    with interruptible() as outer:
        with interruptible() as inner:
            _press()
        assert inner is outer
        assert outer.pressed


def test_another_thread_hears_nothing() -> None:
    heard: list[Interruption] = []

    def listen() -> None:
        with interruptible() as interruption:
            heard.append(interruption)

    with interruptible() as interruption:
        thread = threading.Thread(target=listen)
        thread.start()
        thread.join()
        _press()
        assert interruption.pressed
    assert not heard[0].pressed


def test_a_call_is_made_at_the_press_or_at_once() -> None:
    calls: list[str] = []
    interruption = Interruption()
    interruption.then(lambda: calls.append("before"))
    assert not calls
    interruption.press()
    interruption.then(lambda: calls.append("after"))
    interruption.press()
    assert calls == ["before", "after"]


def test_pressing_long_after_the_first_time_is_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupt, "_GRACE_SECONDS", -1.0)
    interruption = Interruption()
    interruption.press()
    with pytest.raises(KeyboardInterrupt):
        interruption.press()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_under_way_hands_back_what_it_has(threads: int) -> None:
    def press(seen: Snapshot) -> None:
        if seen.best < float("inf"):
            _press()

    shop = neurols.load("ta11")
    result = neurols.solve(shop, time_limit=600, threads=threads, on_progress=press)
    assert result.stopped_by == "interrupted"
    assert result.cost < result.initial_cost
    assert neurols.check(shop, result.solution) == result.cost


@pytest.mark.parametrize("instance", [neurols.load("ta11"), mixed(80, seed=1)])
def test_a_press_before_the_search_gives_the_initial_solution(
    instance: neurols.JobShop | neurols.VehicleRouting,
) -> None:
    with interruptible():
        _press()
        result = neurols.solve(instance, time_limit=600, searches=8, threads=2)
    assert (result.stopped_by, result.iterations) == ("interrupted", 0)
    assert neurols.check(instance, result.solution) == result.cost == result.initial_cost


def test_an_interrupted_start_leaves_nothing_short_behind() -> None:
    """The neighbour lists of a hurried first solution are not those of the next search."""
    city = mixed(600, seed=3)
    with interruptible():
        _press()
        hurried = neurols.solve(city, time_limit=600)
    assert neurols.check(city, hurried.solution) == hurried.cost
    again = neurols.solve(city, iterations=50, seed=1)
    fresh = neurols.solve(mixed(600, seed=3), iterations=50, seed=1)
    assert again.solution == fresh.solution
