"""A plan as a map (GeoJSON, RFC 7946): a line per route, a point per stop."""

from __future__ import annotations

import json
from itertools import groupby
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.files.whole_file import write_text
from neurols.routing.rich.table import rows

if TYPE_CHECKING:
    from neurols.routing.rich.instance import RichRouting
    from neurols.routing.rich.plan import RoutingPlan


def write_geojson(instance: RichRouting, plan: RoutingPlan, path: str | PathLike[str]) -> None:
    """Write the routes as GeoJSON.

    Raises:
        InputError: the places have no latitudes and longitudes, or the file cannot be written.
    """
    if not instance.in_degrees or instance.coordinates is None:
        raise InputError(
            "a .geojson needs latitudes and longitudes, which this problem has not",
            file=path,
            remedy="give every depot and client 'latitude' and 'longitude'",
        )
    text = json.dumps({"type": "FeatureCollection", "features": _features(instance, plan)})
    write_text(path, text)


def _features(instance: RichRouting, plan: RoutingPlan) -> list[dict[str, Any]]:
    found = []
    table = groupby(rows(plan), key=lambda row: row["route"])
    for route, (number, stops) in zip(plan.routes, table, strict=True):
        kind = instance.vehicle_types[route.vehicle_type]
        ends = [] if kind.end_depot is None else [kind.end_depot]
        line = [_point(instance, at) for at in (kind.start_depot, *route.visits, *ends)]
        name = kind.name or str(route.vehicle_type)
        facts = {"route": number, "vehicle": name, "distance": route.distance}
        found.append(_feature("LineString", line, facts | {"duration": route.duration}))
        found += [_feature("Point", at, row) for at, row in zip(line, stops, strict=True)]
    return found


def _point(instance: RichRouting, location: int) -> list[float]:
    """Longitude first, as the format wants it."""
    assert instance.coordinates is not None
    latitude, longitude = instance.coordinates[location]
    return [float(longitude), float(latitude)]


def _feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": properties}
