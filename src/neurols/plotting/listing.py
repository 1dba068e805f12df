"""A table below a picture in an html report: routes with their stops, machines with their jobs."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from neurols.errors import printable


class Line(NamedTuple):
    """A row of the table."""

    cells: Sequence[str]
    colour: str = ""
    """Of the chip before it; none where it is empty."""
    traces: Sequence[int] = ()
    """Numbers of the figure's traces that a click on the row leaves standing out."""


class Listing(NamedTuple):
    """A table with a heading, shown below a figure of the same section."""

    title: str
    head: Sequence[str]
    lines: Sequence[Line]
    wide: int = -1
    """The column that may be long: it is set flush left and wraps. By default the last one."""

    def html(self) -> str:
        """The table as html, whatever its texts hold; closed at first where it is long."""
        wide = self.wide % len(self.head)
        opened = " open" if len(self.lines) <= _OPEN else ""
        hint = " Click a row to single it out." if any(one.traces for one in self.lines) else ""
        head = "".join(_cell("th", text, place == wide) for place, text in enumerate(self.head))
        body = "\n".join(_row(line, wide) for line in self.lines)
        return (
            f"<details{opened}><summary>{_text(self.title)}{hint}</summary>\n"
            f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n'
            "</tbody></table></div></details>"
        )


_OPEN = 60  # lines; more of them are shown on demand


def _row(line: Line, wide: int) -> str:
    chip = f'<span class="chip" style="background:{escape(line.colour)}"></span>'
    cells = [_cell("td", text, place == wide) for place, text in enumerate(line.cells)]
    if line.colour:
        cells[0] = cells[0].replace(">", f">{chip}", 1)
    numbers = " ".join(map(str, line.traces))
    return f"<tr{f' data-traces={numbers!r}' if numbers else ''}>{''.join(cells)}</tr>"


def _cell(tag: str, text: str, wide: bool) -> str:
    return f"<{tag}{' class=wide' if wide else ''}>{_text(text)}</{tag}>"


def _text(text: str) -> str:
    return escape(printable(text))
