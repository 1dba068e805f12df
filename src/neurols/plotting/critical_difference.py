"""Critical-difference diagram (Demšar, 2006): mean ranks, and bars over what is not told apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from neurols.plotting import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_STEP = 0.2  # inches from label to label, and from bar to bar
_HEAD = 0.75  # for the critical difference and the axis
_MOST_NUMBERS = 14  # along the axis, before they run into each other


def figure(
    ranks: Mapping[str, float],
    critical: float,
    cliques: Sequence[tuple[float, float]],
    instances: int,
) -> Figure:
    """The diagram as a Matplotlib figure.

    Args:
        ranks: contestant to mean rank, the best first.
        critical: difference of two mean ranks that tells them apart.
        cliques: stretches of ranks within which none are told apart.
        instances: that the ranks are over.
    """
    half = -(-len(ranks) // 2)
    height = _HEAD + _STEP * (half + len(cliques) + 1.5)
    low, high = math.floor(min(ranks.values())), math.ceil(max(ranks.values()))
    with style.matplotlib_style():
        sheet = style.new_figure(8.2, height)
        axes = sheet.subplots()
        axes.set_axis_off()
        axes.set_xlim(low - 0.62 * (high - low), high + 0.62 * (high - low))
        axes.set_ylim(height, 0)
        _axis(axes, low, high)
        _critical(axes, low, critical, instances)
        for place, (first, last) in enumerate(cliques):
            y = _HEAD + _STEP * (place + 0.6)
            axes.plot([first - 0.04, last + 0.04], [y, y], color=style.INK, linewidth=3)
        below = _HEAD + _STEP * (len(cliques) + 1.2)
        for place, (name, rank) in enumerate(ranks.items()):
            left = place < half
            name = style.plain(name)
            y = below + _STEP * (place if left else len(ranks) - 1 - place)
            edge = low - 0.03 * (high - low) if left else high + 0.03 * (high - low)
            axes.plot([rank, rank, edge], [_HEAD, y, y], color=style.MUTED, linewidth=0.8)
            axes.annotate(
                f"{name}  {rank:.2f} " if left else f" {rank:.2f}  {name}",
                (edge, y),
                ha="right" if left else "left",
                va="center",
                fontsize=8,
            )
    return sheet


def _axis(axes: Axes, low: int, high: int) -> None:
    axes.plot([low, high], [_HEAD, _HEAD], color=style.INK, linewidth=1)
    apart = -(-(high - low) // _MOST_NUMBERS) or 1
    for rank in range(low, high + 1):
        axes.plot([rank, rank], [_HEAD - 0.06, _HEAD], color=style.INK, linewidth=1)
        if (rank - low) % apart:
            continue
        axes.annotate(str(rank), (rank, _HEAD - 0.1), ha="center", va="bottom", fontsize=8)


def _critical(axes: Axes, low: int, critical: float, instances: int) -> None:
    axes.plot([low, low + critical], [0.3, 0.3], color=style.ALARM, linewidth=2)
    axes.annotate(
        f"critical difference {critical:.2f}   (mean rank over {instances} instances, 1 is best)",
        (low, 0.22), fontsize=8, color=style.MUTED,
    )  # fmt: skip
