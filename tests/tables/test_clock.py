"""Times and lengths of time in the forms that tables have."""

from datetime import date, datetime, time, timedelta

import pytest

from neurols.tables.clock import Clock, parse_length

MINUTES = Clock("minutes", date(2026, 3, 28))


@pytest.mark.parametrize(
    ("cell", "minutes"),
    [
        (90, 90),
        (7.5, 7.5),
        ("7:30", 450),
        ("day 1 07:30", 1890),
        ("25:00", 1500),
        (time(7, 30), 450),
        (timedelta(hours=30), 1800),
        (date(2026, 3, 29), 1440),
        (datetime(2026, 3, 28, 6), 360),
        ("2026-03-28 06:00", 360),
        ("2026-03-29", 1440),
        ("29.3.2026 6:30", 1830),
        ("soon", None),
        ("2026-13-01", None),
        ("7:77", None),
        (True, None),
        (None, None),
    ],
)
def test_instants(cell, minutes):
    assert MINUTES.instant(cell) == minutes


def test_dates_without_day_zero_are_no_times():
    assert Clock("minutes").instant(date(2026, 3, 28)) is None


def test_a_time_zone_counts_the_hour_that_the_clocks_skip():
    clock = Clock("hours", date(2026, 3, 28), "Europe/Berlin")
    assert clock.instant("2026-03-29 12:00") == 35  # clocks go forward in the night
    assert clock.instant("2026-03-28T12:00+00:00") == 13
    assert clock.moment(35).strftime("%d %H:%M") == "29 12:00"


@pytest.mark.parametrize("value", [0, 450, 1890, 100000])
def test_what_is_shown_is_read_back(value):
    assert MINUTES.instant(MINUTES.shown(value)) == value
    assert Clock("minutes").instant(Clock("minutes").shown(value)) == value


@pytest.mark.parametrize(
    ("cell", "minutes"),
    [
        (45, 45),
        ("1:15", 75),
        ("1 h 15 min", 75),
        ("1h15min", 75),
        ("0,5 h", 30),
        ("90 s", 1.5),
        (time(1, 15), 75),
        (timedelta(days=1), 1440),
        ("fast", None),
        ("5 parsecs", None),
        ("1 h and 3 min", None),
        ("", None),
        (None, None),
    ],
)
def test_lengths(cell, minutes):
    assert parse_length(cell, "minutes") == minutes
