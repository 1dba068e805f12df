"""Solution files of rich routing: CVRPLIB's ``.sol`` as PyVRP reads it, and JSON.

In a ``.sol`` file route k is that of vehicle k, where vehicles differ: a vehicle that stays at its
depot has an empty route. Where types without limit leave no such order, a line ``Vehicle_types``
names the type of each route. Depots inside a route are reloads.
"""

from __future__ import annotations

import json
import re
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.files.json_text import parse_json
from neurols.files.whole_file import write_text

from ..source import text_of
from ..write import read_solution
from .named_plan import to_json

if TYPE_CHECKING:
    from .instance import RichRouting
    from .plan import RoutingPlan

_TYPES = re.compile(r"^vehicle_types[ \t]{0,9}:([\d \t]*)$", re.IGNORECASE | re.MULTILINE)


def sol_text(instance: RichRouting, plan: RoutingPlan) -> str:
    """The plan in CVRPLIB's ``.sol`` format."""
    routes, stated = _in_order(instance, plan)
    lines = [
        f"Route #{number}: {' '.join(map(str, visits))}".rstrip()
        for number, visits in enumerate(routes, start=1)
    ]
    if stated is not None:
        lines.append(f"Vehicle_types: {' '.join(map(str, stated))}")
    return "\n".join([*lines, f"Cost {plan.cost}", ""])


def _in_order(instance: RichRouting, plan: RoutingPlan) -> tuple[list[list[int]], list[int] | None]:
    """Routes in the order of the vehicles; with their types where there is no such order."""
    kinds = [route.vehicle_type for route in plan.routes]
    routes = [route.visits for route in plan.routes]
    if len(instance.vehicle_types) == 1:
        return routes, None
    order = list(instance.vehicle_order)
    for kind, vehicle in enumerate(instance.vehicle_types if not order else ()):
        if vehicle.number is None and kind + 1 < len(instance.vehicle_types):
            return routes, kinds
        order += [kind] * (kinds.count(kind) if vehicle.number is None else vehicle.number)
    placed: list[list[int]] = [[] for _ in order]
    free: dict[int, list[int]] = {}
    for place in reversed(range(len(order))):
        free.setdefault(order[place], []).append(place)
    for visits, kind in zip(routes, kinds, strict=True):
        placed[free[kind].pop()] = visits
    while placed and not placed[-1]:
        placed.pop()
    return placed, None


def write_solution(path: str | PathLike[str], instance: RichRouting, plan: RoutingPlan) -> None:
    """Write a plan: JSON where the name ends in ``.json``, else CVRPLIB's ``.sol``."""
    if Path(fspath(path)).suffix.lower() == ".json":
        form: dict[str, Any] = {"instance": instance.name, **plan.to_json(), "cost": plan.cost}
        named = to_json(plan)
        if named is not None:
            form["named_routes"] = named
        write_text(path, json.dumps(form) + "\n")
    else:
        write_text(path, sol_text(instance, plan))


def read_form(path: str | PathLike[str]) -> dict[str, Any]:
    """Routes, their vehicle types where they are stated, and the stated cost (or None).

    The result of ``neurols solve --json`` is read as well. Whether the plan fits an instance is for
    ``check`` to say.
    """
    text = text_of(path)
    if text.lstrip()[:1] not in ("{", "["):
        found = read_solution(path)
        types = _TYPES.search(text)
        return found if types is None else found | {"vehicle_types": _whole(types[1])}
    data = parse_json(text, path)
    if not isinstance(data, dict):
        raise InputError("no object", file=path, remedy='give {"routes": [[...], ...]}')
    inner = data.get("solution", data)
    routes = inner.get("routes") if isinstance(inner, dict) else None
    if not isinstance(routes, list) or not all(isinstance(route, list) for route in routes):
        raise InputError(
            'no "routes": [[...], ...]', file=path, remedy="list each route's locations"
        )
    found = {"routes": routes, "cost": data.get("cost")}
    if inner.get("vehicle_types") is not None:
        found["vehicle_types"] = inner["vehicle_types"]
    if isinstance(data.get("named_routes"), list):
        found["named_routes"] = data["named_routes"]
    if isinstance(data.get("instance"), str):
        found["instance"] = data["instance"]
    return found


def _whole(words: str) -> list[int]:
    return [int(word[:9]) for word in words.split()]
