"""The watch on memory itself: it sees growth, and a short run of it ends well."""

from __future__ import annotations

import sys

import pytest

from tests.soak.__main__ import has_grown, held_megabytes, main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from glibc")


def test_growth_after_the_first_tenth_is_told_and_that_before_is_not() -> None:
    assert not has_grown({0: 50.0, 1000: 90.0, 5000: 91.0, 10_000: 92.0})
    assert has_grown({0: 50.0, 1000: 90.0, 5000: 100.0, 10_000: 110.0})


def test_what_is_held_is_seen() -> None:
    before = held_megabytes()
    held = bytearray(64 << 20)
    assert held_megabytes() - before > 50
    assert len(held) == 64 << 20


def test_a_short_soak_reports_its_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "20"]) in (0, 1)  # twenty solves are too few for flat memory
    told = capsys.readouterr().out
    assert "after 2: " in told and "after 20: " in told and "0 wrong answers" in told
