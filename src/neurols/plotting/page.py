"""One self-contained html page for several Plotly figures: no network is needed to read it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from neurols.errors import printable
from neurols.plotting import style

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0; background: #f4f6f8; color: {ink}; font: 15px/1.5 {font}; }}
main {{ max-width: 1500px; margin: 0 auto; padding: 24px; }}
h1 {{ font-size: 24px; margin: 0; }}
h2 {{ font-size: 16px; margin: 0 0 4px; }}
p {{ margin: 2px 0 18px; color: {muted}; }}
section {{ background: {paper}; border: 1px solid {grid}; border-radius: 10px;
  padding: 16px 18px; margin-bottom: 18px; }}
dl {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 12px;
  margin: 0; }}
dt {{ color: {muted}; font-size: 13px; }}
dd {{ margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }}
</style>
<script>{script}</script>
</head>
<body>
<main>
{header}{sections}
</main>
</body>
</html>
"""


def html_page(
    title: str, subtitle: str, facts: Sequence[tuple[str, str]], figures: Sequence[tuple[str, Any]]
) -> str:
    """The page: a headline, a few facts, and the figures under their headings."""
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


def _section(number: int, heading: str, figure: Any) -> str:
    import plotly.io

    axis = {"gridcolor": style.GRID, "zeroline": False, "linecolor": style.MUTED}
    figure.update_layout(
        template="none",
        font={"family": style.WEB_FONT, "color": style.INK, "size": 12},
        paper_bgcolor=style.PAPER,
        plot_bgcolor=style.PAPER,
        legend={"font": {"size": 11}},
    )
    figure.update_layout(margin={"l": 60, "t": 30, "b": 50, "r": figure.layout.margin.r or 20})
    figure.update_xaxes(axis)
    figure.update_yaxes(axis, automargin=True)
    body = plotly.io.to_html(
        figure,
        include_plotlyjs=False,
        full_html=False,
        div_id=f"figure-{number}",  # fixed, so that the same result gives the same page
        config={"responsive": True, "displaylogo": False},
    )
    title = f"<h2>{_text(heading)}</h2>\n" if heading else ""
    return f"<section>{title}{body}</section>"
