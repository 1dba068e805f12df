"""Rows of the data sections, each checked with its line, then parsed by vrplib."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .scan import Document, Row, Section

if TYPE_CHECKING:
    from numpy.typing import NDArray

# How TSPLIB lists a matrix, and the format vrplib reads that holds the same values. Matrices of
# which half is given are symmetric, so a column-wise upper half is a row-wise lower half.
_LIKE_LOWER = ("LOWER_ROW", "UPPER_COL", "LOWER_DIAG_ROW", "UPPER_DIAG_COL")
_LIKE_UPPER = ("UPPER_ROW", "LOWER_COL", "UPPER_DIAG_ROW", "LOWER_DIAG_COL")
WEIGHT_FORMATS = ("FULL_MATRIX", *_LIKE_LOWER, *_LIKE_UPPER)


def plain_numbers(document: Document, name: str, nodes: int, values: int) -> NDArray[Any] | None:
    """The numbers of a section that has one row per node, in order, and nothing but finite numbers.

    None of any other, however little is wrong with it: ``node_rows`` looks at one row at a time,
    which takes several times as long.
    """
    import numpy as np

    stretches = document.section(name).stretches
    if len(stretches) != 1:
        return None
    rows = [words for line in stretches[0].text.split("\n") if (words := line.split())]
    if len(rows) != nodes or {len(words) for words in rows} != {values + 1}:
        return None
    if [words[0] for words in rows] != [str(node) for node in range(1, nodes + 1)]:
        return None
    numbers = _vrplib([name, stretches[0].text], name)
    return numbers if numbers.dtype.kind in "if" and np.isfinite(numbers).all() else None


def node_rows(document: Document, name: str, nodes: int, values: int) -> list[Row]:
    """The rows of a section with one row per node, in the order of the nodes."""
    section = document.section(name)
    by_node: dict[int, Row] = {}
    for row in section.rows:
        if len(row.words) != values + 1:
            if row.line == document.last_line and not document.ended:
                raise document.truncated(f"in the middle of a row of {name}")
            raise document.error(
                f"a row of {name} has {len(row.words)} values",
                row.line,
                f"give the node's number and {values} more",
            )
        node = document.whole(row.words[0], "a node's number", row.line)
        if node in by_node:
            first = by_node[node].line
            raise document.error(f"node {node} is given twice (first on line {first})", row.line)
        by_node[node] = row
    _check_count(document, section, nodes)
    for node, row in by_node.items():
        if not 1 <= node <= nodes:
            raise document.error(
                f"node {node} in {name}, but DIMENSION is {nodes}",
                row.line,
                f"number the nodes 1 to {nodes}",
            )
    return [by_node[node] for node in range(1, nodes + 1)]


def _check_count(document: Document, section: Section, nodes: int) -> None:
    found = len(section.rows)
    if found == nodes:
        return
    is_last = section is list(document.sections.values())[-1]
    if found < nodes and is_last and not document.ended:
        raise document.truncated(f"after {found} of {nodes} rows of {section.name}")
    # Point at the first row too many, or at where the next row should have been.
    line = section.rows[min(nodes, found - 1)].line if found else section.line
    stated = document.headers["DIMENSION"].line
    raise document.error(
        f"{section.name} has {found} rows, but DIMENSION (line {stated}) is {nodes}",
        line,
        "correct the one or the other",
    )


def parse_rows(section: str, rows: list[Row]) -> NDArray[Any]:
    """The numbers of checked rows, without the node numbers."""
    return _vrplib([section, *(" ".join(row.words) for row in rows)], section)


def weights(document: Document, layout: str, nodes: int) -> NDArray[Any]:
    """The full matrix of EDGE_WEIGHT_SECTION. TSPLIB lets lines break anywhere in it."""
    section = document.section("EDGE_WEIGHT_SECTION")
    words: list[str] = []
    for row in section.rows:
        for word in row.words:
            if document.number(word, "a distance", row.line) < 0:
                raise document.error(f"a distance is {word}", row.line, "it must not be negative")
        words += row.words
    diagonal = "DIAG" in layout
    full = layout == "FULL_MATRIX"
    expected = nodes * nodes if full else nodes * (nodes + (1 if diagonal else -1)) // 2
    if len(words) != expected:
        cause = f"{len(words)} values of EDGE_WEIGHT_SECTION; {layout} needs {expected}"
        is_last = section is list(document.sections.values())[-1]
        if len(words) < expected and is_last and not document.ended:
            raise document.truncated(f"after {cause}")
        raise document.error(f"found {cause} for DIMENSION {nodes}", section.line)
    if full:
        lines = [" ".join(words[at : at + nodes]) for at in range(0, expected, nodes)]
    else:
        words = _as_lower_row(words, layout in _LIKE_UPPER, diagonal, nodes)
        # One matrix row a line: before 2.2, vrplib did not read them any other way.
        starts = [row * (row - 1) // 2 for row in range(1, nodes + 1)]
        lines = [" ".join(words[at:end]) for at, end in pairwise(starts)]
        layout = "LOWER_ROW"
    header = ["EDGE_WEIGHT_TYPE : EXPLICIT", f"EDGE_WEIGHT_FORMAT : {layout}"]
    return _vrplib([*header, section.name, *lines], section.name)


def _as_lower_row(words: list[str], upper: bool, diagonal: bool, nodes: int) -> list[str]:
    """The values below the diagonal, row by row, from any listing of half a matrix."""
    import numpy as np

    position = np.zeros((nodes, nodes), dtype=np.int32)
    if upper:
        position[np.triu_indices(nodes, 0 if diagonal else 1)] = np.arange(len(words))
        position = position.T
    else:
        position[np.tril_indices(nodes, 0 if diagonal else -1)] = np.arange(len(words))
    return [words[at] for at in position[np.tril_indices(nodes, -1)].tolist()]


def _vrplib(lines: list[str], section: str) -> NDArray[Any]:
    """Only checked lines in plain order reach vrplib: it would take rows out of order as they
    come, and a name that contains EOF as the file's end."""
    import numpy as np
    from vrplib.parse import parse_vrplib  # type: ignore[import-untyped,unused-ignore]

    parsed = parse_vrplib("\n".join(lines), compute_edge_weights=False)
    return np.asarray(parsed[section.removesuffix("_SECTION").lower()])
