"""The checker agrees with every published solution of the families, to the last unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurols.routing.rich.check import check
from neurols.routing.rich.read import read
from neurols.routing.write import read_solution
from tests.helpers import SHARED

DATA = SHARED / "routing"
FAMILIES = ("gvrp", "hfvrp", "mdvrptw", "mtvrptwr", "pcvrptw", "sdvrptw", "vrpb")
_MOST_A_FAMILY = 4  # the smallest ones: all of them take half a minute


def pairs() -> list[tuple[Path, Path]]:
    found = []
    for family in FAMILIES:
        solutions = sorted((DATA / family).glob("*.sol"), key=lambda path: path.stat().st_size)
        found += [(path.with_suffix(".vrp"), path) for path in solutions[:_MOST_A_FAMILY]]
    for family in ("vrptw", "pdptw"):
        for path in sorted((DATA / family / "solutions").glob("*.sol")):
            found += [(text, path) for text in (DATA / family).glob(f"*/{path.stem}.txt")]
    return found


@pytest.mark.skipif(not DATA.is_dir(), reason="the published families are not here")
def test_there_are_solutions_of_every_family() -> None:
    assert len(pairs()) > 4 * len(FAMILIES)


@pytest.mark.parametrize(("instance", "solution"), pairs(), ids=lambda path: path.stem)
def test_the_published_solution_has_its_cost(instance: Path, solution: Path) -> None:
    read_in = read(instance)
    form = {**read_solution(solution), "cost": None}  # stated in several units
    cost = check(read_in, form)
    assert read_in.best_known is not None
    # Costs of Li and Lim are published to two decimals.
    assert cost == pytest.approx(read_in.best_known, abs=0.005 if "pdptw" in str(instance) else 0)
