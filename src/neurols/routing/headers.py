"""Which headers of a TSPLIB or CVRPLIB file mean what: read, harmless, or refused.

A header that is passed over in silence may be a constraint that the plan then breaks.
"""

from __future__ import annotations

from difflib import get_close_matches

from .scan import Document

TYPES = ("CVRP", "ACVRP", "DCVRP", "TSP", "ATSP")
SECTIONS = (
    "NODE_COORD_SECTION",
    "DEMAND_SECTION",
    "DEPOT_SECTION",
    "EDGE_WEIGHT_SECTION",
    "DISPLAY_DATA_SECTION",
)
_READ = (
    "NAME",
    "COMMENT",
    "TYPE",
    "DIMENSION",
    "CAPACITY",
    "VEHICLES",
    "DISTANCE",
    "EDGE_WEIGHT_TYPE",
    "EDGE_WEIGHT_FORMAT",
    "NODE_COORD_TYPE",
)
_LIMITS = ("CAPACITY", "VEHICLES", "DISTANCE")
# What tells of the file and not of the problem.
_HARMLESS = (
    *("DISPLAY_DATA_TYPE", "AUTHOR", "AUTHORS", "SOURCE", "REFERENCE", "URL", "DATE", "VERSION"),
    *("DESCRIPTION", "BEST_KNOWN", "OPTIMUM", "OPTIMAL_VALUE", "UPPER_BOUND", "LOWER_BOUND"),
)
# Headers that would change the problem, with the value at which they do not.
_NEUTRAL = {"SERVICE_TIME": 0, "DEMAND_DIMENSION": 1, "SCALE": 1, "SALESMEN": 1, "DEPOTS": 1}
# Words of others for what has a name here, where the spelling does not suggest it.
_MEANT = {
    **dict.fromkeys(("TRUCKS", "FLEET", "FLEET_SIZE", "NUMBER_OF_TRUCKS", "K"), "VEHICLES"),
    **dict.fromkeys(("MAX_LENGTH", "ROUTE_LENGTH", "MAX_ROUTE_LENGTH", "RANGE"), "DISTANCE"),
    **dict.fromkeys(("Q", "VEHICLE_CAPACITY", "LOAD", "MAX_LOAD"), "CAPACITY"),
    **dict.fromkeys(("N", "SIZE", "NODES", "CUSTOMERS"), "DIMENSION"),
    **dict.fromkeys(("METRIC", "DISTANCE_TYPE"), "EDGE_WEIGHT_TYPE"),
}


def kind_of(document: Document) -> str:
    """The problem's type, once it is one that is read."""
    header = document.header("TYPE", "add 'TYPE : CVRP' or 'TYPE : TSP'")
    # Some files say "TSP (M.~Hofmeister)".
    kind = header.value.split()[0].upper()
    if kind not in TYPES:
        raise document.error(
            f"TYPE is {header.value[:40]!r}", header.line, f"neurols reads {', '.join(TYPES)}"
        )
    return kind


def check_headers(document: Document, kind: str) -> None:
    """Refuse every header and section that is not read and might matter."""
    for name, section in document.sections.items():
        if name not in SECTIONS:
            near = get_close_matches(name, SECTIONS, 1, 0.85)
            raise document.error(
                f"{name} is not supported",
                section.line,
                f"did you mean {near[0]}?" if near else "remove it if plans may ignore it",
            )
    for key, (value, line) in document.headers.items():
        if key in _NEUTRAL:
            if document.number(value, key, line) != _NEUTRAL[key]:
                raise document.error(f"{key} is not supported", line, f"only {_NEUTRAL[key]} is")
        elif key not in _READ and key not in _HARMLESS:
            raise document.error(f"unknown header {key[:40]!r}", line, _suggestion(key))
    check_coordinate_type(document)
    if kind in ("TSP", "ATSP"):
        _check_tour(document, kind)
    elif kind == "DCVRP" and "DISTANCE" not in document.headers:
        line = document.headers["TYPE"].line
        raise document.error(
            "TYPE is DCVRP, but DISTANCE is missing", line, "add the limit, or say 'TYPE : CVRP'"
        )


def _suggestion(key: str) -> str:
    plain = "_".join(key.replace("-", " ").replace("_", " ").split())
    meant = _MEANT.get(plain)
    if meant is None:
        # DISTANCE in MAX_DISTANCE, VEHICLES in NUMBER_OF_VEHICLES; else the nearest in spelling.
        words = plain.split("_")
        inside = [name for name in _LIMITS if name in words or name.rstrip("S") in words]
        near = get_close_matches(plain, [*_READ, *_NEUTRAL, *_HARMLESS], 1, 0.7)
        meant = next(iter([*inside, *near]), None)
    ending = "write it into a COMMENT if plans may ignore it"
    return ending if meant is None else f"did you mean {meant}? Else {ending}"


def check_coordinate_type(document: Document) -> None:
    """Refuse coordinates that are not those of a plane."""
    if "NODE_COORD_TYPE" not in document.headers:
        return
    value, line = document.headers["NODE_COORD_TYPE"]
    if value.upper() not in ("TWOD_COORDS", "NO_COORDS"):
        raise document.error(
            f"NODE_COORD_TYPE is {value[:40]!r}", line, "only TWOD_COORDS and NO_COORDS are read"
        )
    if value.upper() == "NO_COORDS" and "NODE_COORD_SECTION" in document.sections:
        raise document.error(
            "NODE_COORD_TYPE is NO_COORDS, but there is a NODE_COORD_SECTION",
            line,
            "correct the one or the other",
        )


def _check_tour(document: Document, kind: str) -> None:
    """A tour has neither loads nor limits: with them the file is meant as a CVRP."""
    for key in _LIMITS:
        if key in document.headers:
            value, line = document.headers[key]
            if key == "VEHICLES" and document.number(value, key, line) == 1:
                continue
            raise document.error(
                f"{key} in a file of TYPE {kind}, which has one vehicle without limits",
                line,
                "say 'TYPE : CVRP', or remove it",
            )
    if "DEMAND_SECTION" in document.sections:
        raise document.error(
            f"DEMAND_SECTION in a file of TYPE {kind}, which carries nothing",
            document.sections["DEMAND_SECTION"].line,
            "say 'TYPE : CVRP', or remove it",
        )
