"""Pictures in files: the format by the suffix, the same bytes again, nothing written on failure."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import matplotlib
import pytest

import neurols
from neurols.plotting import plot_convergence, plot_result, plot_usage
from neurols.problem import Problem

from .results import solved


def test_svg_is_well_formed_and_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        plot_result(solved(), tmp_path / name)
    first = (tmp_path / "a.svg").read_bytes()
    assert ElementTree.fromstring(first).tag.endswith("svg")
    assert first == (tmp_path / "b.svg").read_bytes()
    assert b"<dc:date>" not in first


def test_png_is_a_png_and_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.png", "b.PNG"):
        solved().plot(tmp_path / name)
    first = (tmp_path / "a.png").read_bytes()
    assert first.startswith(b"\x89PNG\r\n\x1a\n")
    assert first == (tmp_path / "b.PNG").read_bytes()


def test_html_is_one_page_with_all_three_pictures_and_needs_no_network(tmp_path: Path) -> None:
    plot_result(solved(), tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    for heading in ("Solution", "Convergence", "Operators and perturbations"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count('class="plotly-graph-div"') == 3
    assert len(page) > 1_000_000  # the script is in it
    assert not re.search(r"<script[^>]+src=|<link[^>]+href=", page)


def test_html_is_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        plot_result(solved(), tmp_path / name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_convergence_and_usage_are_saved_in_every_format(tmp_path: Path, suffix: str) -> None:
    plot_convergence([solved("ta01", seed) for seed in (1, 2)], tmp_path / f"c{suffix}", log=True)
    plot_usage(solved("ta01"), tmp_path / f"u{suffix}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"c{suffix}", f"u{suffix}"]


def test_without_a_path_a_figure_is_returned_outside_pyplot() -> None:
    others = "matplotlib.pyplot" in sys.modules  # some other test may have used it
    figure = solved().plot()
    assert isinstance(figure, matplotlib.figure.Figure)
    assert figure._repr_png_().startswith(b"\x89PNG")
    assert ("matplotlib.pyplot" in sys.modules) == others


def test_settings_of_the_user_are_neither_used_nor_changed(tmp_path: Path) -> None:
    plot_result(solved(), tmp_path / "a.svg")
    with matplotlib.rc_context({"font.size": 30, "axes.grid": False}):
        plot_result(solved(), tmp_path / "b.svg")
        assert matplotlib.rcParams["font.size"] == 30
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("name", ["plan.pdf", "plan", "plan.svg.bak"])
def test_unknown_suffix_is_refused_by_naming_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(neurols.InputError, match=r"\.svg, \.png or \.html"):
        plot_result(solved(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_failure_while_drawing_leaves_the_old_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("no ink")

    path = tmp_path / "a.svg"
    path.write_text("old")
    monkeypatch.setattr("neurols.scheduling.drawing.paper._draw_path", fail)
    with pytest.raises(RuntimeError, match="no ink"):
        plot_result(solved(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_missing_folder_and_directory_are_refused(tmp_path: Path) -> None:
    with pytest.raises(neurols.InputError, match="folder does not exist"):
        plot_result(solved(), tmp_path / "none" / "a.svg")
    (tmp_path / "d.svg").mkdir()
    with pytest.raises(neurols.InputError, match="this is a directory"):
        plot_result(solved(), tmp_path / "d.svg")


class Knapsack(Problem):
    name = "knapsack"
    picture: Any = None

    def drawer(self) -> Any:
        return self.picture


def test_problem_of_a_users_own_is_drawn_by_its_drawer(tmp_path: Path) -> None:
    problem = Knapsack()
    instance = SimpleNamespace(
        problem="knapsack", problem_definition=problem, name="k", size="3", best_known=None,
        lower_bound=0,
    )  # fmt: skip
    result = neurols.Result(instance, "own", None, 1, 2, 3, 0.1, 0, "iterations")  # type: ignore[arg-type]
    with pytest.raises(neurols.InputError, match=r"'knapsack' cannot be drawn.*drawer"):
        plot_result(result)
    plot_result(result, tmp_path / "report.html")
    assert "Convergence" in (tmp_path / "report.html").read_text()
    problem.picture = SimpleNamespace(figure=lambda _: "picture", interactive=None)
    assert plot_result(result) == "picture"


def test_a_report_of_no_step_says_so_and_holds_no_empty_panel(tmp_path: Path) -> None:
    result = neurols.solve("ft06", iterations=0)
    result.plot(tmp_path / "none.html")
    text = (tmp_path / "none.html").read_text(encoding="utf-8")
    assert "No step was made: this is the initial solution." in text
    assert ">Convergence<" not in text and ">Operators and perturbations<" not in text
    assert text.count('class="plotly-graph-div"') == 1


def test_a_report_lists_the_order_of_work(tmp_path: Path) -> None:
    result = neurols.solve("ft06", iterations=100, seed=1)
    result.plot(tmp_path / "plan.html")
    text = (tmp_path / "plan.html").read_text(encoding="utf-8")
    assert ">Order of work.<" in text and "jobs in order (start)" in text
    machine, _ = result.instance.jobs[3][2]
    row = text[text.index(f">M{machine}</td>") :].partition("</tr>")[0]
    assert f"3 ({result.solution.start[3][2]:,})" in row
