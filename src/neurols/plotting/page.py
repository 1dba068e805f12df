"""One self-contained html page for several Plotly figures: no network is needed to read it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from neurols.errors import printable
from neurols.plotting import style

SQUARE = "min(820px, 100vw)"
"""Height of a map: that of a large window, or on a phone its width."""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0; background: #f4f6f8; color: {ink}; font: 15px/1.5 {font}; }}
main {{ max-width: 1500px; margin: 0 auto; padding: clamp(10px, 2.5vw, 24px); }}
h1 {{ font-size: 24px; margin: 0; }}
h2 {{ font-size: 16px; margin: 0 0 4px; }}
p {{ margin: 2px 0 18px; color: {muted}; }}
section {{ background: {paper}; border: 1px solid {grid}; border-radius: 10px;
  padding: 16px clamp(8px, 2vw, 18px); margin-bottom: 18px; overflow: hidden; }}
dl {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 12px;
  margin: 0; }}
dt {{ color: {muted}; font-size: 13px; }}
dd {{ margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }}
details {{ margin-top: 10px; }}
summary {{ cursor: pointer; color: {muted}; font-size: 13px; }}
.scroll {{ overflow-x: auto; max-height: 480px; overflow-y: auto; }}
table {{ border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }}
th, td {{ padding: 3px 10px; text-align: right; white-space: nowrap; vertical-align: top;
  border-bottom: 1px solid {grid}; }}
th {{ position: sticky; top: 0; background: {paper}; color: {muted}; font-weight: 600; }}
th.wide, td.wide {{ text-align: left; }}
td.wide:last-child {{ white-space: normal; min-width: min(220px, 36vw); }}
tr[data-traces] {{ cursor: pointer; }}
tr[data-traces]:hover, tr.chosen {{ background: #eef3f8; }}
.chip {{ display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }}
</style>
<script>{script}</script>
</head>
<body>
<main>
{header}{sections}
</main>
<script>{choose}</script>
</body>
</html>
"""


# A click on a row of a listing fades all traces but those of the row; a second click undoes it.
_CHOOSE = """
document.querySelectorAll("tr[data-traces]").forEach(row => row.addEventListener("click", () => {
  const section = row.closest("section");
  const plot = section.querySelector(".js-plotly-plot");
  const on = !row.classList.contains("chosen");
  const rows = [...section.querySelectorAll("tr[data-traces]")];
  const numbers = one => one.dataset.traces.split(" ").map(Number);
  rows.forEach(other => other.classList.toggle("chosen", on && other === row));
  const all = rows.flatMap(numbers), mine = numbers(row);
  Plotly.restyle(plot, {opacity: all.map(n => !on || mine.includes(n) ? 1 : 0.07)}, all);
}));
"""


def html_page(
    title: str, subtitle: str, facts: Sequence[tuple[str, str]], figures: Sequence[tuple[str, Any]]
) -> str:
    """The page: a headline, a few facts, and the figures under their headings.

    What stands under a heading is a Plotly figure, a ``Listing``, a sentence, or several of these
    in a tuple.
    """
    from plotly.offline import get_plotlyjs

    header = f"<h1>{_text(title)}</h1>\n<p>{_text(subtitle)}</p>\n" if title else ""
    if facts:
        pairs = "".join(f"<div><dt>{_text(k)}</dt><dd>{_text(v)}</dd></div>" for k, v in facts)
        header += f"<section><dl>{pairs}</dl></section>\n"
    sections = "\n".join(
        _section(number, heading, figure) for number, (heading, figure) in enumerate(figures)
    )
    return _PAGE.format(
        title=_text(title or "neurols"),
        script=get_plotlyjs(),
        choose=_CHOOSE,
        header=header,
        sections=sections,
        ink=style.INK,
        muted=style.MUTED,
        paper=style.PAPER,
        grid=style.GRID,
        font=style.WEB_FONT,
    )


def _text(text: str) -> str:
    """A text as html shows it, whatever it holds."""
    return escape(printable(text))


def _section(number: int, heading: str, content: Any) -> str:
    parts = content if isinstance(content, tuple) and not hasattr(content, "html") else (content,)
    title = f"<h2>{_text(heading)}</h2>\n" if heading else ""
    body = "\n".join(
        _part(f"figure-{number}" + (f"-{place}" if place else ""), part)
        for place, part in enumerate(parts)
    )
    return f"<section>{title}{body}</section>"


def _part(name: str, part: Any) -> str:
    if isinstance(part, str):
        return f"<p>{_text(part)}</p>"
    return str(part.html()) if hasattr(part, "html") else _figure(name, part)


def _figure(name: str, figure: Any) -> str:
    import plotly.io

    axis = {"gridcolor": style.GRID, "zeroline": False, "linecolor": style.MUTED}
    figure.update_layout(
        template="none",
        font={"family": style.WEB_FONT, "color": style.INK, "size": 12},
        paper_bgcolor=style.PAPER,
        plot_bgcolor=style.PAPER,
        legend={"font": {"size": 11}},
    )
    given = figure.layout.margin
    figure.update_layout(
        margin={
            "l": 60 if given.l is None else given.l,
            "t": 30 if given.t is None else given.t,
            "b": 50 if given.b is None else given.b,
            "r": 20 if given.r is None else given.r,
        }
    )
    figure.update_xaxes(axis)
    figure.update_yaxes(axis, automargin=True)
    return str(
        plotly.io.to_html(
            figure,
            include_plotlyjs=False,
            full_html=False,
            div_id=name,  # fixed, so that the same result gives the same page
            default_height=SQUARE,  # of a figure that names no height, a map
            config={"responsive": True, "displayModeBar": False},
        )
    )
