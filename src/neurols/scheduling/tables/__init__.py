"""Scheduling problems as tables, and schedules as tables, calendars and workbooks."""
