"""OR-Tools routing under tabu search; the model is in ortools_routing.py."""

from __future__ import annotations

from functools import partial

from neurols.routing.peers import ortools_routing

PACKAGE = "ortools"
OPTIONS = {"first": tuple(ortools_routing.FIRST)}
BY_ITERATIONS = False
unknown_constraints = ortools_routing.unknown_constraints
solve = partial(ortools_routing.solve, metaheuristic="TABU_SEARCH")
