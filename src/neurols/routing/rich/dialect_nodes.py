"""What a file of the VRPLIB dialect says of its nodes: amounts, times, prizes, shipments."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ..scan import Document, Row
from .dialect_rows import columns_of, keyed_rows, numbers, whole_numbers
from .instance import Shipment


@dataclass
class Nodes:
    """One entry a node, depots first."""

    delivery: list[tuple[int, ...]]
    pickup: list[tuple[int, ...]]
    service: list[float]
    windows: list[tuple[float, float]]
    release: list[float]
    prizes: list[float]
    shipments: list[Shipment] = field(default_factory=list)
    has_backhauls: bool = False

    def times(self) -> list[float]:
        """Every time and duration."""
        ends = [end for window in self.windows for end in window]
        return [*self.service, *self.release, *ends]


def read_nodes(document: Document, nodes: int, depots: int) -> Nodes:
    """The node sections, and the headers that stand for some of them."""
    pairs = "PICKUP_AND_DELIVERY_SECTION" in document.sections
    if pairs:
        _refuse_beside_pairs(document)
    delivery = _demand(document, nodes, depots)
    pickup = _amounts(document, "BACKHAUL_SECTION", nodes, depots, "backhaul")
    none: list[tuple[int, ...]] = [()] * nodes
    found = Nodes(
        delivery=delivery or none,
        pickup=pickup or none,
        service=_times(document, "SERVICE_TIME", nodes, depots, "service time"),
        windows=_windows(document, nodes),
        release=_times(document, "RELEASE_TIME", nodes, depots, "release time"),
        prizes=_prizes(document, nodes, depots),
        has_backhauls=bool(pickup),
    )
    if delivery and pickup and len(delivery[0]) != len(pickup[0]):
        raise document.error(
            f"BACKHAUL_SECTION has {len(pickup[0])} dimensions, the demands have"
            f" {len(delivery[0])}",
            document.sections["BACKHAUL_SECTION"].line,
            "give as many",
        )
    if pairs:
        _read_pairs(document, nodes, depots, found)
    return found


def _demand(document: Document, nodes: int, depots: int) -> list[tuple[int, ...]]:
    if {"DEMAND_SECTION", "LINEHAUL_SECTION"} <= document.sections.keys():
        line = document.sections["LINEHAUL_SECTION"].line
        raise document.error("LINEHAUL_SECTION beside DEMAND_SECTION", line, "give one of the two")
    name = "LINEHAUL_SECTION" if "LINEHAUL_SECTION" in document.sections else "DEMAND_SECTION"
    return _amounts(document, name, nodes, depots, "demand")


def _amounts(
    document: Document, name: str, nodes: int, depots: int, word: str
) -> list[tuple[int, ...]]:
    """Whole amounts, in as many dimensions as the rows have columns; 0 at depots."""
    if name not in document.sections:
        return []
    rows = keyed_rows(document, name, nodes, "node", columns_of(document, name))
    found = whole_numbers(document, rows, lambda node: f"the {word} of node {node}")
    _zero_at_depots(document, rows, found, depots, word)
    return [tuple(values) for values in found]


def _zero_at_depots(
    document: Document,
    rows: list[Row],
    found: list[list[int]] | list[list[float]],
    depots: int,
    word: str,
) -> None:
    for depot in range(depots):
        if any(found[depot]):
            raise document.error(
                f"the depot, node {depot + 1}, has a {word} of {rows[depot].words[0]}",
                rows[depot].line,
                "a depot's must be 0",
            )


def _times(document: Document, key: str, nodes: int, depots: int, word: str) -> list[float]:
    """From the section, or the header's value for all clients, or 0."""
    section = f"{key}_SECTION"
    if section in document.sections:
        rows = keyed_rows(document, section, nodes, "node", 1)
        found = numbers(document, rows, lambda node: f"the {word} of node {node}")
        _zero_at_depots(document, rows, found, depots, word)
        return [values[0] for values in found]
    value = _header_number(document, key, 0.0)
    return [0.0] * depots + [value] * (nodes - depots)


def _header_number(document: Document, key: str, default: float) -> float:
    if key not in document.headers:
        return default
    text, line = document.headers[key]
    value = document.number(text, key, line)
    if value < 0:
        raise document.error(f"{key} is {text}", line, "it must not be negative")
    return value


