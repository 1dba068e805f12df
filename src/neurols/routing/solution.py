"""``RoutePlan``: a set of routes with its cost. Whether it is feasible is for ``check`` to say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class RoutePlan:
    """Routes as lists of customers (from 1, the depot left out at both ends), and their cost."""

    routes: list[list[int]]
    cost: int | float

    def __post_init__(self) -> None:
        object.__setattr__(self, "routes", _plain(self.routes))

    def to_json(self) -> dict[str, list[list[int]]]:
        """The ``solution`` object of ``neurols solve --json``."""
        return {"routes": [list(route) for route in self.routes]}


def _plain(routes: Iterable[Iterable[int]]) -> list[list[int]]:
    """Plain ints, so that JSON can write them, and no empty routes: a vehicle that stays at the
    depot is no route."""
    plain = [[int(customer) for customer in route] for route in routes]
    return [route for route in plain if route]
