"""Tables written down: LaTeX that a paper can take, sections, the network's share."""

from __future__ import annotations

from neurols.benchmark import csv_text, latex, markdown
from neurols.benchmark.report import Cell, Row, Table

TABLE = Table(
    "mean gap in % to the best known cost",
    ["n100", "all"],
    [
        Row("paper: SA_restart", {"n100": Cell(9.0)}, published=True, section="local search"),
        Row("ils+sa", {"n100": Cell(2.0, 0.1), "all": Cell(2.5)}, 0.25, section="local search"),
        Row("nls-a", {"n100": Cell(1.0)}, 0.5, section="learned", network=0.875),
        Row("hgs (not installed)", {}, section="clock", contest="clock"),
    ],
)


def test_latex_escapes_and_marks_the_best() -> None:
    lines = latex(TABLE).splitlines()
    assert lines[0] == r"\begin{tabular}{lrrrr}"
    assert r"paper: SA\_restart & 9.00 & -- & -- & -- \\" in lines
    assert r"ils+sa & 2.00 $\pm$ 0.10 & \textbf{2.50} & 0.25 & -- \\" in lines
    assert r"nls-a & \textbf{1.00} & -- & 0.5 & 88 \\" in lines
    assert r"\multicolumn{5}{l}{\emph{learned}} \\" in lines
    assert all(
        line.count("&") == 4 for line in lines if line.endswith(r"\\") and "multi" not in line
    )


def test_markdown_has_a_line_a_section() -> None:
    text = markdown(TABLE)
    assert "| *local search* |  |  |  |  |" in text
    assert text.index("*learned*") < text.index("| nls-a |") < text.index("*clock*")
    assert "| hgs (not installed) | – | – | – | – |" in text


def test_csv_tells_what_was_published_measured_and_not_run() -> None:
    sources = [line.split(",")[1] for line in csv_text(TABLE).splitlines()[1:]]
    assert sources == ["paper", "measured", "measured", "not run"]
    assert "network_share" in csv_text(TABLE)