def _windows(document: Document, nodes: int) -> list[tuple[float, float]]:
    name = "TIME_WINDOW_SECTION"
    if name not in document.sections:
        return [(0.0, math.inf)] * nodes
    rows = keyed_rows(document, name, nodes, "node", 2)
    found = numbers(document, rows, lambda node: f"the time window of node {node}")
    return [_window(document, node, found[node], rows[node]) for node in range(nodes)]


def _window(document: Document, node: int, values: list[float], row: Row) -> tuple[float, float]:
    earliest, latest = values
    if earliest > latest:
        raise document.error(
            f"the time window of node {node + 1} ends at {row.words[1]}, before it starts at"
            f" {row.words[0]}",
            row.line,
            "give earliest, then latest",
        )
    return earliest, latest


def _prizes(document: Document, nodes: int, depots: int) -> list[float]:
    name = "PRIZE_SECTION"
    if name not in document.sections:
        return [0.0] * nodes
    rows = keyed_rows(document, name, nodes, "node", 1)
    found = numbers(document, rows, lambda node: f"the prize of node {node}")
    _zero_at_depots(document, rows, found, depots, "prize")
    return [values[0] for values in found]


def _refuse_beside_pairs(document: Document) -> None:
    """The rows of shipments hold these as well."""
    for name in ("DEMAND", "LINEHAUL", "BACKHAUL", "TIME_WINDOW", "SERVICE_TIME"):
        section = document.sections.get(f"{name}_SECTION") or document.headers.get(name)
        if section is not None:
            raise document.error(
                f"{name} beside PICKUP_AND_DELIVERY_SECTION, which says the same",
                section.line,
                "remove it",
            )


def _read_pairs(document: Document, nodes: int, depots: int, found: Nodes) -> None:
    """Rows of node, amount, earliest, latest, service time, and the node of the other end: first
    where the row is a delivery, second where it is a pickup."""
    name = "PICKUP_AND_DELIVERY_SECTION"
    rows = keyed_rows(document, name, nodes, "node", 6)
    siblings: list[tuple[int, int]] = []
    demands = []
    for node, row in enumerate(rows, start=1):
        words, line = row
        demands.append(document.whole(words[0], f"the amount of node {node}", line))
        earliest, latest, service = (
            document.number(word, f"a time of node {node}", line) for word in words[1:4]
        )
        if min(earliest, latest, service) < 0:
            raise document.error(f"a time of node {node} is negative", line, "give 0 or more")
        found.windows[node - 1] = _window(
            document, node - 1, [earliest, latest], Row(words[1:3], line)
        )
        found.service[node - 1] = service
        pickup, delivery = (
            document.whole(word, f"a node beside {node}", line) for word in words[4:]
        )
        siblings.append((pickup, delivery))
        if node <= depots and (demands[-1] or service or pickup or delivery):
            raise document.error(
                f"the depot, node {node}, has an amount, a service time or another end",
                line,
                "a depot's must be 0",
            )
    for node in range(depots + 1, nodes + 1):
        _pair(document, node, rows, siblings, demands, depots, found)


def _pair(
    document: Document,
    node: int,
    rows: list[Row],
    siblings: list[tuple[int, int]],
    demands: list[int],
    depots: int,
    found: Nodes,
) -> None:
    pickup, delivery = siblings[node - 1]
    line = rows[node - 1].line
    if (pickup == 0) == (delivery == 0):
        raise document.error(
            f"node {node} must name the node of its pickup or of its delivery, and not both",
            line,
            "give 0 for the one, a node for the other",
        )
    other = pickup or delivery
    back = siblings[other - 1] if depots < other <= len(rows) else (0, 0)
    if node not in back or (back[0] if delivery else back[1]) != node:
        raise document.error(
            f"node {node} names {other} as its other end, which does not name it",
            line,
            "let the two name each other",
        )
    if not delivery:
        return
    amount = demands[node - 1]
    if amount < 0 or demands[other - 1] != -amount:
        raise document.error(
            f"{amount} is picked up at node {node}, and {demands[other - 1]} is the amount of node"
            f" {other}",
            line,
            "give a positive amount at the pickup and its negative at the delivery",
        )
    found.shipments.append(Shipment(node - depots - 1, other - depots - 1, (amount,)))
