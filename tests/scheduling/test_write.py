from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from neurols.errors import InputError
from neurols.scheduling import (
    JobShop,
    json_text,
    load,
    parse,
    read,
    standard_text,
    taillard_text,
    write,
)

from .shops import TWO_BY_TWO, general_shops


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops())
def test_standard_text_round_trips(shop: JobShop) -> None:
    again = parse(standard_text(shop), format="standard")
    assert (again.jobs, again.machines) == (shop.jobs, shop.machines)


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops())
def test_taillard_text_round_trips_without_naming_the_format(shop: JobShop) -> None:
    again = parse(taillard_text(shop))
    assert (again.jobs, again.machines) == (shop.jobs, shop.machines)


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops())
def test_json_text_loses_nothing(shop: JobShop) -> None:
    assert parse(json_text(shop)) == shop
    bounded = JobShop(shop.jobs, shop.name, shop.machines, shop.lower_bound + 2, 0)
    assert parse(json_text(bounded)) == bounded


@settings(deadline=None)  # a busy machine is no fault
@given(general_shops())
def test_standard_text_is_detected(shop: JobShop) -> None:
    assert parse(standard_text(shop)).jobs == shop.jobs


def test_standard_text_to_the_letter() -> None:
    assert standard_text(TWO_BY_TWO) == "2 2\n0 3 1 2\n1 4 0 1\n"


def test_taillard_text_to_the_letter() -> None:
    assert taillard_text(TWO_BY_TWO) == "2 2\nTimes\n3 2\n4 1\nMachines\n1 2\n2 1\n"


def test_json_text_has_a_line_per_job() -> None:
    assert json_text(load("ft06")).splitlines()[1:9] == [
        '  "format": "neurols-jobshop",',
        '  "version": 1,',
        '  "name": "ft06",',
        '  "machines": 6,',
        '  "best_known": 55,',
        '  "known_lower_bound": 55,',
        '  "jobs": [',
        "    [[2,1],[0,3],[1,6],[3,7],[5,3],[4,6]],",
    ]


@pytest.mark.parametrize("format", ["standard", "taillard", "json"])
def test_files_round_trip_in_every_format(tmp_path: Path, format: str) -> None:
    path = tmp_path / "ta03.shop"
    write(load("ta03"), path, format)
    assert read(path) == load("ta03")
    assert read(path, format) == load("ta03")


def test_the_ending_json_chooses_the_format(tmp_path: Path) -> None:
    write(TWO_BY_TWO, tmp_path / "two.json")
    write(TWO_BY_TWO, tmp_path / "two.txt")
    assert (tmp_path / "two.json").read_text() == json_text(TWO_BY_TWO)
    assert (tmp_path / "two.txt").read_text() == standard_text(TWO_BY_TWO)


def test_unknown_format_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown format 'xml'; name the format"):
        write(TWO_BY_TWO, tmp_path / "two.xml", "xml")
    assert not (tmp_path / "two.xml").exists()
