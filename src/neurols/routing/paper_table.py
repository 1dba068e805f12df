"""The paper's results on Uchoa's instances: mean gap (%) and seconds after 200 iterations.

Falkner, Thyssens, Bdeir, Schmidt-Thieme: Learning to Control Local Search for Combinatorial
Optimization, Table 2; figures as printed there.
"""

from __future__ import annotations

from statistics import fmean

from neurols.benchmark.experiments import Experiment
from neurols.benchmark.published import Published, PublishedRow

EXPERIMENT = Experiment(
    name="paper-cvrp",
    title="Vehicle routing: the paper's table on Uchoa's instances",
    problem="cvrp",
    suite="uchoa",
    quick_suite="X-n101-k25,X-n139-k10,X-n153-k22,X-n190-k8,X-n204-k19,X-n242-k48,"
    "X-n251-k28,X-n298-k31",
    iterations=(200, 500, 1000),
    stronger=(200,),  # with more steps they would take longer than all other rows together
    peers=(
        ("ortools-gls", "OR-Tools GLS"),
        ("ortools-ts", "OR-Tools TS"),
        ("pyvrp", None),
        ("hgs", None),
    ),
)

_GROUPS = ("n100", "n150", "n200", "n250")

# Gaps by group, their mean as printed, and seconds by group.
_TABLE = """
POMO         | reported     | 17.24 12.81 20.52 15.14 | 16.43 |  0.3   0.4   0.4   0.4
POMO (aug)   | reported     |  6.32  9.41 13.47  9.21 |  9.6  |  0.1   0.1   0.1   0.1
DACT         | reported     | 13.19 20.26 16.91 24.93 | 18.82 | 15.1  21.2  27.2  33.0
DACT (aug)   | reported     | 11.52 17.75 15.34 21.86 | 16.62 | 16.6  23.1  29.8  37.8
OR-Tools GLS | library      |  6.91 10.46  7.8  12.12 |  9.32 |  9.4  10.9  13.4   5.0
OR-Tools TS  | library      |  6.78 10.55  7.85 12.13 |  9.33 | 39.0 109.5 126.6   7.0
SA           | local search |  6.92  5.79 16.63  5.92 |  8.81 |  0.7   1.3   2.1   3.3
SA_restart   | local search |  6.96  5.79 16.67  5.99 |  8.85 |  0.7   1.3   2.0   3.0
ILS          | local search |  6.56  5.96 16.73  6.08 |  8.83 |  0.8   1.5   2.4   3.7
ILS+SA       | local search |  6.94  6.01 16.72  6.04 |  8.93 |  0.6   1.2   1.9   2.8
VNS          | local search |  7.99  6.55 17.27  6.36 |  9.54 |  0.4   0.7   0.9   1.4
NLS_A        | learned      |  5.43  5.23 15.97  5.22 |  7.96 |  1.5   2.4   3.6   5.3
NLS_AN       | learned      |  5.42  4.9  15.85  5.08 |  7.81 |  1.7   2.7   4.0   5.9
NLS_ANP      | learned      |  5.42  4.9  15.85  5.08 |  7.81 |  1.7   2.7   4.0   6.1
"""


def _row(line: str) -> PublishedRow:
    model, kind, gaps, average, seconds = (part.strip() for part in line.split("|"))
    by_group = dict(zip(_GROUPS, map(float, gaps.split()), strict=True))
    return PublishedRow(model, by_group, float(average), kind, fmean(map(float, seconds.split())))


PUBLISHED = Published(
    names=r"X-n\d+-k\d+",
    budget="200 iterations",
    instances=43,
    groups=_GROUPS,
    rows=[_row(line) for line in _TABLE.strip().splitlines()],
)
