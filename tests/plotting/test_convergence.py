"""Convergence curves fall in steps from the first cost to the last."""

from __future__ import annotations

import pytest

import neurols
from neurols.plotting import convergence
from neurols.scheduling import random_shop

from .results import solved, solved_shop


def test_curve_runs_from_the_initial_to_the_final_gap() -> None:
    result = solved("ta01")
    (curve,), unit = convergence.curves([result])
    assert unit == "gap to best known (%)"
    assert curve.values[0] == pytest.approx(100 * (result.initial_cost - 1231) / 1231)
    assert curve.values[-1] == pytest.approx(result.gap)
    assert curve.iterations[-1] == result.iterations
    assert curve.seconds[-1] == result.seconds
    assert sorted(curve.values, reverse=True) == curve.values


def test_cost_is_drawn_where_no_best_cost_is_known() -> None:
    result = solved_shop(random_shop(5, 5, 1))
    (curve,), unit = convergence.curves([result])
    assert unit == "makespan"
    assert curve.values[-1] == result.cost


def test_legend_tells_several_results_apart_and_says_no_more() -> None:
    seeds = [solved("ta01", seed) for seed in (1, 2)]
    assert [curve.label for curve in convergence.curves(seeds)[0]] == ["seed 1", "seed 2"]
    mixed = [solved("ta01", 1), solved("ft06", 2)]
    assert [c.label for c in convergence.curves(mixed)[0]] == ["ta01, seed 1", "ft06, seed 2"]
    twice = [solved("ta01"), solved("ta01")]
    assert [curve.label for curve in convergence.curves(twice)[0]] == ["vns (1)", "vns (2)"]


@pytest.mark.parametrize("log", [False, True])
def test_both_axes_show_steps(log: bool) -> None:
    sheet = convergence.figure([solved("ta01", seed) for seed in (1, 2, 3)], log=log)
    assert [axes.get_xlabel() for axes in sheet.axes] == ["iterations", "seconds"]
    for axes in sheet.axes:
        assert axes.get_xscale() == ("log" if log else "linear")
        assert [line.get_drawstyle() for line in axes.lines] == ["steps-post"] * 3


def test_logarithmic_axis_keeps_the_start() -> None:
    sheet = convergence.figure([solved("ta01")], log=True)
    x, y = sheet.axes[0].lines[0].get_data()
    assert 0 < x[0] < x[1]
    assert len(y) == len(solved("ta01").trace) + 1


def test_no_result_is_an_error() -> None:
    with pytest.raises(neurols.InputError, match="no result"):
        convergence.plot_convergence([])
