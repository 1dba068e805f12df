"""From a scanned file of the VRPLIB dialect to a ``RichRouting``.

Depots are the first nodes of the file, so that node k of the file is location k - 1, the number
by which solution files name it.
"""

from __future__ import annotations

import math
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..metric import Metric, between
from ..rows import WEIGHT_FORMATS, weights
from ..scan import Document
from .best_known import best_known
from .dialect_fleet import Fleet, read_fleet
from .dialect_nodes import Nodes, read_nodes
from .dialect_rows import keyed_rows
from .dialect_terms import GROUP_SECTION, check_terms, family_of
from .distances import between_points, decimals_of, rounded
from .instance import Client, Depot, Group, Profile, RichRouting, VehicleType

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LARGEST_TABLE = 20_000  # locations whose distances are tabulated


def parse(document: Document, file: str | PathLike[str], rounding: str | None) -> RichRouting:
    """The instance of a scanned file; ``rounding`` None stands for the default of its TYPE."""
    kind, family = family_of(document)
    check_terms(document)
    header = document.header("DIMENSION", "say how many nodes there are")
    nodes = document.whole(header.value, "DIMENSION", header.line)
    if not 2 <= nodes <= _LARGEST_TABLE:
        raise document.error(
            f"DIMENSION is {nodes}", header.line, f"give a number from 2 to {_LARGEST_TABLE:,}"
        )
    depots = _depots(document, nodes)
    table = read_nodes(document, nodes, depots)
    fleet = read_fleet(document, nodes, depots)
    points, matrix, decimals, used = _geometry(document, nodes, family.rounding, rounding)
    groups = _groups(document, nodes, depots)
    decimals = max(decimals, decimals_of(table.times()), decimals_of(fleet.limits()))
    if kind == "VRPB" and not table.has_backhauls:
        line = document.headers["TYPE"].line
        raise document.error("TYPE is VRPB, but BACKHAUL_SECTION is missing", line, "add it")
    name = document.headers["NAME"].value if "NAME" in document.headers else ""
    return RichRouting(
        name=name or Path(file).stem,
        depots=tuple(
            Depot(opens=table.windows[at][0], closes=table.windows[at][1]) for at in range(depots)
        ),
        clients=_clients(table, fleet, groups, depots),
        vehicle_types=tuple(_vehicle_type(kind) for kind in fleet.types),
        profiles=(Profile(matrix, matrix),),
        coordinates=points,
        shipments=tuple(table.shipments),
        groups=tuple(Group(tuple(group)) for group in groups),
        decimals=decimals,
        cost_decimals=max(decimals_of(fleet.costs()), decimals_of(table.prizes)),
        backhaul=kind == "VRPB",
        rounding=used,
        best_known=best_known(kind, (name, Path(file).stem), nodes - depots, used),
        vehicle_order=fleet.order,
    )


def _depots(document: Document, nodes: int) -> int:
    """How many depots there are: the first nodes of the file."""
    if "DEPOT_SECTION" not in document.sections:
        if not document.ended:
            raise document.truncated("without DEPOT_SECTION and without EOF")
        return 1
    section = document.sections["DEPOT_SECTION"]
    listed = [
        (document.whole(word, "a depot", row.line), row.line)
        for row in section.rows
        for word in row.words
    ]
    depots = [(number, line) for number, line in listed if number != -1]
    if not depots:
        raise document.error("DEPOT_SECTION names no depot", section.line, "name one node")
    for expected, (number, line) in enumerate(depots, start=1):
        if number != expected:
            raise document.error(
                f"depot {number} where {expected} is expected",
                line,
                "let the depots be the first nodes, in order",
            )
    if len(depots) >= nodes:
        raise document.error(
            f"{len(depots)} depots of {nodes} nodes: there are no clients", section.line
        )
    return len(depots)


