"""OR-Tools routing under guided local search; the model is in ortools_routing.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from neurols.benchmark.peers.adapter import Answer, Limit
from neurols.routing.peers import ortools_routing

if TYPE_CHECKING:
    from neurols.routing import VehicleRouting

PACKAGE = "ortools"
OPTIONS = {"first": tuple(ortools_routing.FIRST)}
BY_ITERATIONS = False
unknown_constraints = ortools_routing.unknown_constraints


def solve(instance: VehicleRouting, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """The first solution by the option ``first``, then guided local search."""
    return ortools_routing.solve(instance, limit, seed, options, "GUIDED_LOCAL_SEARCH")
