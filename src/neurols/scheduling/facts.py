"""What ``neurols info`` tells of an instance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.files.text import range_of

if TYPE_CHECKING:
    from neurols.scheduling.instance import JobShop


def facts(shop: JobShop) -> dict[str, Any]:
    durations = [duration for job in shop.jobs for _, duration in job]
    lengths = [len(job) for job in shop.jobs]
    revisits = sum(len(job) - len({machine for machine, _ in job}) for job in shop.jobs)
    return {
        "jobs": len(shop.jobs),
        "machines": shop.machines,
        "operations": shop.operations,
        "operations_a_job": range_of(lengths),
        "durations": range_of(durations),
        "total_duration": sum(durations),
        "returns_to_a_machine": revisits,
    }
