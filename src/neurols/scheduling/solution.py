"""The job-shop solution: a schedule, and how machine orders become one. Judging is check.py's."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from neurols.errors import InfeasibleSolution
from neurols.scheduling.instance import JobShop
from neurols.scheduling.longest_path import longest_path


@dataclass(frozen=True, slots=True)
class Schedule:
    """A feasible schedule and its makespan.

    Attributes:
        machines: per machine the job numbers in processing order. The k-th occurrence of job
            ``j`` on a machine is the job's k-th visit of it.
        start: per job the start times of its operations.
        cost: the makespan.
    """

    machines: list[list[int]]
    start: list[list[int]]
    cost: int

    def to_json(self) -> dict[str, list[list[int]]]:
        """The schedule as JSON shows it: ``{"machines": …, "start": …}``, copied."""
        return {
            "machines": [list(order) for order in self.machines],
            "start": [list(row) for row in self.start],
        }


def semi_active(instance: JobShop, machines: Sequence[Sequence[int]]) -> Schedule:
    """The schedule in which every operation starts as early as the machine orders allow.

    Raises:
        InfeasibleSolution: an operation is missing or surplus, or the orders form a cycle.
    """
    orders = _plain_orders(instance, machines)
    sequences = _operation_sequences(instance, orders)
    durations = [duration for job in instance.jobs for _, duration in job]
    lengths = [len(job) for job in instance.jobs]
    heads, cycle = longest_path(lengths, durations, sequences)
    if cycle:
        raise InfeasibleSolution([_cycle_fault(instance, cycle)])
    start, first = [], 0
    for length in lengths:
        start.append(heads[first : first + length])
        first += length
    cost = max(head + duration for head, duration in zip(heads, durations, strict=True))
    return Schedule(orders, start, cost)


def machine_orders(instance: JobShop, start: Sequence[Sequence[int]]) -> list[list[int]]:
    """The job order on each machine that feasible start times imply.

    Operations without duration make ties. One order over all operations breaks them, so that
    the machine orders contradict neither each other nor the jobs: at one instant the
    operations that take no time come first, in the order of their places in their jobs.

    Raises:
        InfeasibleSolution: there is not one start per operation.
    """
    if [len(row) for row in start] != [len(job) for job in instance.jobs]:
        raise InfeasibleSolution(["the start times are not one per operation of each job"])
    keyed = sorted(
        (start[j][k], duration > 0, k, j, machine)
        for j, job in enumerate(instance.jobs)
        for k, (machine, duration) in enumerate(job)
    )
    orders: list[list[int]] = [[] for _ in range(instance.machines)]
    for _, _, _, job, machine in keyed:
        orders[machine].append(job)
    return orders


def from_json(instance: JobShop, form: Mapping[str, Any]) -> Schedule:
    """A schedule from its JSON form, for a warm start; started as early as its orders allow.

    ``form`` needs ``machines`` or, failing that, feasible ``start`` times. No operation starts
    later than these say. Run the checker first where the form comes from outside.
    """
    orders = form.get("machines")
    if orders is None:
        orders = machine_orders(instance, form["start"])
    return semi_active(instance, orders)


def _plain_orders(instance: JobShop, machines: Sequence[Sequence[int]]) -> list[list[int]]:
    """Plain ints (the core hands over arrays), once every entry is the number of a job."""
    if len(machines) != instance.machines:
        raise InfeasibleSolution(
            [f"there are {len(machines)} machine orders for {instance.machines} machines"]
        )
    orders: list[list[int]] = []
    for machine, order in enumerate(machines):
        try:
            orders.append([operator.index(job) for job in order])
        except TypeError:
            raise InfeasibleSolution(
                [f"the order of machine {machine} holds something that is no job number"]
            ) from None
        for job in orders[-1]:
            if not 0 <= job < len(instance.jobs):
                last = len(instance.jobs) - 1
                raise InfeasibleSolution([f"machine {machine}: job {job} is not in 0 to {last}"])
    return orders


def _operation_sequences(instance: JobShop, orders: list[list[int]]) -> list[list[int]]:
    """Per machine the operations, numbered through all jobs, in processing order."""
    visits: list[dict[int, list[int]]] = [{} for _ in orders]
    number = 0
    for j, pairs in enumerate(instance.jobs):
        for machine, _ in pairs:
            visits[machine].setdefault(j, []).append(number)
            number += 1
    faults: list[str] = []
    sequences: list[list[int]] = []
    for machine, order in enumerate(orders):
        sequence: list[int] = []
        taken: dict[int, int] = {}
        for job in order:
            visit = taken.get(job, 0)
            taken[job] = visit + 1
            if visit < len(visits[machine].get(job, ())):
                sequence.append(visits[machine][job][visit])
            else:
                faults.append(f"machine {machine} lists job {job} once too often")
        faults += [
            f"{_named(instance, operation)} is missing from the order of machine {machine}"
            for job, operations in visits[machine].items()
            for operation in operations[taken.get(job, 0) :]
        ]
        sequences.append(sequence)
    if faults:
        raise InfeasibleSolution(faults)
    return sequences


def _named(instance: JobShop, number: int) -> str:
    for j, job in enumerate(instance.jobs):
        if number < len(job):
            return f"job {j} operation {number} (machine {job[number][0]})"
        number -= len(job)
    raise IndexError(number)


def _cycle_fault(instance: JobShop, cycle: list[int]) -> str:
    shown = [_named(instance, operation) for operation in cycle[:8]]
    rest = f" … {len(cycle) - 8} more" if len(cycle) > 8 else ""
    return f"the machine orders form a cycle: {' -> '.join(shown)}{rest} -> {shown[0]}"
