"""Bars by group: the mean gap of every contestant, a panel a group, the paper's as diamonds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from neurols.plotting import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BAR = style.mixed(style.FEW[0], style.PAPER, 0.35)
_BEST = style.FEW[0]
_ABREAST = 5


class Bar(NamedTuple):
    """A contestant: its figures by group, with their spread, and the paper's where it has some."""

    name: str
    means: Mapping[str, float]
    deviations: Mapping[str, float]
    paper: Mapping[str, float]


def figure(bars: Sequence[Bar], groups: Sequence[str], unit: str) -> Figure:
    """The bars as a Matplotlib figure, contestants from top to bottom as given."""
    abreast = min(_ABREAST, len(groups))
    deep = -(-len(groups) // abreast)
    with style.matplotlib_style():
        sheet = style.new_figure(1.6 + 1.75 * abreast, deep * (0.75 + 0.19 * len(bars)))
        panels = sheet.subplots(deep, abreast, squeeze=False, sharey=True)
        flat = [axes for line in panels for axes in line]
        for axes, group in zip(flat, groups, strict=False):
            _draw(axes, bars, group)
        for axes in flat[len(groups) :]:
            axes.set_visible(False)
        flat[0].set_yticks(range(len(bars)), [style.plain(bar.name) for bar in bars], fontsize=7.5)
        flat[0].invert_yaxis()
        note = ", diamonds are the paper's" if any(bar.paper for bar in bars) else ""
        sheet.supxlabel(unit + note, fontsize=8.5, color=style.MUTED)
    return sheet


def _draw(axes: Axes, bars: Sequence[Bar], group: str) -> None:
    known = [bar.means[group] for bar in bars if group in bar.means]
    least = min(known, default=0.0)
    for place, bar in enumerate(bars):
        if group in bar.means:
            mean = bar.means[group]
            colour = _BEST if mean == least else _BAR
            axes.barh(
                place, mean, 0.72, color=colour, xerr=bar.deviations.get(group),
                error_kw={"elinewidth": 0.8, "ecolor": style.INK},
            )  # fmt: skip
        if group in bar.paper:
            axes.plot(
                bar.paper[group], place, "D", markersize=3.6, color=style.PAPER,
                markeredgecolor=style.ALARM, markeredgewidth=0.9,
            )  # fmt: skip
    axes.set_title(group, fontsize=8.5, loc="left")
    axes.tick_params(labelsize=7.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlim(left=min(0.0, least))
