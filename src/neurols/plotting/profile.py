"""Performance profiles (Dolan and Moré, 2002): on what share of instances within what ratio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from neurols.plotting import style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS = (*style.FEW[:6], "#332288", style.FEW[7])  # FEW's yellow is lost as a line on white
_DASHES: tuple[str | tuple[int, tuple[int, ...]], ...] = ("solid", (0, (5, 2)), (0, (1, 1)))


def figure(profiles: Mapping[str, Sequence[float]], ratios: Sequence[float]) -> Figure:
    """The profiles as a Matplotlib figure; the legend in the order given.

    Args:
        profiles: contestant to the share of instances within each ratio.
        ratios: cost over the best cost of all contestants, from 1.
    """
    with style.matplotlib_style():
        sheet = style.new_figure(8.2, 4.6)
        axes = sheet.subplots()
        for place, (name, shares) in enumerate(profiles.items()):
            axes.step(
                [100 * (ratio - 1) for ratio in ratios],
                [100 * share for share in shares],
                where="post",
                color=_COLOURS[place % len(_COLOURS)],
                linestyle=_DASHES[place // len(_COLOURS) % len(_DASHES)],
                linewidth=1.6,
                label=name,
            )
        axes.set_xlim(0, 100 * (ratios[-1] - 1))
        axes.set_ylim(0, 102)
        axes.set_xlabel("cost above the best of all rows (%)")
        axes.set_ylabel("instances (%)")
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), fontsize=8)
    return sheet
