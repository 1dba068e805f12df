"""Scheduling problems as tables, and schedules as tables, calendars and workbooks."""

from neurols.scheduling.tables.build import build
from neurols.scheduling.tables.layout import LAYOUT, SETTINGS
from neurols.scheduling.tables.plan import events, pages

__all__ = ["LAYOUT", "SETTINGS", "build", "events", "pages"]
