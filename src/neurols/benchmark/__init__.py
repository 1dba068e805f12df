"""Benchmarks: controllers against each other on suites of instances, beside published figures.

Light on purpose: the search is imported when the first run starts.
"""

from neurols.benchmark.formats import csv_text, latex, markdown, rich_table
from neurols.benchmark.report import Table, tabulate
from neurols.benchmark.run import Run, run
from neurols.benchmark.runner import ControllerRunner, Record, RunBudget, Runner
from neurols.benchmark.store import RecordStore
from neurols.benchmark.suites import Case, resolve

__all__ = [
    "Case",
    "ControllerRunner",
    "Record",
    "RecordStore",
    "Run",
    "RunBudget",
    "Runner",
    "Table",
    "csv_text",
    "latex",
    "markdown",
    "resolve",
    "rich_table",
    "run",
    "tabulate",
]
