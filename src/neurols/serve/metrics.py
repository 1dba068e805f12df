"""Counts of a service in the text format of Prometheus."""

from __future__ import annotations

from neurols.serve.store import DONE, FAILED, QUEUED, RUNNING, STOPPED


def metrics_text(counts: dict[str, int], workers: int, waiting: float) -> str:
    """Jobs by state, the workers that are alive, and how long the oldest job has waited."""
    lines = ["# HELP neurols_jobs Jobs by state.", "# TYPE neurols_jobs gauge"]
    for state in (QUEUED, RUNNING, DONE, STOPPED, FAILED):
        lines.append(f'neurols_jobs{{state="{state}"}} {counts.get(state, 0)}')
    lines += ["# HELP neurols_workers Worker processes.", "# TYPE neurols_workers gauge"]
    lines += [f"neurols_workers {workers}",
              "# HELP neurols_waiting_seconds How long the oldest job has waited.",
              "# TYPE neurols_waiting_seconds gauge",
              f"neurols_waiting_seconds {waiting:.3f}", ""]  # fmt: skip
    return "\n".join(lines)
