"""Routing problems as tables, and plans as tables, calendars, maps and workbooks."""

from neurols.routing.tables.build import build
from neurols.routing.tables.geojson import write_geojson
from neurols.routing.tables.layout import LAYOUT, SETTINGS
from neurols.routing.tables.plan import events, pages

WRITERS = {".geojson": write_geojson}
"""Files of plans that only routing has, by suffix."""

__all__ = ["LAYOUT", "SETTINGS", "WRITERS", "build", "events", "pages"]
