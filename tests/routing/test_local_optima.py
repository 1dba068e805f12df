"""Operators overlook nothing: what they cannot improve, no move of theirs by brute force can."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from neurols import _core
from neurols.errors import InfeasibleSolution
from neurols.problems.routing import VehicleRouting, check
from tests.routing.shapes import OPERATORS, random_instance, workspace

Routes = list[list[int]]
LONGEST = 3  # customers in a string of a cross-exchange


def relocations(routes: Routes) -> Iterator[Routes]:
    for customer in (c for route in routes for c in route):
        left = [[c for c in route if c != customer] for route in routes]
        for r, route in enumerate(left):
            for at in range(len(route) + 1):
                yield [*left[:r], [*route[:at], customer, *route[at:]], *left[r + 1 :]]
        yield [*left, [customer]]


def turned_segments(routes: Routes) -> Iterator[Routes]:
    for r, route in enumerate(routes):
        for i in range(len(route)):
            for j in range(i + 2, len(route) + 1):
                yield [
                    *routes[:r],
                    route[:i] + route[i:j][::-1] + route[j:],
                    *routes[r + 1 :],
                ]


def pairs(routes: Routes) -> Iterator[tuple[list[int], list[int], Routes]]:
    for r in range(len(routes)):
        for s in range(r + 1, len(routes)):
            yield routes[r], routes[s], [x for k, x in enumerate(routes) if k not in (r, s)]


def exchanged_tails(routes: Routes) -> Iterator[Routes]:
    for a, b, rest in pairs(routes):
        for i in range(len(a) + 1):
            for j in range(len(b) + 1):
                yield [*rest, a[:i] + b[j:], b[:j] + a[i:]]


def exchanged_strings(routes: Routes) -> Iterator[Routes]:
    for a, b, rest in pairs(routes):
        for i in range(len(a)):
            for j in range(len(b)):
                for m in range(1, min(LONGEST, len(a) - i) + 1):
                    for n in range(1, min(LONGEST, len(b) - j) + 1):
                        yield [
                            *rest,
                            a[:i] + b[j : j + n] + a[i + m :],
                            b[:j] + a[i : i + m] + b[j + n :],
                        ]


def swapped_customers(routes: Routes) -> Iterator[Routes]:
    """SWAP*: each goes to any place of the other's route."""
    for a, b, rest in pairs(routes):
        for u in a:
            for v in b:
                without_u, without_v = [c for c in a if c != u], [c for c in b if c != v]
                for i in range(len(without_u) + 1):
                    for j in range(len(without_v) + 1):
                        yield [
                            *rest,
                            [*without_u[:i], v, *without_u[i:]],
                            [*without_v[:j], u, *without_v[j:]],
                        ]


NEIGHBOURS = {
    "one-point": relocations,
    "2-opt": turned_segments,
    "2-opt*": exchanged_tails,
    "cross-exchange": exchanged_strings,
    "swap*": swapped_customers,
}


def cost(instance: VehicleRouting, routes: Routes) -> float:
    """Infinity where a plan breaks a limit."""
    try:
        return check(instance, {"routes": [route for route in routes if route]})
    except InfeasibleSolution:
        return float("inf")


@pytest.mark.parametrize("operator", [*NEIGHBOURS, "all"])
@pytest.mark.parametrize("seed", range(40))
def test_no_move_is_overlooked(operator: str, seed: int) -> None:
    rng = random.Random(seed)
    instance = random_instance(rng, most=11)
    space, core_rng = workspace(instance, construction="random"), _core.Rng(seed)
    space.construct(core_rng)
    while space.propose(OPERATORS.index(operator), core_rng):
        space.accept()
    routes = [list(route) for route in space.routes() if route]
    for name in NEIGHBOURS if operator == "all" else (operator,):
        for other in NEIGHBOURS[name](routes):
            assert cost(instance, other) >= space.cost() - 1e-6, (name, routes, other)
