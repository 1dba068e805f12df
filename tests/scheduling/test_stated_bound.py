"""A lower bound that a file states is not taken for a proof where it cannot be one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import neurols
from neurols.errors import InputError
from neurols.scheduling import JobShop, json_text, read

SHOP = [[(0, 3), (1, 2)], [(1, 4), (0, 2)]]  # the best makespan is 6, all durations sum to 11


def test_a_bound_above_the_sum_of_durations_is_refused(tmp_path: Path) -> None:
    assert JobShop(SHOP, known_lower_bound=11).lower_bound == 11
    path = tmp_path / "shop.json"
    text = json.loads(json_text(JobShop(SHOP)))
    path.write_text(json.dumps({**text, "known_lower_bound": 12}))
    with pytest.raises(
        InputError, match="bound 12 is above the sum of all durations, 11"
    ) as caught:
        read(path)
    assert caught.value.file == str(path)


def test_a_cost_below_the_stated_bound_proves_nothing() -> None:
    ft06 = neurols.load("ft06")
    assert isinstance(ft06, JobShop)
    result = neurols.solve(JobShop(ft06.jobs, known_lower_bound=190), iterations=50, seed=1)
    assert result.cost < 190
    assert not result.proven_optimal
    assert result.stopped_by == "target"


def test_a_cost_at_the_bound_is_proven_optimal() -> None:
    result = neurols.solve(JobShop(SHOP), iterations=50, seed=1)
    assert (result.cost, result.proven_optimal, result.stopped_by) == (6, True, "optimal")


def test_the_command_line_says_that_a_stated_bound_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from neurols.cli.run import run

    path = tmp_path / "shop.json"
    ft06 = neurols.load("ft06")
    assert isinstance(ft06, JobShop)
    path.write_text(json_text(JobShop(ft06.jobs, known_lower_bound=190)))
    assert run(["solve", str(path), "--iterations", "20"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "the stated lower bound 190 is wrong" in shown
    assert "proven optimal no" in shown


def test_a_best_known_cost_below_the_bound_is_refused() -> None:
    with pytest.raises(InputError, match="best known cost 5 is below the lower bound 6"):
        JobShop(SHOP, best_known=5)
    with pytest.raises(InputError, match="best known cost 8 is below the lower bound 9"):
        JobShop(SHOP, best_known=8, known_lower_bound=9)
