"""Taillard's permutation flow shops of up to 100 jobs, regenerated from their published seeds.

E. Taillard, "Benchmarks for basic scheduling problems", European Journal of Operational Research
64 (1993), 278-285. Costs are the best known ones, most of them proven optimal.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from neurols.scheduling.generate import taillard_flow_durations
from neurols.scheduling.rich.generate_shops import in_rows

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

SUITE = "taillard-flow-shop"

_FIGURES = """
20 5 873654221:1278 379008056:1359 1866992158:1081 216771124:1293 495070989:1235
20 5 402959317:1195 1369363414:1234 2021925980:1206 573109518:1230 88325120:1108
20 10 587595453:1582 1401007982:1659 873136276:1496 268827376:1377 1634173168:1419
20 10 691823909:1397 73807235:1484 1273398721:1538 2065119309:1593 1672900551:1591
20 20 479340445:2297 268827376:2099 1958948863:2326 918272953:2223 555010963:2291
20 20 2010851491:2226 1519833303:2273 1748670931:2200 1923497586:2237 1829909967:2178
50 5 1328042058:2724 200382020:2834 496319842:2621 1203030903:2751 1730708564:2863
50 5 450926852:2829 1303135678:2725 1273398721:2683 587288402:2552 248421594:2782
50 10 1958948863:2991 575633267:2867 655816003:2839 1977864101:3063 93805469:2976
50 10 1803345551:3006 49612559:3093 1899802599:3037 2013025619:2897 578962478:3065
50 20 1539989115:3850 691823909:3704 655816003:3640 1315102446:3723 1949668355:3610
50 20 1923497586:3679 1805594913:3704 1861070898:3691 715643788:3743 464843328:3756
100 5 896678084:5493 1179439976:5268 1122278347:5175 416756875:5014 267829958:5250
100 5 1835213917:5135 1328833962:5246 1418570761:5094 161033112:5448 304212574:5322
100 10 1539989115:5770 655816003:5349 960914243:5676 1915696806:5781 2013025619:5467
100 10 1168140026:5303 1923497586:5595 167698528:5617 1528387973:5871 993794175:5845
100 20 450926852:6202 1462772409:6183 1021685265:6271 83696007:6269 508154254:6314
100 20 1861070898:6364 26482542:6268 444956424:6401 2115448041:6275 118254244:6434
"""


class Row(NamedTuple):
    """One instance."""

    jobs: int
    machines: int
    seed: int
    best_known: int


@cache
def rows() -> dict[str, Row]:
    """Name (``pfs-ta001`` to ``pfs-ta090``) to figures."""
    found: list[Row] = []
    for line in _FIGURES.strip().splitlines():
        jobs, machines, *pairs = line.split()
        for pair in pairs:
            seed, _, best = pair.partition(":")
            found.append(Row(int(jobs), int(machines), int(seed), int(best)))
    return {f"pfs-ta{number:03d}": row for number, row in enumerate(found, start=1)}


def load(name: str) -> RichScheduling | None:
    """The instance of that name; None where there is none."""
    row = rows().get(name)
    if row is None:
        return None
    durations = taillard_flow_durations(row.jobs, row.machines, row.seed)
    jobs = [[((m, durations[m][j]),) for m in range(row.machines)] for j in range(row.jobs)]
    made = in_rows(name, jobs, row.machines)
    return replace(made, permutation=True, best_known=row.best_known)


def group(name: str) -> str:
    """Its suite and size."""
    row = rows()[name]
    return f"{SUITE}:{row.jobs}x{row.machines}"
