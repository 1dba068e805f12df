"""``Model``: a scheduling problem put together step by step, with names on everything.

::

    from neurols import scheduling

    m = scheduling.Model()
    lathe, mill = m.add_machine("lathe"), m.add_machine("mill")
    job = m.add_job(due_date=960, name="order 17")
    turn = m.add_operation(job, modes={lathe: 45, mill: 60}, name="turn")
    result = m.solve(time_limit=10)
    print(result.solution.to_frame())
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.scheduling.rich import instance as parts
from neurols.scheduling.rich.model_setups import Setups
from neurols.scheduling.rich.plain import plain_number, plain_pairs

if TYPE_CHECKING:
    from neurols import Result


@dataclass(frozen=True)
class MachineRef:
    """A machine of a model."""

    index: int
    name: str = ""


@dataclass(frozen=True)
class JobRef:
    """A job of a model."""

    index: int
    name: str = ""


@dataclass(frozen=True)
class OperationRef:
    """An operation of a model."""

    index: int
    job: JobRef
    name: str = ""


Item = str | JobRef | OperationRef
"""What a setup leads from or to: a family by name, a job, or an operation."""


class Model:
    """A scheduling problem under construction; times are whole numbers in a unit of your own."""

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.machines: list[MachineRef] = []
        self.jobs: list[JobRef] = []
        self.operations: list[OperationRef] = []
        self._machines: list[parts.Machine] = []
        self._initial: list[str | None] = []
        self._jobs: list[parts.Job] = []
        self._linked: list[bool] = []
        self._operations: list[parts.Operation] = []
        self._families: list[str | None] = []
        self._precedences: dict[tuple[int, int], parts.Precedence] = {}
        self._setups = Setups()
        self._objective = parts.Objective(makespan=1)
        self._permutation = False

    def add_machine(
        self,
        name: str = "",
        breaks: Iterable[Sequence[int]] = (),
        initial_family: str | None = None,
        setup_during_breaks: bool = False,
        blocking: bool = False,
        available_from: int = 0,
    ) -> MachineRef:
        """A machine that does one operation at a time.

        Args:
            name: its name.
            breaks: (start, end) of times without work, in increasing order.
            initial_family: what it is set up for at time 0; by default the first operation needs
                no setup.
            setup_during_breaks: whether setups may take place in breaks.
            blocking: whether an operation stays on the machine until its job's next one starts.
            available_from: neither work nor setup takes place before.
        """
        ref = MachineRef(len(self.machines), name)
        self._machines.append(
            parts.Machine(
                name=name,
                breaks=plain_pairs(breaks),
                setup_during_breaks=setup_during_breaks,
                blocking=blocking,
                available_from=plain_number(available_from),
            )
        )
        self._initial.append(initial_family)
        self.machines.append(ref)
        return ref

    def add_job(
        self,
        release_date: int = 0,
        due_date: int | None = None,
        deadline: int | None = None,
        weight: float = 1,
        name: str = "",
        linked: bool = True,
    ) -> JobRef:
        """A job: operations that belong together.

        Args:
            release_date: none of its operations starts before.
            due_date: its tardiness and lateness count from here.
            deadline: it must end by then.
            weight: of its terms in weighted objectives.
            name: its name.
            linked: whether its operations follow each other in the order in which they are added;
                without, ``add_precedence`` alone says what comes before what.
        """
        ref = JobRef(len(self.jobs), name)
        self._jobs.append(
            parts.Job(
                name=name,
                release_date=plain_number(release_date),
                due_date=plain_number(due_date),
                deadline=plain_number(deadline),
                weight=plain_number(weight),
            )
        )
        self._linked.append(linked)
        self.jobs.append(ref)
        return ref

    def add_operation(
        self,
        job: JobRef,
        modes: Mapping[MachineRef, int],
        family: str | None = None,
        may_pause: bool = False,
        name: str = "",
        earliest_start: int = 0,
    ) -> OperationRef:
        """An operation of a job.

        Args:
            job: the job.
            modes: the machines that can do it, each with its duration there.
            family: what it needs its machine to be set up for; by default nothing.
            may_pause: whether it may be interrupted by breaks.
            name: its name.
            earliest_start: it starts no earlier, whatever its job's release date.
        """
        self._own(job, self.jobs, "job")
        if not isinstance(modes, Mapping):
            raise InputError(
                f"the modes of operation {name!r} of {job.name or job.index!r} are {modes!r}",
                remedy="give machines with their durations, such as {lathe: 45, mill: 60}",
            )
        for machine in modes:
            self._own(machine, self.machines, "machine")
        ref = OperationRef(len(self.operations), job, name)
        self._operations.append(
            parts.Operation(
                job=job.index,
                modes=tuple(
                    (machine.index, plain_number(duration)) for machine, duration in modes.items()
                ),
                may_pause=may_pause,
                name=name,
                earliest_start=plain_number(earliest_start),
            )
        )
        self._families.append(family)
        self.operations.append(ref)
        return ref

    def add_precedence(
        self,
        before: OperationRef,
        after: OperationRef,
        min_lag: int = 0,
        max_lag: int | None = None,
    ) -> None:
        """Let one operation start only when another one has ended.

        Between two consecutive operations of a linked job it replaces the default.

        Args:
            before: the operation that ends first.
            after: the one that starts afterwards.
            min_lag: least time from the end to the start.
            max_lag: greatest time; 0 for no wait.
        """
        self._own(before, self.operations, "operation")
        self._own(after, self.operations, "operation")
        self._precedences[before.index, after.index] = parts.Precedence(
            before.index, after.index, plain_number(min_lag), plain_number(max_lag)
        )

    def add_setup_time(
        self,
        machine: MachineRef | Iterable[MachineRef] | None,
        before: Item,
        after: Item,
        duration: int,
    ) -> None:
        """A setup between two consecutive operations on a machine.

        Of several setups that fit two operations, that between operations counts, else that
        between jobs, else that between families.

        Args:
            machine: the machine, several, or None for all.
            before: the family, job or operation that the machine was used for.
            after: the family, job or operation that it is used for next.
            duration: the setup time.
        """
        for item in (before, after):
            if isinstance(item, JobRef):
                self._own(item, self.jobs, "job")
            elif isinstance(item, OperationRef):
                self._own(item, self.operations, "operation")
        for number in self._numbers(machine):
            self._setups.add(number, before, after, plain_number(duration))

    def set_setup_times(
        self,
        machine: MachineRef | Iterable[MachineRef] | None,
        times: Any,
        families: Sequence[str] | None = None,
    ) -> None:
        """All setup times between families, as a matrix: rows lead from, columns to.

        Args:
            machine: the machine, several, or None for all.
            times: lists, a NumPy array, or a pandas table whose index and columns name families.
            families: their names, where the matrix does not hold them.
        """
        if families is None:
            if not hasattr(times, "columns"):
                raise InputError(
                    "the matrix of setup times names no families",
                    remedy="give families=[...] or a pandas table",
                )
            rows, columns = list(map(str, times.index)), list(map(str, times.columns))
            values = times.to_numpy().tolist()
        else:
            rows = columns = list(families)
            values = times.tolist() if hasattr(times, "tolist") else [list(row) for row in times]
        if len(values) != len(rows) or any(len(row) != len(columns) for row in values):
            raise InputError(
                f"the matrix of setup times does not have {len(rows)} rows and {len(columns)}"
                " columns",
                remedy="give a row and a column for each family",
            )
        self._setups.list_families([*rows, *columns])
        for before, row in zip(rows, values, strict=True):
            for after, duration in zip(columns, row, strict=True):
                if duration:
                    self.add_setup_time(machine, before, after, duration)

    def set_objective(self, **weights: float) -> None:
        """Weights of the terms of the cost; terms not named have weight 0.

        Args:
            weights: ``makespan``, ``total_tardiness``, ``weighted_tardiness``,
                ``total_completion``, ``weighted_completion``, ``flow_time``,
                ``weighted_flow_time``, ``max_lateness``, ``late_jobs``, ``weighted_late_jobs`` or
                ``setup_time``.
        """
        from neurols.scheduling.rich.fields import nearest

        known = tuple(parts.Objective.__dataclass_fields__)
        for term in weights:
            if term not in known:
                raise InputError(
                    f"unknown term {term!r} of the objective",
                    remedy=f"{nearest(term, known)}use {', '.join(known)}",
                )
        self._objective = parts.Objective(**{k: plain_number(v) for k, v in weights.items()})

    def set_permutation(self, permutation: bool = True) -> None:
        """Whether all machines must see the jobs in the same order."""
        self._permutation = permutation

    def data(self) -> parts.RichScheduling:
        """The instance that the model describes.

        Raises:
            InputError: it makes no sense, or no schedule can keep its calendars, deadlines and
                lags; the message names machine, job and operation.
        """
        families, of_operations, of_machines, matrices = self._setups.resolve(
            self._initial, self._families, [operation.job for operation in self._operations]
        )
        return parts.RichScheduling(
            name=self.name,
            machines=tuple(
                replace(machine, initial_family=initial, setups=setups)
                for machine, initial, setups in zip(
                    self._machines, of_machines, matrices, strict=True
                )
            ),
            jobs=tuple(self._jobs),
            operations=tuple(
                replace(operation, family=family)
                for operation, family in zip(self._operations, of_operations, strict=True)
            ),
            precedences=tuple(self._all_precedences()),
            families=families,
            objective=self._objective,
            permutation=self._permutation,
        )

    def solve(self, **options: Any) -> Result:
        """Search for the best schedule.

        Args:
            options: those of ``neurols.solve``: ``time_limit``, ``iterations``, ``controller``,
                ``seed``, ``initial`` and the rest.

        Returns:
            The result of ``neurols.solve``. A model that is a classical job shop underneath is
            solved as one.
        """
        from neurols.scheduling.rich.solve import solve

        return solve(self.data(), **options)

    def replan(self, plan: Any, until: int, **options: Any) -> Result:
        """Search for the best schedule in which everything stays that a plan has started.

        Args:
            plan: the schedule under way, of this model or of an earlier one with other jobs (known
                by their names), its JSON form, or a file of it.
            until: operations that start before this time stay as they are; others start no earlier.
            options: those of ``neurols.solve``.
        """
        from neurols.scheduling.rich.replan import replan

        return replan(self.data(), plan, until, **options)

    def _all_precedences(self) -> Iterable[parts.Precedence]:
        last: dict[int, int] = {}
        links: dict[tuple[int, int], parts.Precedence] = {}
        for number, operation in enumerate(self._operations):
            if self._linked[operation.job] and operation.job in last:
                before = last[operation.job]
                links[before, number] = parts.Precedence(before, number)
            last[operation.job] = number
        return (links | self._precedences).values()

    def _numbers(self, machine: MachineRef | Iterable[MachineRef] | None) -> list[int]:
        if machine is None:
            chosen: Iterable[MachineRef] = self.machines
        else:
            chosen = [machine] if isinstance(machine, MachineRef) else machine
        return [self._own(one, self.machines, "machine").index for one in chosen]

    def _own(self, ref: Any, known: Sequence[Any], what: str) -> Any:
        index = getattr(ref, "index", None)
        if isinstance(index, int) and 0 <= index < len(known) and known[index] is ref:
            return ref
        raise InputError(
            f"{ref!r} is no {what} of this model", remedy=f"give what add_{what} returned"
        )
