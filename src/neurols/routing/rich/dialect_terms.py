"""Which headers, sections and types of the VRPLIB dialect of rich routing mean what.

The dialect is the one that PyVRP reads. What is not listed here is refused.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from ..headers import TYPES as CLASSICAL_TYPES
from ..headers import check_coordinate_type
from ..scan import Document


class Family(NamedTuple):
    """What the TYPE of a file says beyond its sections."""

    rounding: str
    """Default for Euclidean distances; costs of the literature are counted so."""
    meaning: str


FAMILIES = {
    "CVRP": Family("nearest", "capacitated"),
    "VRP": Family("nearest", "capacitated"),
    "VRPTW": Family("dimacs", "time windows"),
    "CVRPTW": Family("dimacs", "time windows"),
    "MTVRP": Family("nearest", "several trips"),
    "MTVRPTW": Family("dimacs", "several trips, time windows"),
    "MTVRPTWR": Family("dimacs", "several trips, time windows, release times"),
    "PCVRP": Family("nearest", "prizes"),
    "PCVRPTW": Family("dimacs", "prizes, time windows"),
    "HFVRP": Family("exact", "vehicles of several types"),
    "HVRP": Family("exact", "vehicles of several types"),
    "FSMVRP": Family("exact", "vehicles of several types"),
    "HFVRPTW": Family("exact", "vehicles of several types, time windows"),
    "MDVRP": Family("exact", "several depots"),
    "MDVRPTW": Family("exact", "several depots, time windows"),
    "SDVRP": Family("exact", "clients that only some vehicles may visit"),
    "SDVRPTW": Family("exact", "clients that only some vehicles may visit, time windows"),
    "VRPB": Family("nearest", "backhauls after linehauls"),
    "VRPSPD": Family("nearest", "pickups and deliveries at each client"),
    "VRPMPD": Family("nearest", "clients with a pickup or a delivery"),
    "GVRP": Family("nearest", "groups of which one client is visited"),
    "PDP": Family("none", "shipments"),
    "PDPTW": Family("none", "shipments, time windows"),
    "PDVRP": Family("none", "shipments"),
    "VRPRT": Family("nearest", "release times"),
    "DCVRP": Family("nearest", "limited distance"),
    "ACVRP": Family("nearest", "asymmetric distances"),
}

NODE_SECTIONS = {
    "DEMAND_SECTION": "demand",
    "LINEHAUL_SECTION": "demand",
    "BACKHAUL_SECTION": "backhaul",
    "SERVICE_TIME_SECTION": "service time",
    "TIME_WINDOW_SECTION": "time window",
    "RELEASE_TIME_SECTION": "release time",
    "PRIZE_SECTION": "prize",
    "PICKUP_AND_DELIVERY_SECTION": "shipment",
}
"""One row a node."""
VEHICLE_SECTIONS = (
    "CAPACITY_SECTION",
    "VEHICLES_DEPOT_SECTION",
    "VEHICLES_RELOAD_DEPOT_SECTION",
    "VEHICLES_MAX_RELOADS_SECTION",
    "VEHICLES_MAX_DISTANCE_SECTION",
    "VEHICLES_MAX_DURATION_SECTION",
    "VEHICLES_FIXED_COST_SECTION",
    "VEHICLES_UNIT_DISTANCE_COST_SECTION",
    "VEHICLES_ALLOWED_CLIENTS_SECTION",
)
"""One row a vehicle."""
_GEOMETRY = ("NODE_COORD_SECTION", "EDGE_WEIGHT_SECTION", "DISPLAY_DATA_SECTION", "DEPOT_SECTION")
GROUP_SECTION = "MUTUALLY_EXCLUSIVE_GROUP_SECTION"
SECTIONS = (*_GEOMETRY, *NODE_SECTIONS, *VEHICLE_SECTIONS, GROUP_SECTION)

VEHICLE_HEADERS = (
    "VEHICLES_MAX_RELOADS",
    "VEHICLES_MAX_DISTANCE",
    "VEHICLES_MAX_DURATION",
    "VEHICLES_FIXED_COST",
    "VEHICLES_UNIT_DISTANCE_COST",
)
"""The same value for all vehicles."""
RICH_HEADERS = (*VEHICLE_HEADERS, "SERVICE_TIME", "RELEASE_TIME")
_STANDARD = (
    *("NAME", "COMMENT", "TYPE", "DIMENSION", "CAPACITY", "VEHICLES", "DISTANCE"),
    *("EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT", "NODE_COORD_TYPE"),
)
# What tells of the file and not of the problem.
_HARMLESS = (
    *("DISPLAY_DATA_TYPE", "AUTHOR", "AUTHORS", "SOURCE", "REFERENCE", "URL", "DATE", "VERSION"),
    *("DESCRIPTION", "BEST_KNOWN", "OPTIMUM", "OPTIMAL_VALUE", "UPPER_BOUND", "LOWER_BOUND"),
)
_NEUTRAL = {"DEMAND_DIMENSION": None, "DEPOTS": None, "SCALE": 1, "SALESMEN": 1}


def is_rich(document: Document) -> bool:
    """Whether a scanned file has anything that the classical reader does not know."""
    kind = kind_word(document)
    if kind in FAMILIES and kind not in CLASSICAL_TYPES:
        return True
    rich = {*NODE_SECTIONS, *VEHICLE_SECTIONS, GROUP_SECTION} - {"DEMAND_SECTION"}
    if rich & document.sections.keys():
        return True
    if any(key in document.headers for key in VEHICLE_HEADERS):
        return True
    return any(_is_set(document, key) for key in ("SERVICE_TIME", "RELEASE_TIME"))


def _is_set(document: Document, key: str) -> bool:
    if key not in document.headers:
        return False
    value, line = document.headers[key]
    return document.number(value, key, line) != 0


def kind_word(document: Document) -> str:
    """The first word of TYPE, in capitals; empty where it is missing."""
    value = document.headers["TYPE"].value if "TYPE" in document.headers else ""
    return value.split()[0].upper() if value.split() else ""


def family_of(document: Document) -> tuple[str, Family]:
    """The type of the problem and what it implies."""
    header = document.header("TYPE", "add 'TYPE : VRPTW' or the like")
    word = kind_word(document)
    if word not in FAMILIES:
        near = get_close_matches(word, FAMILIES, 1, 0.5)
        hint = f"did you mean {near[0]}? Else use one of " if near else "use one of "
        raise document.error(
            f"TYPE is {header.value[:40]!r}", header.line, hint + ", ".join(FAMILIES)
        )
    return word, FAMILIES[word]


def check_terms(document: Document) -> None:
    """Refuse every header and section that is not understood."""
    check_coordinate_type(document)
    for name, section in document.sections.items():
        if name not in SECTIONS:
            near = get_close_matches(name, SECTIONS, 1, 0.6)
            raise document.error(
                f"{name} is not supported",
                section.line,
                f"did you mean {near[0]}?" if near else "remove it if plans may ignore it",
            )
        header = document.headers.get(name.removesuffix("_SECTION"))
        if header is not None:
            raise document.error(
                f"{name} beside the header of that name (line {header.line})",
                section.line,
                "remove one of the two",
            )
    for key, (value, line) in document.headers.items():
        if key in _NEUTRAL:
            _check_neutral(document, key, value, line)
        elif key not in _STANDARD and key not in RICH_HEADERS and key not in _HARMLESS:
            known = [*_STANDARD, *RICH_HEADERS, *_NEUTRAL]
            near = get_close_matches(key, known, 1, 0.6)
            ending = "write it into a COMMENT if plans may ignore it"
            raise document.error(
                f"unknown header {key[:40]!r}",
                line,
                f"did you mean {near[0]}? Else {ending}" if near else ending,
            )


def _check_neutral(document: Document, key: str, value: str, line: int) -> None:
    """Headers that repeat what the sections say, or that must change nothing."""
    found = document.whole(value, key, line)
    if key == "DEPOTS":
        expected = depot_count(document)
    elif key == "DEMAND_DIMENSION":
        rows = (
            document.sections["DEMAND_SECTION"].rows
            if "DEMAND_SECTION" in (document.sections)
            else []
        )
        expected = len(rows[0].words) - 1 if rows else found
    else:
        expected = 1
    if found != expected:
        raise document.error(f"{key} is {found}, not {expected}", line, "correct or remove it")


def depot_count(document: Document) -> int:
    """How many depots DEPOT_SECTION names; one where there is none."""
    if "DEPOT_SECTION" not in document.sections:
        return 1
    words = [word for row in document.sections["DEPOT_SECTION"].rows for word in row.words]
    return sum(word != "-1" for word in words)
