"""The text formats of Solomon, Li and Lim, and Cordeau."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from neurols.errors import InputError
from neurols.routing.rich.instance import RichRouting
from neurols.routing.rich.read import read, text_format
from tests.routing.rich.files import CORDEAU, LI_LIM, SOLOMON, VRPTW


def made(tmp_path: Path, text: str, **options: str) -> RichRouting:
    file = tmp_path / "file.txt"
    file.write_text(text, encoding="utf-8")
    return read(file, **options)


def test_the_text_tells_the_format() -> None:
    texts = (SOLOMON, LI_LIM, CORDEAU, VRPTW, "", "1 2 3")
    assert [text_format(text) for text in texts] == ["solomon", "lilim", "cordeau", *[None] * 3]


def test_solomons_rows_become_clients(tmp_path: Path) -> None:
    instance = made(tmp_path, SOLOMON)
    assert instance.name == "T1"
    assert [client.windows for client in instance.clients] == [((0, 20),), ((10, 40),)]
    assert [client.delivery for client in instance.clients] == [(4,), (6,)]
    assert instance.vehicle_types[0].number == 2
    assert instance.rounding == "dimacs"
    assert instance.profiles[0].distances[0, 2] == 1.4
    assert instance.objective == "cost"


def test_li_and_lims_tasks_become_shipments(tmp_path: Path) -> None:
    instance = made(tmp_path, LI_LIM)
    assert [(s.pickup, s.delivery, s.amount) for s in instance.shipments] == [
        (0, 1, (4,)),
        (2, 3, (2,)),
    ]
    assert not any(client.delivery for client in instance.clients)
    assert instance.objective == "vehicles"
    assert instance.rounding == "none"
    assert made(tmp_path, LI_LIM, objective="cost").objective == "cost"


def test_cordeaus_depots_come_first_and_names_keep_the_numbers(tmp_path: Path) -> None:
    instance = made(tmp_path, CORDEAU)
    assert [depot.name for depot in instance.depots] == ["4", "5"]
    assert [client.name for client in instance.clients] == ["1", "2", "3"]
    assert instance.coordinates is not None
    assert instance.coordinates[:3].tolist() == [[0, 0], [10, 10], [3, 4]]
    first, second = instance.vehicle_types
    assert (first.number, first.start_depot, first.end_depot) == (2, 0, 0)
    assert (first.max_duration, first.capacity) == (60, (10,))
    assert math.isinf(second.max_duration)
    assert instance.depots[1].closes == 90


@pytest.mark.parametrize(
    ("text", "before", "after", "words"),
    [
        (SOLOMON, "  2         10", "  2", "the line of the vehicles has 1 values"),
        (SOLOMON, "    2      1 ", "    3      1 ", "customer 3 where 2 is expected"),
        (SOLOMON, "40         5", "40", "the row of customer 2 has 6 values"),
        (SOLOMON, "10         40", "50         40", "the window of customer 2 ends at 40"),
        (SOLOMON, "XCOORD.", "XKOORD.", "the columns are"),
        (LI_LIM, "10\t1\n", "10\t2\n", "the speed is 2"),
        (LI_LIM, "-4", "-3", "4 is picked up at task 1"),
        (LI_LIM, "5\t3\t0", "5\t1\t0", "task 3 names 4 as its other end"),
        (LI_LIM, "5\t0\t4", "5\t0\t9", "task 9 is named"),
        (CORDEAU, "6 2 3 2", "5 2 3 2", "a periodic VRPTW"),
        (CORDEAU, "6 2 3 2", "6 2 4 2", "speaks of 9"),
        (CORDEAU, "1 1 1 0 20", "1 1 1 20", "the row of 1 has 9 values"),
        (CORDEAU, "4 1 1 1 0 20", "4 2 1 1 0 20", "visited 2 times"),
    ],
)
def test_what_is_wrong_is_told(
    tmp_path: Path, text: str, before: str, after: str, words: str
) -> None:
    with pytest.raises(InputError) as caught:
        made(tmp_path, text.replace(before, after, 1))
    assert words in str(caught.value)
    assert str(tmp_path / "file.txt") in str(caught.value)
    assert "\n" not in str(caught.value)
