"""Play under a limit of time ends when that has passed, in the middle of a search."""

from __future__ import annotations

import time

import pytest

import neurols
from neurols.train.native_play import TimeIsUp, ending_in, play


def test_searches_under_way_are_ended() -> None:
    began = time.monotonic()
    with ending_in(0.3), pytest.raises(TimeIsUp):
        play(None, "tabu", [neurols.load("ta41")] * 3, 10**9, 1, threads=1)
    assert 0.3 <= time.monotonic() - began < 3


def test_play_that_fits_is_what_it_is_without_a_limit() -> None:
    shops = [neurols.load("ft06"), neurols.load("ft10")]
    free = play(None, "tabu", shops, 50, 1)
    with ending_in(60):
        assert play(None, "tabu", shops, 50, 1).tolist() == free.tolist()
    with ending_in(None):
        assert play(None, "tabu", shops, 50, 1).tolist() == free.tolist()
