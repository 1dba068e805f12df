"""The paper's job-shop table: mean gap in % on Taillard's instances after 100 iterations.

A record to compare with, not a result of this library. Rows of kind ``reported`` were taken over
by the paper from others; the rest it measured itself.
"""

from __future__ import annotations

from neurols.benchmark.experiments import Experiment
from neurols.benchmark.published import Published, PublishedRow

EXPERIMENT = Experiment(
    name="paper-jobshop",
    title="Job shop: the paper's table on Taillard's instances",
    problem="jobshop",
    suite="taillard",
    quick_suite="ta01,ta11,ta21,ta31,ta41,ta51,ta61,ta71",
    iterations=(50, 100, 200),
    stronger=(50, 100, 200),
    peers=(("cp-sat", None),),
)

_GROUPS = ("15x15", "20x15", "20x20", "30x15", "30x20", "50x15", "50x20", "100x20")
"""Columns of the table: ten instances each, in the order ``ta01`` to ``ta80``."""

_TABLE = """
L2D         reported     25.92 30.03 31.58 32.88 33.64 22.35 26.37 13.64 27.05
L2S         reported     20.12 24.83 29.25 24.59 31.91 15.89 21.39  9.26 22.16
ScheduleNet reported     15.32 19.43 17.23 18.95 23.75 13.83 13.56  6.67 16.09
SA          local-search 13.92 17.01 17.16 17.53 21.59 12.50 13.11  6.61 14.93
SA_restart  local-search 13.77 17.01 17.57 17.62 21.78 12.54 13.22  6.75 15.03
ILS         local-search 11.57 13.57 13.85 16.07 18.72 12.65 12.15  6.72 13.16
ILS+SA      local-search 13.32 16.05 15.38 16.93 19.74 13.07 13.43  7.08 14.37
VNS         local-search  9.96 13.71 14.51 15.77 18.69 11.64 11.92  6.26 12.81
NLS_A       learned       9.76 13.33 13.02 15.29 17.94 11.81 11.96  6.33 12.43
NLS_AN      learned      10.32 13.18 12.95 14.91 17.78 11.87 12.02  6.22 12.41
NLS_ANP     learned      10.49 16.32 15.24 15.35 17.64 11.62 11.76  6.09 13.06
"""


def _row(line: str) -> PublishedRow:
    model, kind, *figures = line.split()
    *gaps, average = map(float, figures)
    by_group = dict(zip(_GROUPS, gaps, strict=True))
    return PublishedRow(model, by_group, average, kind.replace("-", " "))


PUBLISHED = Published(
    names=r"ta\d\d",
    budget="100 iterations",
    instances=80,
    groups=_GROUPS,
    rows=[_row(line) for line in _TABLE.strip().splitlines()],
)
