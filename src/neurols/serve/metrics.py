"""Counts of a service in the text format of Prometheus."""

from __future__ import annotations

from neurols.serve.store import DONE, FAILED, QUEUED, RUNNING, STOPPED


def metrics_text(counts: dict[str, int], workers: int) -> str:
    """Jobs by state, and the workers that are alive."""
    lines = ["# HELP neurols_jobs Jobs by state.", "# TYPE neurols_jobs gauge"]
    for state in (QUEUED, RUNNING, DONE, STOPPED, FAILED):
        lines.append(f'neurols_jobs{{state="{state}"}} {counts.get(state, 0)}')
    lines += ["# HELP neurols_workers Worker processes.", "# TYPE neurols_workers gauge"]
    return "\n".join([*lines, f"neurols_workers {workers}", ""])
