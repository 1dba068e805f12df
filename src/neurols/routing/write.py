"""Writing instances and route plans, and reading route plans back (CVRPLIB ``.sol`` or JSON)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.json_text import parse_json
from neurols.files.whole_file import write_text

from .instance import VehicleRouting
from .read import JSON_FORMAT, JSON_VERSION
from .solution import RoutePlan
from .source import text_of

_ROUTE = re.compile(r"route ?#? ?[0-9]{0,18} ?:(.*)", re.IGNORECASE)
_COST = re.compile(r"cost(?: ?[:=] ?| )(\S+)", re.IGNORECASE)
_INTEGER = re.compile(r"-?[0-9]{1,18}")


def vrp_text(instance: VehicleRouting) -> str:
    """The instance in CVRPLIB's format (TSPLIB's, for a TSP); reading it gives the same data."""
    is_tsp = instance.problem == "tsp"
    kind = "CVRP" if not is_tsp else "TSP" if instance.symmetric else "ATSP"
    lines = [f"NAME : {instance.name}"]
    if instance.best_known is not None:
        lines.append(f"COMMENT : (Best value: {_number(instance.best_known)})")
    lines += [f"TYPE : {kind}", f"DIMENSION : {instance.nodes}"]
    lines.append(f"EDGE_WEIGHT_TYPE : {instance.metric}")
    if instance.matrix is not None:
        lines.append("EDGE_WEIGHT_FORMAT : FULL_MATRIX")
    if not is_tsp:
        lines.append(f"CAPACITY : {instance.capacity}")
        if instance.vehicles is not None:
            lines.append(f"VEHICLES : {instance.vehicles}")
        if instance.max_distance is not None:
            lines.append(f"DISTANCE : {_number(instance.max_distance)}")
    if instance.matrix is not None:
        lines.append("EDGE_WEIGHT_SECTION")
        lines += [" ".join(map(_number, row)) for row in instance.matrix.tolist()]
    if instance.coordinates is not None:
        lines.append("NODE_COORD_SECTION")
        lines += _numbered(instance.coordinates.tolist())
    if not is_tsp:
        lines.append("DEMAND_SECTION")
        lines += _numbered([demand] for demand in instance.demands.tolist())
        lines += ["DEPOT_SECTION", "1", "-1"]
    return "\n".join([*lines, "EOF", ""])


def to_json(instance: VehicleRouting) -> dict[str, Any]:
    """The instance as an object of the project's JSON format."""
    points, matrix = instance.coordinates, instance.matrix
    fields = {
        "format": JSON_FORMAT,
        "version": JSON_VERSION,
        "name": instance.name,
        "metric": str(instance.metric),
        "capacity": instance.capacity,
        "vehicles": instance.vehicles,
        "max_distance": instance.max_distance,
        "best_known": instance.best_known,
        "demands": instance.demands.tolist(),
        "coordinates": None if points is None else points.tolist(),
        "matrix": None if matrix is None else matrix.tolist(),
    }
    return {key: value for key, value in fields.items() if value is not None}


def write_instance(path: str | PathLike[str], instance: VehicleRouting) -> None:
    """Write an instance: JSON where the name ends in ``.json``, else CVRPLIB's format."""
    if _is_json(path):
        write_text(path, json.dumps(to_json(instance)) + "\n")
    else:
        write_text(path, vrp_text(instance))


def sol_text(plan: RoutePlan) -> str:
    """The routes in CVRPLIB's ``.sol`` format."""
    routes = (
        f"Route #{number}: {' '.join(map(str, route))}"
        for number, route in enumerate(plan.routes, start=1)
    )
    return "\n".join([*routes, f"Cost {_number(plan.cost)}", ""])


def write_solution(path: str | PathLike[str], plan: RoutePlan) -> None:
    """Write a route plan: JSON where the name ends in ``.json``, else CVRPLIB's ``.sol``."""
    if _is_json(path):
        write_text(path, json.dumps({**plan.to_json(), "cost": plan.cost}) + "\n")
    else:
        write_text(path, sol_text(plan))


def read_solution(path: str | PathLike[str]) -> dict[str, Any]:
    """Routes and stated cost (None where none is stated) of a ``.sol`` or JSON file.

    The result of ``neurols solve --json`` is read as well. Whether the routes fit an instance is
    for ``check`` to say.
    """
    text = text_of(path)
    found = _json_solution(text, path) if text.lstrip()[:1] in "{[" else _sol(text, path)
    if not any(found["routes"]):
        raise InputError("no routes found", file=path, remedy="give lines like 'Route #1: 3 5'")
    return found


def _sol(text: str, path: str | PathLike[str]) -> dict[str, Any]:
    routes: list[list[int]] = []
    cost: int | float | None = None
    for line, content in enumerate(text.split("\n"), start=1):
        content = " ".join(content.split())  # runs of blanks would take the patterns long
        if route := _ROUTE.fullmatch(content):
            routes.append([_customer(word, path, line) for word in route[1].split()])
        elif stated := _COST.fullmatch(content):
            cost = _stated(stated[1], path, line)
        elif content.lower().startswith("rout") or content[:1].isdigit():
            raise InputError(
                f"cannot read {content[:40]!r}",
                file=path,
                line=line,
                remedy="write 'Route #1: 3 5'",
            )
        # Other words (CPU time, authors) are what solvers like to add; they say nothing here.
    return {"routes": routes, "cost": cost}


def _customer(word: str, path: str | PathLike[str], line: int) -> int:
    if not _INTEGER.fullmatch(word):
        raise InputError(
            f"{word[:40]!r} is no customer", file=path, line=line, remedy="give whole numbers"
        )
    return int(word)


def _stated(word: str, path: str | PathLike[str], line: int) -> int | float:
    try:
        return int(word) if _INTEGER.fullmatch(word) else float(word)
    except ValueError:
        raise InputError(
            f"the cost is {word[:40]!r}", file=path, line=line, remedy="give a number"
        ) from None


def _json_solution(text: str, path: str | PathLike[str]) -> dict[str, Any]:
    data = parse_json(text, path)
    cost = data.get("cost") if isinstance(data, dict) else None
    if isinstance(data, dict) and "solution" in data:
        data = data["solution"]
    routes = data.get("routes") if isinstance(data, dict) else None
    if not isinstance(routes, list) or not all(isinstance(route, list) for route in routes):
        raise InputError(
            'no "routes": [[...], ...]', file=path, remedy="list each route's customers"
        )
    for number, route in enumerate(routes, start=1):
        for customer in route:
            if not isinstance(customer, int) or isinstance(customer, bool):
                cause = f"route {number}: {str(customer)[:40]!r} is no customer"
                raise InputError(cause, file=path, remedy="give whole numbers")
    if cost is not None and (not isinstance(cost, int | float) or isinstance(cost, bool)):
        raise InputError(f"the cost is {str(cost)[:40]!r}", file=path, remedy="give a number")
    return {"routes": routes, "cost": cost}


def _numbered(rows: Iterable[list[float]]) -> list[str]:
    return [f"{node} {' '.join(map(_number, row))}" for node, row in enumerate(rows, start=1)]


def _number(value: float) -> str:
    """The shortest text that reads back as the same number; whole ones without a point."""
    whole = float(value).is_integer() and abs(value) < 2**53
    return str(int(value)) if whole else repr(float(value))


def _is_json(path: str | PathLike[str]) -> bool:
    return Path(fspath(path)).suffix.lower() == ".json"
