"""Reference costs of the generated instances, with their provenance.

No optimum is known for them, so the best cost that several solvers found stands in for it. The
rows are written by a script that runs the solvers; do not edit them by hand.
"""

from __future__ import annotations

from typing import NamedTuple


class Reference(NamedTuple):
    """The best cost found for an instance, and what it took to find it."""

    cost: int | float
    solvers: tuple[str, ...]
    """Every solver that ran, with its version; the first one found the cost."""
    seconds: float
    """CPU seconds that each solver was given."""


REFERENCES: dict[str, Reference] = {
    "ul-n1001-s40": Reference(
        105958,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n101-s01": Reference(
        13166,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n107-s02": Reference(
        39655,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n114-s03": Reference(
        10532,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n120-s04": Reference(
        18734,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n128-s05": Reference(
        32802,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n135-s06": Reference(
        12081,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n144-s07": Reference(
        19052,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n152-s08": Reference(
        16385,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n161-s09": Reference(
        12359,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
            "pyvrp pyvrp 0.14.1",
        ),
        10,
    ),
    "ul-n171-s10": Reference(
        18007,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n181-s11": Reference(
        79164,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n192-s12": Reference(
        35098,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n204-s13": Reference(
        37037,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n216-s14": Reference(
        22372,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n230-s15": Reference(
        18111,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n243-s16": Reference(
        25676,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n258-s17": Reference(
        26432,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n274-s18": Reference(
        41160,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n290-s19": Reference(
        27312,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n308-s20": Reference(
        33673,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n327-s21": Reference(
        36350,
        (
            "hgs hygese 0.1.0",
            "auto 0.1.0",
        ),
        10,
    ),
    "ul-n347-s22": Reference(
        22127,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n368-s23": Reference(
        66639,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n390-s24": Reference(
        37718,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n413-s25": Reference(
        46263,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n439-s26": Reference(
        54588,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n465-s27": Reference(
        40021,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n493-s28": Reference(
        66079,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n523-s29": Reference(
        98488,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n555-s30": Reference(
        40779,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n589-s31": Reference(
        76403,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n625-s32": Reference(
        123848,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n662-s33": Reference(
        53791,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n703-s34": Reference(
        134121,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n745-s35": Reference(
        62911,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n791-s36": Reference(
        57228,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n839-s37": Reference(
        87667,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n890-s38": Reference(
        181458,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
    "ul-n944-s39": Reference(
        102438,
        (
            "auto 0.1.0",
            "hgs hygese 0.1.0",
        ),
        10,
    ),
}
