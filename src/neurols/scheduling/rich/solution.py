"""``RichSchedule``: where and when every operation runs, with the cost. Judging is check.py's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from neurols.scheduling.rich.check_form import placed
from neurols.scheduling.rich.cost import terms, weighted

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling
    from neurols.scheduling.rich.late import LateJob
    from neurols.scheduling.rich.load import Load
    from neurols.scheduling.rich.table import Row


@dataclass(frozen=True, slots=True)
class RichSchedule:
    """A feasible schedule and its cost.

    Attributes:
        start: per job the start times of its operations.
        machine: per job the machines that they run on.
        machines: per machine its operations in processing order, as (job, operation) pairs.
        cost: the cost by the instance's objective.
        objective: every term of the objective, unweighted.
    """

    start: list[list[int]]
    machine: list[list[int]]
    machines: list[list[tuple[int, int]]]
    cost: float
    objective: dict[str, float]
    instance: RichScheduling = field(repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The schedule as JSON shows it, copied."""
        return {
            "start": [list(row) for row in self.start],
            "machine": [list(row) for row in self.machine],
            "machines": [[list(pair) for pair in order] for order in self.machines],
            "objective": dict(self.objective),
        }

    def rows(self) -> list[Row]:
        """One row per operation, by start: job, operation, machine, setup, start, end, lateness."""
        from neurols.scheduling.rich.table import rows

        return rows(self.instance, self)

    def late_jobs(self) -> list[LateJob]:
        """The jobs that end after their due dates, each with what it waited for."""
        from neurols.scheduling.rich.late import late_jobs

        return late_jobs(self)

    def loads(self) -> list[Load]:
        """How every machine spends its time: work, setups, breaks, idle."""
        from neurols.scheduling.rich.load import loads

        return loads(self)

    def to_frame(self) -> Any:
        """``rows`` as a pandas table.

        Raises:
            InputError: pandas is not installed.
        """
        from neurols.scheduling.rich.table import frame

        return frame(self.instance, self)


def from_form(instance: RichScheduling, form: Mapping[str, Any]) -> RichSchedule:
    """A schedule from its JSON form; run the checker first where the form comes from outside.

    Raises:
        InfeasibleSolution: the form does not say for every operation where and when it runs.
    """
    found = placed(instance, form)
    return _schedule(instance, found.machine, found.start, found.end, found.orders)


def from_sequences(
    instance: RichScheduling, sequences: Sequence[Sequence[int]], starts: Sequence[int]
) -> RichSchedule:
    """A schedule from operation numbers per machine and a start per operation number."""
    machine = [0] * len(instance.operations)
    for on, order in enumerate(sequences):
        for number in order:
            machine[int(number)] = on
    form = {
        "start": by_job(instance, [int(start) for start in starts]),
        "machine": by_job(instance, machine),
        "machines": [[instance.places[int(number)] for number in order] for order in sequences],
    }
    return from_form(instance, form)


def sequences_of(instance: RichScheduling, schedule: RichSchedule) -> list[list[int]]:
    """Per machine the numbers of its operations, as the core takes them."""
    return [[instance.operations_of[job][k] for job, k in order] for order in schedule.machines]


def by_job(instance: RichScheduling, values: Sequence[int]) -> list[list[int]]:
    """Values per operation number as lists per job."""
    return [[values[number] for number in row] for row in instance.operations_of]


def _schedule(
    instance: RichScheduling,
    machine: list[int],
    start: list[int],
    end: list[int],
    orders: list[list[int]],
) -> RichSchedule:
    ends = [max(end[number] for number in row) for row in instance.operations_of]
    found = terms(instance, ends, _setup_time(instance, orders))
    return RichSchedule(
        start=by_job(instance, start),
        machine=by_job(instance, machine),
        machines=[[instance.places[number] for number in order] for order in orders],
        cost=weighted(instance, found),
        objective=found,
        instance=instance,
    )


def _setup_time(instance: RichScheduling, orders: list[list[int]]) -> int:
    from neurols.scheduling.rich.table import setup_between

    total = 0
    for machine, order in enumerate(orders):
        family = instance.machines[machine].initial_family
        for number in order:
            total += setup_between(instance, machine, family, instance.operations[number].family)
            family = instance.operations[number].family
    return total
