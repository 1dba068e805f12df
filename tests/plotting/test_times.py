"""Axes of times: clock times and dates where a problem has them."""

from __future__ import annotations

from datetime import date

from neurols.plotting.times import shown, ticks, web_axis
from neurols.tables.clock import Clock


def test_clock_times_stand_at_round_places() -> None:
    places, labels = ticks(Clock("minutes"), 423, 660)
    assert labels == ["07:30", "08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00"]
    assert places == [450, 480, 510, 540, 570, 600, 630, 660]


def test_the_first_label_of_a_day_has_its_date() -> None:
    _, labels = ticks(Clock("hours", date(2026, 3, 1)), 18, 42)
    assert labels == [
        *("01 Mar 18:00", "21:00", "02 Mar 00:00", "03:00", "06:00", "09:00", "12:00", "15:00"),
        "18:00",
    ]


def test_long_plans_have_few_labels() -> None:
    places, labels = ticks(Clock("days", date(2026, 1, 1)), 0, 5_000)
    assert len(places) == len(labels) <= 32
    assert places[1] - places[0] == 364


def test_plain_numbers_stay_numbers() -> None:
    assert shown(None, 1234.5) == "1,234.50"
    assert shown(Clock("minutes"), 450) == "07:30"
    assert web_axis(None, 0, 10) == {"title": {"text": "time"}}
