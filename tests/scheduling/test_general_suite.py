"""The suite of general shops: generated, and so the same for everybody."""

from __future__ import annotations

from hashlib import sha256

import pytest

from neurols.scheduling import general_suite, large_suite, load, standard_text, suite
from neurols.scheduling.general_suite import NAMES


def test_three_shops_of_twenty_kinds() -> None:
    assert suite("general-shops") == list(NAMES)
    kinds = NAMES[:20]
    assert [*kinds, *(f"{k}-2" for k in kinds), *(f"{k}-3" for k in kinds)] == list(NAMES)
    assert {name.rpartition("-")[0] for name in kinds} == {
        "gs-flow",
        "gs-stages",
        "gs-wide",
        "gs-flow-wide",
        "gs-plant",
    }
    for kind in kinds:
        shops = load(kind), load(f"{kind}-2"), load(f"{kind}-3")
        assert all(kind.endswith(f"-{shop.size}") for shop in shops)
        assert len({shop.jobs for shop in shops}) == 3


@pytest.mark.parametrize(
    ("names", "digest"), [(NAMES[:20], "9ca0ad35bd1cdf17"), (NAMES, "7afeb868b27369bc")]
)
def test_shops_never_change(names: tuple[str, ...], digest: str) -> None:
    text = "".join(f"{name} {standard_text(load(name))}" for name in names)
    assert sha256(text.encode()).hexdigest()[:16] == digest


def test_families_are_what_they_are_called() -> None:
    flow, wide = load("gs-flow-20x15"), load("gs-wide-20x15")
    assert {tuple(machine for machine, _ in job) for job in flow.jobs} == {tuple(range(15))}
    assert max(duration for job in flow.jobs for _, duration in job) < 100
    assert len({tuple(machine for machine, _ in job) for job in wide.jobs}) == 20
    assert max(duration for job in wide.jobs for _, duration in job) > 5000
    assert len({len(job) for job in load("gs-plant-20x15").jobs}) > 5


@pytest.mark.parametrize(
    ("names", "best_found"),
    [(NAMES, general_suite.BEST_FOUND), (large_suite.NAMES, large_suite.BEST_FOUND)],
)
def test_best_found_is_no_better_than_possible(
    names: tuple[str, ...], best_found: dict[str, int]
) -> None:
    assert set(best_found) <= set(names)
    for name in names:
        shop = load(name)
        assert shop.best_known == best_found.get(name)
        assert shop.best_known is None or shop.best_known >= shop.lower_bound
