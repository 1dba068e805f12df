"""What a file of the VRPLIB dialect says of its vehicles; those that are alike make a type."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..scan import Document
from .dialect_rows import columns_of, keyed_rows, numbers, whole_numbers
from .dialect_terms import VEHICLE_HEADERS, VEHICLE_SECTIONS


@dataclass(frozen=True)
class Fleet:
    """Vehicle types in the order of their first vehicles."""

    types: list[dict[str, Any]]
    """Fields of ``VehicleType``."""
    allowed: dict[int, frozenset[int]]
    """By node from 0: the types that may visit it, where not all may."""
    order: tuple[int, ...]
    """The type of each vehicle, where they do not stand one after the other."""

    def limits(self) -> list[float]:
        """Limits of distance and duration."""
        return [kind[key] for kind in self.types for key in ("max_distance", "max_duration")]

    def costs(self) -> list[float]:
        """Costs of vehicles and of units of distance."""
        return [kind[key] for kind in self.types for key in ("fixed_cost", "unit_distance_cost")]


def read_fleet(document: Document, nodes: int, depots: int) -> Fleet:
    """The vehicle sections and headers."""
    number = _number(document)
    if number is None:
        _refuse_sections(document)
    count = number or 1
    columns = {
        "capacity": _capacity(document, count),
        "depot": _depots(document, count, depots),
        "reload_depots": _reload_depots(document, count, depots),
        "max_reloads": _values(document, "VEHICLES_MAX_RELOADS", count, None),
        "max_distance": _max_distance(document, count),
        "max_duration": _values(document, "VEHICLES_MAX_DURATION", count, math.inf),
        "fixed_cost": _values(document, "VEHICLES_FIXED_COST", count, 0.0),
        "unit_distance_cost": _values(document, "VEHICLES_UNIT_DISTANCE_COST", count, 1.0),
        "allowed": _allowed(document, count, nodes, depots),
    }
    types: dict[tuple[Any, ...], list[int]] = {}
    for vehicle, values in enumerate(zip(*columns.values(), strict=True)):
        types.setdefault(values, []).append(vehicle)
    kinds = []
    allowed: dict[int, set[int]] = {}
    restricted = any(
        dict(zip(columns, values, strict=True))["allowed"] is not None for values in types
    )
    for kind, (values, vehicles) in enumerate(types.items()):
        fields = dict(zip(columns, values, strict=True))
        may_visit = fields.pop("allowed")
        if restricted:
            for node in range(depots, nodes) if may_visit is None else may_visit:
                allowed.setdefault(node, set()).add(kind)
        depot = fields.pop("depot")
        reloads = fields["max_reloads"]
        fields["max_reloads"] = (
            None if reloads is None or not fields["reload_depots"] else int(reloads)
        )
        kinds.append(
            {
                **fields,
                "number": None if number is None else len(vehicles),
                "start_depot": depot,
                "end_depot": depot,
            }
        )
    order = [0] * count
    for kind, vehicles in enumerate(types.values()):
        for vehicle in vehicles:
            order[vehicle] = kind
    mixed = order != sorted(order)
    return Fleet(
        kinds,
        _restrictions(allowed, len(kinds), restricted, nodes, depots, document),
        tuple(order) if mixed else (),
    )


def _restrictions(
    allowed: dict[int, set[int]],
    kinds: int,
    restricted: bool,
    nodes: int,
    depots: int,
    document: Document,
) -> dict[int, frozenset[int]]:
    if not restricted:
        return {}
    for node in range(depots, nodes):
        if node not in allowed:
            raise document.error(
                f"no vehicle may visit node {node + 1}",
                document.sections["VEHICLES_ALLOWED_CLIENTS_SECTION"].line,
                "add it to the row of one",
            )
    return {
        node: frozenset(found)
        for node, found in allowed.items()
        if node >= depots and len(found) < kinds
    }


def _number(document: Document) -> int | None:
    if "VEHICLES" not in document.headers:
        return None
    text, line = document.headers["VEHICLES"]
    number = document.whole(text, "VEHICLES", line)
    if not 1 <= number <= 10**6:
        raise document.error(f"VEHICLES is {text[:40]}", line, "give a number from 1 to 1,000,000")
    return number


def _refuse_sections(document: Document) -> None:
    for name in VEHICLE_SECTIONS:
        if name in document.sections:
            raise document.error(
                f"{name} without the header VEHICLES",
                document.sections[name].line,
                "say how many vehicles there are",
            )


def _capacity(document: Document, count: int) -> list[tuple[int, ...]]:
    name = "CAPACITY_SECTION"
    if name in document.sections:
        rows = keyed_rows(document, name, count, "vehicle", columns_of(document, name))
        found = whole_numbers(document, rows, lambda k: f"the capacity of vehicle {k}")
        return [tuple(values) for values in found]
    if "CAPACITY" not in document.headers:
        return [()] * count
    text, line = document.headers["CAPACITY"]
    capacity = document.whole(text, "CAPACITY", line)
    if capacity < 0:
        raise document.error(f"CAPACITY is {capacity}", line, "it must not be negative")
    return [(capacity,)] * count


def _values(document: Document, key: str, count: int, default: Any) -> list[Any]:
    """One value a vehicle: from the section, or the header's for all, or the default."""
    words = key.removeprefix("VEHICLES_").replace("_", " ").lower()
    section = f"{key}_SECTION"
    if section in document.sections:
        rows = keyed_rows(document, section, count, "vehicle", 1)
        found = numbers(document, rows, lambda k: f"the {words} of vehicle {k}")
        if key == "VEHICLES_MAX_RELOADS":
            whole_numbers(document, rows, lambda k: f"the {words} of vehicle {k}")
        return [values[0] for values in found]
    if key in VEHICLE_HEADERS and key in document.headers:
        text, line = document.headers[key]
        value = document.number(text, key, line)
        if value < 0 or (key == "VEHICLES_MAX_RELOADS" and not value.is_integer()):
            raise document.error(f"{key} is {text}", line, "give a number, 0 or more")
        return [value] * count
    return [default] * count


