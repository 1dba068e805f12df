from __future__ import annotations

import csv
from hashlib import sha256

import pytest

from neurols.errors import InputError
from neurols.scheduling import groups, load, names, standard_text, suite
from neurols.scheduling.taillard import ROWS
from tests.helpers import SHARED

TAILLARD = [f"ta{number:02d}" for number in range(1, 81)]
DIGEST_OF_DIGESTS = "be39e28a29efc0d6ff8ffc4e1d91792e653150d0a96bc2864dbff18b657bb915"


def digest(name: str) -> str:
    return sha256(standard_text(load(name)).encode()).hexdigest()


def table(file: str) -> list[dict[str, str]]:
    path = SHARED / file
    if not path.exists():
        pytest.skip(f"{file} is not at hand; the digest of digests is tested instead")
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_all_80_taillard_instances_match_their_published_checksums() -> None:
    published = {row["name"]: row["sha256"] for row in table("taillard_sha256.csv")}
    assert len(published) == 80
    assert {name: digest(name) for name in TAILLARD} == published


def test_digest_of_the_80_checksums() -> None:
    joined = "".join(f"{name} {digest(name)}\n" for name in TAILLARD)
    assert sha256(joined.encode()).hexdigest() == DIGEST_OF_DIGESTS


def test_bounds_are_those_of_the_published_table() -> None:
    for row in table("taillard_bounds.csv"):
        shop = load(row["name"])
        assert shop.size == f"{row['jobs']}x{row['machines']}"
        assert shop.best_known == int(row["upper_bound"])
        assert shop.lower_bound == int(row["lower_bound"])


def test_taillard_bounds_are_in_order() -> None:
    assert all(row.lower_bound <= row.best_known for row in ROWS.values())
    assert sum(row.lower_bound == row.best_known for row in ROWS.values()) == 68
    assert load("ta01").best_known == 1231
    assert load("ta80").best_known == 5183


@pytest.mark.parametrize(
    ("name", "size", "operations", "optimum", "longest_job", "largest_load"),
    [
        ("ft06", "6x6", 36, 55, 47, 43),
        ("ft10", "10x10", 100, 930, 655, 631),
        ("ft20", "20x5", 100, 1165, 387, 1119),
    ],
)
def test_fisher_thompson(
    name: str, size: str, operations: int, optimum: int, longest_job: int, largest_load: int
) -> None:
    shop = load(name)
    assert (shop.name, shop.size, shop.operations) == (name, size, operations)
    assert (shop.best_known, shop.lower_bound) == (optimum, optimum)
    assert max(sum(duration for _, duration in job) for job in shop.jobs) == longest_job
    loads = [0] * shop.machines
    for job in shop.jobs:
        for machine, duration in job:
            loads[machine] += duration
    assert max(loads) == largest_load
    assert all(sorted(m for m, _ in job) == list(range(shop.machines)) for job in shop.jobs)


def test_ft20_has_the_durations_of_ft10() -> None:
    # Fisher and Thompson cut the jobs of the one in two to make the other.
    ten, twenty = (sorted(d for job in load(n).jobs for _, d in job) for n in ("ft10", "ft20"))
    assert ten == twenty


def test_names_are_complete_and_load() -> None:
    generated = (*suite("general-shops"), *suite("large-shops"))
    assert names() == ("ft06", "ft10", "ft20", *TAILLARD, *generated)
    assert load("TA05") == load("ta05")


def test_groups_hold_ten_instances_a_size() -> None:
    known = groups()
    assert list(known)[:3] == ["fisher-thompson", "taillard", "taillard:15x15"]
    assert known["taillard"] == tuple(TAILLARD)
    sizes = [group for group in known if group.startswith("taillard:")]
    assert len(sizes) == 8
    for group in sizes:
        assert len(known[group]) == 10
        assert {f"taillard:{load(name).size}" for name in known[group]} == {group}


def test_suites_list_their_instances() -> None:
    assert suite("taillard:15x15") == TAILLARD[:10]
    assert suite("Taillard:100x20") == TAILLARD[70:]
    assert suite("ft06") == ["ft06"]


def test_unknown_names_get_near_ones() -> None:
    with pytest.raises(InputError, match=r"unknown instance 'ta81'; did you mean ta\d\d or"):
        load("ta81")
    with pytest.raises(InputError, match="unknown instance 'xyzzy'; built in are ft06, ft10"):
        load("xyzzy")
    with pytest.raises(InputError, match="unknown suite 'tailard:15x15'; did you mean taillard:15"):
        suite("tailard:15x15")
