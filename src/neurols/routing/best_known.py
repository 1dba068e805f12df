"""Best known costs of published instances, by name and number of nodes.

Figures only; the files are read from a folder (see ``suites``). Distances are rounded to the
nearest integer, as TSPLIB and CVRPLIB do.

Reinelt (1991): TSPLIB, a traveling salesman problem library (optima). Uchoa et al. (2017) and
Arnold, Gendreau, Sörensen (2019): CVRPLIB's sets X and Belgium.
"""

from __future__ import annotations

import re

from . import uchoa

TSP = {
    "pr1002": 259045, "u1060": 224094, "vm1084": 239297, "rl1323": 270199, "nrw1379": 56638,
    "fl1400": 20164, "u1817": 57201, "d2103": 80450, "u2319": 234256, "pcb3038": 137694,
    "fl3795": 28856, "rl5915": 565530, "rl11849": 923288, "brd14051": 469393, "d15112": 1573100,
}  # fmt: skip
LARGE = {
    "X-n513-k21": 24201, "X-n536-k96": 94846, "X-n561-k42": 42717, "X-n586-k159": 190316,
    "X-n613-k62": 59535, "X-n641-k35": 63684, "X-n670-k130": 146332, "X-n701-k44": 81923,
    "X-n733-k159": 136187, "X-n766-k71": 114417, "X-n801-k40": 73311, "X-n837-k142": 193737,
    "X-n876-k59": 99299, "X-n916-k207": 329179, "X-n957-k87": 85465, "X-n1001-k43": 72355,
    "Leuven1": 192848, "Leuven2": 111395, "Antwerp2": 291350, "Ghent1": 469531,
    "Brussels2": 345468, "Flanders2": 4373244,
}  # fmt: skip
SUITES = {"tsp": TSP, "cvrp-large": LARGE}

_ARNOLD = {"Leuven1": 3001, "Leuven2": 4001, "Antwerp2": 7001, "Ghent1": 10001}
_ARNOLD |= {"Brussels2": 16001, "Flanders2": 30001}
_COSTS = uchoa.BEST_KNOWN | TSP | LARGE


def nodes_of(name: str) -> int:
    """The number of nodes of a published instance; most names hold it."""
    found = re.fullmatch(r"X-n(\d+)-k\d+|[a-z]+(\d+)", name)
    return int(found[1] or found[2]) if found else _ARNOLD[name]


def best_known(name: str, nodes: int) -> float | None:
    """The best known cost of the published instance of that name and size, if it is one."""
    return _COSTS[name] if name in _COSTS and nodes_of(name) == nodes else None
