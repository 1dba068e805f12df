"""From a scanned TSPLIB or CVRPLIB file to an instance.

The depot becomes node 0 whatever its number in the file; the other nodes are the customers 1, 2,
... in the order of their numbers. With the depot as node 1, as usual, node k is customer k - 1.
"""

from __future__ import annotations

import re
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .best_known import best_known
from .headers import check_headers, kind_of
from .instance import TABLE_LIMIT, VehicleRouting
from .metric import Metric
from .plausible import NodeError
from .rows import WEIGHT_FORMATS, node_rows, parse_rows, plain_numbers, weights
from .scan import Document, Row, scan
from .source import located

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Of bounded length, so that no comment takes long; what is longer than that states no cost.
_STATED_COST = re.compile(
    r"(?:optimal|best)(?:[ -]known)?[ a-z]{0,40}[:=]\s{0,9}(\d{1,18}(?:\.\d{1,18})?)", re.I
)


def parse(text: str, file: str | PathLike[str]) -> VehicleRouting:
    """The instance in ``text``; ``file`` serves error messages and, at need, as a name."""
    document = scan(text, file)
    kind = kind_of(document)
    check_headers(document, kind)
    header = document.header("DIMENSION", "say how many nodes there are")
    nodes = document.whole(header.value, "DIMENSION", header.line)
    if nodes < 2:
        raise document.error(f"DIMENSION is {nodes}: there are no customers", header.line)
    is_tsp = kind in ("TSP", "ATSP")
    fields = _geometry(document, nodes)
    fields["name"] = _name(document)
    fields["best_known"] = _best_known(document, fields["name"], nodes)
    # In the order in which a file goes on, so that a truncated one is told where it stops.
    loads = None if is_tsp else _loads(document, nodes)
    depot = 1 if is_tsp and "DEPOT_SECTION" not in document.sections else _depot(document, nodes)
    if loads is not None:
        fields["capacity"] = _capacity(document)
        fields["demands"] = _demands(document, loads, depot, fields["capacity"])
    order = [depot - 1, *(node for node in range(nodes) if node != depot - 1)]
    for key in ("coordinates", "demands", "matrix"):
        if key in fields:
            fields[key] = fields[key][order]
    if "matrix" in fields:
        fields["matrix"] = fields["matrix"][:, order]
    make: Any = VehicleRouting.from_coordinates
    if "matrix" in fields:
        make = VehicleRouting.from_matrix
    try:
        instance: VehicleRouting = make(**fields)
    except NodeError as error:
        raise located(error, file, _line_of_node(document, order[error.node] + 1)) from None
    except InputError as error:
        raise located(error, file) from None
    return instance if is_tsp else _with_limits(instance, document)


def _line_of_node(document: Document, number: int) -> int | None:
    rows = document.section("NODE_COORD_SECTION").rows
    return next((row.line for row in rows if float(row.words[0]) == number), None)


def _depot(document: Document, nodes: int) -> int:
    section = document.section("DEPOT_SECTION")
    words = [(word, row.line) for row in section.rows for word in row.words]
    listed = [(document.whole(word, "a depot", line), line) for word, line in words]
    depots = [(node, line) for node, line in listed if node != -1]
    if len(listed) == len(depots) and not document.ended:
        raise document.truncated("before the -1 of DEPOT_SECTION")
    if not depots:
        raise document.error("DEPOT_SECTION names no depot", section.line, "name one node")
    if len(depots) > 1:
        raise document.error(
            f"DEPOT_SECTION names {len(depots)} depots", depots[1][1], "only one is supported"
        )
    depot, line = depots[0]
    if not 1 <= depot <= nodes:
        raise document.error(f"depot {depot} is not a node", line, f"name one of 1 to {nodes}")
    return depot


def _geometry(document: Document, nodes: int) -> dict[str, Any]:
    """Metric and coordinates, or the matrix (with coordinates where the file has any)."""
    header = document.header("EDGE_WEIGHT_TYPE", f"use one of {', '.join(Metric)}")
    if header.value.upper() not in list(Metric):
        raise document.error(
            f"unknown EDGE_WEIGHT_TYPE {header.value[:40]!r}",
            header.line,
            f"use one of {', '.join(Metric)}",
        )
    metric = Metric(header.value.upper())
    if metric is not Metric.EXPLICIT:
        _refuse_weights(document, metric)
        return {"metric": metric, "coordinates": _points(document, "NODE_COORD_SECTION", nodes)}
    if nodes > TABLE_LIMIT:
        raise document.error(
            f"EXPLICIT distances of {nodes} nodes; at most {TABLE_LIMIT} are read",
            header.line,
            "give coordinates",
        )
    layout = document.header("EDGE_WEIGHT_FORMAT", f"use one of {', '.join(WEIGHT_FORMATS)}")
    if layout.value.upper() not in WEIGHT_FORMATS:
        raise document.error(
            f"unknown EDGE_WEIGHT_FORMAT {layout.value[:40]!r}",
            layout.line,
            f"use one of {', '.join(WEIGHT_FORMATS)}",
        )
    fields: dict[str, Any] = {"matrix": weights(document, layout.value.upper(), nodes)}
    for name in ("NODE_COORD_SECTION", "DISPLAY_DATA_SECTION"):
        if name in document.sections and "coordinates" not in fields:
            fields["coordinates"] = _points(document, name, nodes)
    return fields


