"""Operators overlook nothing: what they cannot improve, no move of theirs by brute force can."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest

from neurols import _core
from neurols.errors import InfeasibleSolution
from neurols.routing import VehicleRouting, check
from neurols.routing.native import core_data
from tests.routing.core.shapes import OPERATORS, random_instance

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


def moved_strings(routes: Routes) -> Iterator[Routes]:
    """Or-opt: two or three in a row go elsewhere or onto their own route, either way round."""
    for r, route in enumerate(routes):
        for length in (2, 3):
            for i in range(len(route) - length + 1):
                string, rest = route[i : i + length], route[:i] + route[i + length :]
                left = [*routes[:r], rest, *routes[r + 1 :]]
                for turned in (string, string[::-1]):
                    for s, other in enumerate(left):
                        for at in range(len(other) + 1):
                            yield [*left[:s], other[:at] + turned + other[at:], *left[s + 1 :]]
                    yield [*left, turned]


def exchanged(routes: Routes, lengths: tuple[int, int]) -> Iterator[Routes]:
    """Two strings of these lengths change places, in one route or in two."""
    m, n = lengths
    for r, a in enumerate(routes):
        for i in range(len(a) - m + 1):
            for j in range(len(a) - n + 1):
                if i + m <= j:  # the first string before the second, else after it
                    new = a[:i] + a[j : j + n] + a[i + m : j] + a[i : i + m] + a[j + n :]
                elif j + n <= i:
                    new = a[:j] + a[i : i + m] + a[j + n : i] + a[j : j + n] + a[i + m :]
                else:
                    continue
                yield [*routes[:r], new, *routes[r + 1 :]]
        for s, b in enumerate(routes):
            if r == s:
                continue
            for i in range(len(a) - m + 1):
                for j in range(len(b) - n + 1):
                    new = list(routes)
                    new[r] = a[:i] + b[j : j + n] + a[i + m :]
                    new[s] = b[:j] + a[i : i + m] + b[j + n :]
                    yield new


def two_points(routes: Routes) -> Iterator[Routes]:
    return exchanged(routes, (1, 1))


def three_points(routes: Routes) -> Iterator[Routes]:
    return exchanged(routes, (2, 1))


def three_exchanges(routes: Routes) -> Iterator[Routes]:
    """3-opt within a route: three edges of the cycle through the depot make way for three others.

    Of the seven ways to join the three paths again, the four that keep none of the edges cut.
    """
    for r, route in enumerate(routes):
        places = range(len(route) + 1)  # an edge by the number of customers before it
        for i, j, k in combinations(places, 3):
            first, second = route[i:j], route[j:k]
            for middle in (
                second + first,
                first[::-1] + second[::-1],
                second + first[::-1],
                second[::-1] + first,
            ):
                new = route[:i] + middle + route[k:]
                if len(edges(route) - edges(new)) == 3:
                    yield [*routes[:r], new, *routes[r + 1 :]]


def edges(route: list[int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairwise([0, *route, 0])}


def three_arcs(routes: Routes) -> Iterator[Routes]:
    """The one of them that turns nothing round, which is all where distances are asymmetric."""
    for r, route in enumerate(routes):
        for i, j, k in combinations(range(len(route) + 1), 3):
            new = route[:i] + route[j:k] + route[i:j] + route[k:]
            yield [*routes[:r], new, *routes[r + 1 :]]


NEIGHBOURS = {
    "one-point": relocations,
    "or-opt": moved_strings,
    "two-point": two_points,
    "three-point": three_points,
    "2-opt": turned_segments,
    "2-opt*": exchanged_tails,
    "cross-exchange": exchanged_strings,
    "swap*": swapped_customers,
    "3-opt": three_exchanges,
}


def everybody_near(instance: VehicleRouting, allowance: float = 0) -> _core.RoutingWorkspace:
    """A workspace whose neighbour lists hold everybody, so that they rule no move out."""
    settings = _core.RoutingSettings()
    settings.allowance = allowance
    settings.construction = "random"
    settings.neighbours = 100
    native = _core.RoutingInstance(**core_data(instance))
    return _core.RoutingWorkspace(native, settings)


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
    space, core_rng = everybody_near(instance), _core.Rng(seed)
    space.construct(core_rng)
    while space.propose(OPERATORS.index(operator), core_rng):
        space.accept()
    routes = [list(route) for route in space.routes() if route]
    for name in NEIGHBOURS if operator == "all" else (operator,):
        moves = NEIGHBOURS[name]
        if name == "3-opt" and not instance.symmetric:
            moves = three_arcs
        for other in moves(routes):
            assert cost(instance, other) >= space.cost() - 1e-6, (name, routes, other)


@pytest.mark.parametrize("operator", NEIGHBOURS)
def test_moves_are_there_to_be_overlooked(operator: str) -> None:
    """The enumerations themselves: from a bad solution every one of them finds something better."""
    instance = VehicleRouting.from_coordinates(
        [(0, 0), *((x, y) for x in (-20, 0, 20) for y in (10, 20, 30))], [0] + [1] * 9, 5
    )
    better = 0
    for seed in range(20):
        order = list(range(1, 10))
        random.Random(seed).shuffle(order)
        routes = [order[:5], order[5:]]
        now = cost(instance, routes)
        better += any(cost(instance, other) < now for other in NEIGHBOURS[operator](routes))
    assert better > 10
