"""Reading routing instances: TSPLIB and CVRPLIB files, and the project's own JSON."""

from __future__ import annotations

import re
from difflib import get_close_matches
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.json_text import parse_json

from .instance import VehicleRouting
from .source import located, text_of

FORMATS = ("tsplib", "json")
JSON_FORMAT = "neurols-routing"
JSON_VERSION = 1
JSON_FIELDS = (
    "name",
    "metric",
    "capacity",
    "vehicles",
    "max_distance",
    "best_known",
    "demands",
    "coordinates",
    "matrix",
)
_SYNONYMS = {"vrp": "tsplib", "tsp": "tsplib", "cvrplib": "tsplib", "vrplib": "tsplib"}
_TSPLIB_LINE = re.compile(
    # No blanks across lines: runs of empty ones would be looked through from each of them.
    r"^[ \t]{0,99}(NAME|TYPE|COMMENT|DIMENSION|CAPACITY|EDGE_WEIGHT_TYPE|VEHICLES)[ \t]{0,99}:"
    r"|^[ \t]{0,99}(NODE_COORD|DEMAND|DEPOT|EDGE_WEIGHT)_SECTION\b",
    re.IGNORECASE | re.MULTILINE,
)


def read(path: str | PathLike[str], format: str | None = None) -> VehicleRouting:
    """Read an instance from a ``.vrp``, ``.tsp`` or ``.json`` file.

    The content decides the format unless ``format`` (``tsplib`` or ``json``) names it. Raises
    ``InputError`` with file, line where known, cause and remedy.
    """
    text = text_of(path)
    chosen = detect(text) if format is None else _SYNONYMS.get(format.lower(), format.lower())
    if format is not None and chosen not in FORMATS:
        raise InputError(f"unknown format {format!r}", remedy=f"use {' or '.join(FORMATS)}")
    if chosen is None and Path(fspath(path)).suffix.lower() in (".vrp", ".tsp", ".atsp"):
        chosen = "tsplib"  # its reader will say what is wrong on which line
    if chosen is None:
        raise InputError(
            "neither a TSPLIB or CVRPLIB file nor JSON",
            file=path,
            remedy=f"if it is one, name the format ({' or '.join(FORMATS)})",
        )
    if chosen == "json":
        return _from_json(text, path)
    from .tsplib import parse

    return parse(text, path)


def detect(text: str) -> str | None:
    """``json``, ``tsplib``, or None where the text looks like neither."""
    if text.lstrip().startswith("{"):
        return "json"
    return "tsplib" if _TSPLIB_LINE.search(text) else None


def _from_json(text: str, path: str | PathLike[str]) -> VehicleRouting:
    try:
        return from_json(parse_json(text, path))
    except InputError as error:
        raise located(error, path) from None


def from_json(data: Any) -> VehicleRouting:
    """An instance from the parsed JSON object; ``write.to_json`` gives such an object."""
    if not isinstance(data, dict) or data.get("format") != JSON_FORMAT:
        raise InputError("not a routing instance", remedy=f'its "format" must be "{JSON_FORMAT}"')
    if data.get("version") != JSON_VERSION:
        raise InputError(
            f"version {data.get('version')!r} of {JSON_FORMAT}",
            remedy=f"this release reads version {JSON_VERSION}",
        )
    fields = {k: v for k, v in data.items() if k not in ("format", "version") and v is not None}
    for key in fields:
        if key not in JSON_FIELDS:
            near = get_close_matches(key, JSON_FIELDS, 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"use {', '.join(JSON_FIELDS)}"
            raise InputError(f"unknown key {key[:40]!r}", remedy=remedy)
    for key in ("coordinates", "demands", "matrix"):
        if not isinstance(fields.get(key, []), list):
            raise InputError(f"{key!r} is not a list", remedy="give one entry per node")
    metric = fields.pop("metric", None)
    if "matrix" in fields:
        if metric not in (None, "EXPLICIT"):
            raise InputError(f"metric {metric!r} with a matrix", remedy="leave one of them out")
        return VehicleRouting.from_matrix(**fields)
    if "coordinates" not in fields:
        raise InputError("neither 'coordinates' nor 'matrix'", remedy="give one of the two")
    if metric is None:
        raise InputError("'metric' is missing", remedy="say how coordinates make distances")
    return VehicleRouting.from_coordinates(**fields, metric=metric)