def _refuse_weights(document: Document, metric: Metric) -> None:
    """Distances beside coordinates that make others: only the user knows which are meant."""
    remedy = "say 'EDGE_WEIGHT_TYPE : EXPLICIT', or remove them"
    if "EDGE_WEIGHT_SECTION" in document.sections:
        line = document.sections["EDGE_WEIGHT_SECTION"].line
        raise document.error(f"EDGE_WEIGHT_SECTION beside EDGE_WEIGHT_TYPE {metric}", line, remedy)
    layout = document.headers.get("EDGE_WEIGHT_FORMAT")
    if layout is not None and layout.value.upper() != "FUNCTION":
        cause = f"EDGE_WEIGHT_FORMAT {layout.value[:40]!r} beside EDGE_WEIGHT_TYPE {metric}"
        raise document.error(cause, layout.line, remedy)


def _points(document: Document, name: str, nodes: int) -> NDArray[Any]:
    points = plain_numbers(document, name, nodes, values=2)
    if points is not None:
        return points
    rows = node_rows(document, name, nodes, values=2)
    for node, row in enumerate(rows, start=1):
        document.number(row.words[1], f"a coordinate of node {node}", row.line)
        document.number(row.words[2], f"a coordinate of node {node}", row.line)
    return parse_rows(name, rows)


def _capacity(document: Document) -> int:
    header = document.header("CAPACITY", "add the vehicles' capacity")
    capacity = document.whole(header.value, "CAPACITY", header.line)
    if capacity <= 0:
        raise document.error(f"CAPACITY is {capacity}", header.line, "it must be positive")
    return capacity


def _loads(document: Document, nodes: int) -> NDArray[Any] | list[Row]:
    """What each node is to be given: the numbers where they are plain, else their rows."""
    plain = plain_numbers(document, "DEMAND_SECTION", nodes, values=1)
    return node_rows(document, "DEMAND_SECTION", nodes, values=1) if plain is None else plain


def _demands(
    document: Document, loads: NDArray[Any] | list[Row], depot: int, capacity: int
) -> NDArray[Any]:
    if isinstance(loads, list):
        rows = loads
    elif (
        loads.dtype.kind == "i" and loads.max() <= capacity and loads.min() == loads[depot - 1] == 0
    ):
        return loads
    else:
        rows = document.section("DEMAND_SECTION").rows  # which are in order
    for node, (words, line) in enumerate(rows, start=1):
        demand = document.whole(words[1], f"the demand of node {node}", line)
        if node == depot:
            if demand != 0:
                cause = f"the depot, node {node}, has demand {demand}"
                raise document.error(cause, line, "a depot's demand must be 0")
        elif not 0 <= demand <= capacity:
            customer = node if node < depot else node - 1
            cause = f"the demand of node {node} (customer {customer}) is {demand}"
            why = f"the capacity is {capacity}" if demand > 0 else "it must not be negative"
            raise document.error(cause, line, why)
    return parse_rows("DEMAND_SECTION", rows)


def _with_limits(instance: VehicleRouting, document: Document) -> VehicleRouting:
    """Vehicle and length limits come last, so that an error can name their line."""
    for key, field in (("VEHICLES", "vehicles"), ("DISTANCE", "max_distance")):
        if key not in document.headers:
            continue
        value, line = document.headers[key]
        limit = document.number(value, key, line)
        try:
            instance = replace(instance, **{field: limit})  # type: ignore[arg-type]
        except InputError as error:
            raise located(error, document.file, line) from None
    return instance


def _name(document: Document) -> str:
    stated = document.headers["NAME"].value if "NAME" in document.headers else ""
    return stated or Path(document.file).stem


def _best_known(document: Document, name: str, nodes: int) -> float | None:
    """The best cost known of a published instance, or else from the file's comment."""
    if (known := best_known(name, nodes)) is not None:
        return known
    stated = _STATED_COST.search(" ".join(document.comments))
    return float(stated[1]) if stated else None
