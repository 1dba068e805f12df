"""The checker's part for one machine: overlaps, setups and blocking along its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neurols.scheduling.rich.check_form import Placed
from neurols.scheduling.rich.naming import machine_name, operation_name

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Machine, RichScheduling


def machine_faults(
    instance: RichScheduling, schedule: Placed, machine: int, released: list[int]
) -> tuple[list[str], int]:
    """What is wrong on a machine, and the sum of its setup times."""
    data = instance.machines[machine]
    called = machine_name(instance, machine)
    faults: list[str] = []
    total = 0
    free_from, family, before = data.available_from, data.initial_family, -1
    for number in schedule.orders[machine]:
        start = schedule.start[number]
        setup = _setup(data, family, instance.operations[number].family)
        total += setup
        done = _setup_done(data, free_from, setup)
        if start < done:
            faults.append(
                f"{operation_name(instance, number)} starts at {start} on {called}, "
                + _reason(instance, schedule, before, free_from, setup, done)
            )
        # A later operation must wait for the longest of those before it, were they to overlap.
        free_from = max(free_from, released[number] if data.blocking else schedule.end[number])
        family, before = instance.operations[number].family, number
    return faults, total


def _setup(data: Machine, before: int | None, after: int | None) -> int:
    if before is None or after is None or not data.setups:
        return 0
    return data.setups[before][after]


def _setup_done(data: Machine, ready: int, setup: int) -> int:
    """When a setup that may begin at ``ready`` is done: at the first place between breaks."""
    if setup == 0 or data.setup_during_breaks:
        return ready + setup
    for first, last in data.breaks:
        if first < ready + setup and ready < last:
            ready = last
    return ready + setup


def _reason(
    instance: RichScheduling, schedule: Placed, before: int, free_from: int, setup: int, done: int
) -> str:
    if before < 0:
        return f"before its initial setup of {setup} is done at {done}"
    other = operation_name(instance, before)
    end = schedule.end[before]
    if setup:
        return f"before the setup of {setup} after {other}, which ends at {end}, is done at {done}"
    if free_from > end and done == free_from:
        return f"but {other} or one before it holds the machine until {free_from}"
    return f"and overlaps {other}, which runs from {schedule.start[before]} to {end}"
