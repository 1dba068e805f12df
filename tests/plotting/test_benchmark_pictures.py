"""Pictures of benchmarks show every contestant, and what the figures say."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurols.plotting import critical_difference, group_bars, profile
from neurols.plotting.group_bars import Bar
from neurols.plotting.output import write_picture


def texts(figure: object) -> list[str]:
    from matplotlib.text import Text

    return [t.get_text() for t in figure.findobj(Text)]  # type: ignore[attr-defined]


BARS = [
    Bar("sa", {"n100": 5.0, "all": 5.0}, {"n100": 0.1}, {"n100": 6.9}),
    Bar("auto", {"n100": 1.0, "all": 1.5}, {}, {}),
    Bar("nls", {"all": 2.0}, {}, {}),
]


def test_a_panel_a_group_and_a_bar_a_contestant() -> None:
    figure = group_bars.figure(BARS, ["n100", "all"], "gap")
    first, second = figure.axes
    assert [p.get_width() for p in first.patches] == [5.0, 1.0]
    assert [p.get_width() for p in second.patches] == [5.0, 1.5, 2.0]
    assert {"sa", "auto", "nls", "n100", "all"} <= set(texts(figure))
    colours = [p.get_facecolor() for p in first.patches]
    assert colours[0] != colours[1]  # the best one stands out
    markers = [line for line in first.lines if line.get_marker() == "D"]
    assert [line.get_xdata()[0] for line in markers] == [6.9]  # the paper's


def test_profile_has_a_line_a_contestant_in_percent() -> None:
    figure = profile.figure({"a": [0.5, 1.0], "b": [0.25, 0.5]}, [1.0, 1.1])
    (axes,) = figure.axes
    assert [list(line.get_ydata()) for line in axes.lines] == [[50, 100], [25, 50]]
    assert list(axes.lines[0].get_xdata()) == pytest.approx([0, 10])


def test_critical_difference_names_every_contestant_with_its_rank() -> None:
    ranks = {"auto": 1.25, "tabu": 1.75, "sa": 3.0}
    figure = critical_difference.figure(ranks, 0.8, [(1.25, 1.75)], 12)
    words = " ".join(texts(figure))
    for name, rank in ranks.items():
        assert name in words and f"{rank:.2f}" in words
    assert "critical difference 0.80" in words and "12 instances" in words
    widest = max(figure.axes[0].lines, key=lambda line: line.get_linewidth())
    left, right = widest.get_xdata()
    assert left < 1.25 and 1.75 < right < 3.0  # the bar over the two that are not told apart


def test_numbers_of_a_long_axis_of_ranks_keep_apart() -> None:
    ranks = {f"row {k}": 1.0 + k for k in range(30)}
    words = texts(critical_difference.figure(ranks, 0.8, [], 12))
    assert [word for word in words if word.isdecimal()] == [str(k) for k in range(1, 31, 3)]


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_same_figures_give_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("one", "two"):
        write_picture(group_bars.figure(BARS, ["n100"], "gap"), tmp_path / f"{name}{suffix}")
    one, two = (tmp_path / f"{name}{suffix}" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert b"neurols, Matplotlib" in one.read_bytes()
