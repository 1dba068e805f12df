"""Scheduling problems as tables, and schedules as tables, calendars and workbooks."""

from collections.abc import Callable
from os import PathLike
from typing import Any

from neurols.scheduling.tables.build import build
from neurols.scheduling.tables.layout import LAYOUT, SETTINGS
from neurols.scheduling.tables.plan import events, pages

WRITERS: dict[str, Callable[[Any, Any, str | PathLike[str]], None]] = {}
"""No files beside those of every problem."""

__all__ = ["LAYOUT", "SETTINGS", "WRITERS", "build", "events", "pages"]
