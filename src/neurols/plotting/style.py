"""Colours and type, the same for Matplotlib and Plotly, and told apart by the colour-blind.

A few things get the palette of Okabe and Ito (2008); many get samples of viridis, whose lightness
rises steadily, so that even in print in grey neighbours in number differ from far ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from neurols.errors import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#1c2733"
MUTED = "#66727f"
GRID = "#e3e7eb"
PAPER = "#ffffff"
ALARM = "#b3200e"
"""Colour of the critical path: dark enough to stand out in grey, too."""

FEW = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#8c8c8c")
_VIRIDIS = (
    *("#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c"),
    *("#28ae80", "#5ec962", "#addc30", "#fde725"),
)

FONT = "DejaVu Sans"
WEB_FONT = "Inter, 'Segoe UI', Helvetica, Arial, sans-serif"


def colours(count: int) -> list[str]:
    """So many colours, as far apart as can be; light enough for dark labels where they are many."""
    if count <= len(FEW):
        return [mixed(colour, PAPER, 0.15) for colour in FEW[:count]]
    return [mixed(_viridis(number / (count - 1)), PAPER, 0.3) for number in range(count)]


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def plain(text: str) -> str:
    """A text for Matplotlib in which dollar signs begin no formula, and nothing is unprintable."""
    return printable(text).replace("$", r"\$")


def text_colour(background: str) -> str:
    """Dark or light, whichever is read better on the background (WCAG relative luminance)."""
    linear = [(channel / 255) ** 2.2 for channel in _channels(background)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return INK if luminance > 0.22 else PAPER


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _viridis(place: float) -> str:
    scaled = place * (len(_VIRIDIS) - 1)
    index = min(int(scaled), len(_VIRIDIS) - 2)
    return mixed(_VIRIDIS[index], _VIRIDIS[index + 1], scaled - index)


@contextmanager
def matplotlib_style() -> Iterator[None]:
    """The look of all figures, whatever the user's own settings; they are left as they were."""
    from neurols.plotting.output import require

    require("matplotlib")
    import matplotlib

    ours: Any = {  # Matplotlib's own type for the keys is a list of all of them
        "font.family": FONT,
        "font.size": 9,
        "text.color": INK,
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": True,
        "grid.color": GRID,
        "grid.linewidth": 0.8,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "legend.frameon": False,
        "path.simplify": True,
    }
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(ours)
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure in inches, outside pyplot's global state; notebooks show it as it is."""
    from matplotlib.figure import Figure

    class Picture(Figure):
        def _repr_png_(self) -> bytes:
            from neurols.plotting.output import image_bytes

            return image_bytes(self, ".png")

    return Picture(figsize=(width, height), layout="constrained", facecolor=PAPER)