def _geometry(
    document: Document, nodes: int, default: str, chosen: str | None
) -> tuple[NDArray[Any] | None, NDArray[Any], int, str]:
    """Coordinates, distances, their decimals, and the rounding that was used."""
    import numpy as np

    header = document.header("EDGE_WEIGHT_TYPE", "say EUC_2D or EXPLICIT")
    metric = header.value.upper()
    known = [*(str(each) for each in Metric if not each.great_circle)]
    if metric not in known:
        raise document.error(
            f"unknown EDGE_WEIGHT_TYPE {header.value[:40]!r}",
            header.line,
            f"use one of {', '.join(known)}",
        )
    points = None
    section = next(
        (s for s in ("NODE_COORD_SECTION", "DISPLAY_DATA_SECTION") if s in document.sections), None
    )
    if section is not None:
        rows = keyed_rows(document, section, nodes, "node", 2)
        points = np.array(
            [
                [document.number(w, f"a coordinate of node {k}", row.line) for w in row.words]
                for k, row in enumerate(rows, start=1)
            ]
        )
    if metric == Metric.EXPLICIT:
        layout = document.header("EDGE_WEIGHT_FORMAT", f"use one of {', '.join(WEIGHT_FORMATS)}")
        if layout.value.upper() not in WEIGHT_FORMATS:
            raise document.error(
                f"unknown EDGE_WEIGHT_FORMAT {layout.value[:40]!r}",
                layout.line,
                f"use one of {', '.join(WEIGHT_FORMATS)}",
            )
        given = weights(document, layout.value.upper(), nodes)
        matrix, decimals = rounded(given, chosen or "none")
        if chosen is None:
            decimals = min(decimals, decimals_of(given))
            matrix = given.astype(np.int64) if decimals == 0 else matrix
        return points, matrix, decimals, chosen or "none"
    if "EDGE_WEIGHT_SECTION" in document.sections:
        line = document.sections["EDGE_WEIGHT_SECTION"].line
        raise document.error(
            f"EDGE_WEIGHT_SECTION beside EDGE_WEIGHT_TYPE {metric}",
            line,
            "say 'EDGE_WEIGHT_TYPE : EXPLICIT', or remove it",
        )
    if points is None:
        document.section("NODE_COORD_SECTION")  # raises
        raise AssertionError
    if metric == Metric.EUC_2D:
        used = chosen or default
        matrix, decimals = between_points(points, used)
        return points, matrix, decimals, used
    if metric == Metric.EXACT_2D:
        used = chosen or "exact"
        matrix, decimals = between_points(points, used)
        return points, matrix, decimals, used
    if chosen not in (None, "none"):
        raise document.error(
            f"EDGE_WEIGHT_TYPE {metric} says how distances are rounded; rounding {chosen} was"
            " asked for",
            header.line,
            "leave the rounding out",
        )
    table = between(Metric(metric), points[:, None, :], points[None, :, :])
    np.fill_diagonal(table, 0)
    return points, table, 0, "none"


def _groups(document: Document, nodes: int, depots: int) -> list[list[int]]:
    """The groups of more than one client, by client number from 0."""
    if GROUP_SECTION not in document.sections:
        return []
    rows = document.sections[GROUP_SECTION].rows
    member: dict[int, int] = {}
    groups = []
    for words, line in keyed_rows(document, GROUP_SECTION, len(rows), "group"):
        clients = []
        for word in words:
            node = document.whole(word, "a client of a group", line)
            if not depots < node <= nodes:
                raise document.error(
                    f"node {node} in a group is no client", line, f"name {depots + 1} to {nodes}"
                )
            if node in member:
                raise document.error(
                    f"node {node} is named twice (first on line {member[node]})",
                    line,
                    "leave it in one group",
                )
            member[node] = line
            clients.append(node - depots - 1)
        if len(clients) > 1:  # of one client there is nothing to choose: it must be visited
            groups.append(sorted(clients))
    return groups


def _clients(
    table: Nodes, fleet: Fleet, groups: list[list[int]], depots: int
) -> tuple[Client, ...]:
    group_of = {client: number for number, group in enumerate(groups) for client in group}
    clients = []
    for node in range(depots, len(table.service)):
        number = node - depots
        earliest, latest = table.windows[node]
        always = earliest == 0 and math.isinf(latest)
        prize = table.prizes[node]
        clients.append(
            Client(
                delivery=table.delivery[node],
                pickup=table.pickup[node],
                service_duration=table.service[node],
                windows=() if always else ((earliest, latest),),
                release_time=table.release[node],
                prize=prize if prize > 0 else None,
                group=group_of.get(number),
                allowed_vehicle_types=fleet.allowed.get(node),
            )
        )
    return tuple(clients)


def _vehicle_type(fields: dict[str, Any]) -> VehicleType:
    return VehicleType(**fields)
