"""Usage of operators and perturbations: how often proposed, accepted, improving."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.plotting import style
from neurols.plotting.listing import Line, Listing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from neurols.search.result import Result, Usage

_KINDS = ("proposed", "accepted", "improving")
# One hue from light to dark: each kind is a part of the one before.
_SHADES = (
    style.mixed(style.FEW[0], style.PAPER, 0.75),
    style.mixed(style.FEW[0], style.PAPER, 0.35),
    style.mixed(style.FEW[0], style.INK, 0.45),
)


def plot_usage(
    result: Result, path: str | PathLike[str] | None = None, *, log: bool = False
) -> Any:
    """Draw what the search used and what came of it.

    Args:
        result: what ``solve`` returned.
        path: where to save it (``.svg``, ``.png`` or ``.html``); without it a Matplotlib figure
            is returned.
        log: whether the counts run on a logarithmic axis.
    """
    from neurols.plotting.result import save

    return save(path, lambda: figure(result, log=log), lambda: [("", interactive(result, log=log))])


def used(result: Result) -> dict[str, Usage]:
    """The operators and perturbations that were used at all, the most used first."""
    chosen = [(name, usage) for name, usage in result.usage.items() if usage.proposed > 0]
    return dict(sorted(chosen, key=lambda pair: -pair[1].proposed))


def figure(result: Result, *, log: bool = False) -> Figure:
    """The counts as a Matplotlib figure."""
    rows = used(result)
    with style.matplotlib_style():
        sheet = style.new_figure(8.5, 1.5 + 0.45 * max(1, len(rows)))
        axes = sheet.subplots()
        for kind, shade, height in zip(_KINDS, _SHADES, (0.72, 0.5, 0.28), strict=True):
            counts = [getattr(usage, kind) for usage in rows.values()]
            axes.barh(range(len(rows)), counts, height, color=shade, label=kind)
        for place, usage in enumerate(rows.values()):
            axes.annotate(
                f"  {usage.proposed:,}  ({_shares(usage)})",
                (usage.proposed, place),
                va="center",
                fontsize=8,
                color=style.MUTED,
            )
        axes.set_yticks(range(len(rows)), list(rows))
        axes.invert_yaxis()
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", visible=False)
        axes.margins(x=0.45)  # room for the shares beside the longest bar
        axes.set_xlabel("steps")
        if log:
            axes.set_xscale("log")
        else:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 0 else "")
        handles, labels = axes.get_legend_handles_labels()
        sheet.legend(handles, labels, loc="outside upper center", ncols=3)
    return sheet


def interactive(result: Result, *, log: bool = False) -> Any:
    """The counts as a Plotly figure."""
    import plotly.graph_objects as go

    rows = used(result)
    names = list(rows)
    sheet = go.Figure()
    for kind, shade, width in zip(_KINDS, _SHADES, (0.72, 0.5, 0.28), strict=True):
        counts = [getattr(usage, kind) for usage in rows.values()]
        sheet.add_trace(
            go.Bar(
                orientation="h",
                name=kind,
                x=counts,
                y=names,
                width=width,
                marker={"color": shade},
                hovertemplate=f"%{{y}}<br>{kind} %{{x:,}}<extra></extra>",
            )
        )
    sheet.update_layout(
        barmode="overlay",
        height=130 + 36 * max(1, len(rows)),
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
        xaxis={"title": {"text": "steps"}, "type": "log" if log else "linear", "nticks": 6},
        yaxis={"autorange": "reversed", "showgrid": False},
    )
    return sheet


def listing(result: Result) -> Listing:
    """The counts as a table."""
    lines = []
    for name, usage in used(result).items():
        shares = [100 * n / usage.proposed for n in (usage.accepted, usage.improving)]
        lines.append(Line([name, f"{usage.proposed:,}", *(f"{share:.1f} %" for share in shares)]))
    return Listing("Counts.", ["operator", *_KINDS], lines, wide=0)


def _shares(usage: Usage) -> str:
    accepted, improving = (100 * n / usage.proposed for n in (usage.accepted, usage.improving))
    return f"{accepted:.1f} % accepted, {improving:.1f} % improving"