def _max_distance(document: Document, count: int) -> list[float]:
    """CVRPLIB's DISTANCE says the same for all vehicles."""
    found = _values(document, "VEHICLES_MAX_DISTANCE", count, math.inf)
    if "DISTANCE" not in document.headers:
        return found
    text, line = document.headers["DISTANCE"]
    limit = document.number(text, "DISTANCE", line)
    if limit < 0:
        raise document.error(f"DISTANCE is {text}", line, "it must not be negative")
    return [min(limit, value) for value in found]


def _depots(document: Document, count: int, depots: int) -> list[int]:
    name = "VEHICLES_DEPOT_SECTION"
    if name not in document.sections:
        return [0] * count
    rows = keyed_rows(document, name, count, "vehicle", 1)
    return [_depot(document, row.words[0], row.line, depots) for row in rows]


def _depot(document: Document, word: str, line: int, depots: int) -> int:
    number = document.whole(word, "a vehicle's depot", line)
    if not 1 <= number <= depots:
        raise document.error(f"node {number} is no depot", line, f"name one of 1 to {depots}")
    return number - 1


def _reload_depots(document: Document, count: int, depots: int) -> list[tuple[int, ...]]:
    name = "VEHICLES_RELOAD_DEPOT_SECTION"
    if name not in document.sections:
        return [()] * count
    rows = keyed_rows(document, name, count, "vehicle")
    return [
        tuple(dict.fromkeys(_depot(document, word, row.line, depots) for word in row.words))
        for row in rows
    ]


def _allowed(
    document: Document, count: int, nodes: int, depots: int
) -> list[tuple[int, ...] | None]:
    """Nodes from 0 that each vehicle may visit; None for all."""
    name = "VEHICLES_ALLOWED_CLIENTS_SECTION"
    if name not in document.sections:
        return [None] * count
    found: list[tuple[int, ...] | None] = []
    every = set(range(depots, nodes))
    for words, line in keyed_rows(document, name, count, "vehicle"):
        allowed = set()
        for word in words:
            node = document.whole(word, "a client that a vehicle may visit", line)
            if not 1 <= node <= nodes:
                raise document.error(
                    f"node {node} is no client", line, f"name {depots + 1} to {nodes}"
                )
            allowed.add(node - 1)
        allowed &= every  # any vehicle may visit depots
        found.append(None if allowed == every else tuple(sorted(allowed)))
    return found
