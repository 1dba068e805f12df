"""OR-Tools CP-SAT on rich scheduling: the model of every rule in ``RichScheduling``.

An interval per mode; a circuit on machines with setups; breaks as gaps in the domains of starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from neurols.benchmark.peers.adapter import Answer, Limit, package
from neurols.scheduling.peers.cp_run import run
from neurols.scheduling.peers.cp_sat_objective import add_objective
from neurols.scheduling.peers.cp_sat_times import horizon_of, starts_of_setups, starts_of_work

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling


def solve(instance: RichScheduling, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """With eight workers the process has eight times the CPU seconds."""
    cp = package("ortools.sat.python.cp_model")
    workers = int(options.get("workers", "1"))
    clock = limit.clock(workers)
    built = SchedulingModel(cp, instance)
    found = run(built.model, clock, seed, workers, lambda value: value / built.scale)
    if found.solver is None:
        return Answer(None, found.used)
    return found.answer(built.solution(found.solver))


class SchedulingModel:
    """The model and what of it tells the schedule."""

    def __init__(self, cp: Any, instance: RichScheduling) -> None:
        self._cp = cp
        self._instance = instance
        self._horizon = horizon_of(instance)
        self.model = cp.CpModel()
        new = self.model.new_int_var
        count = len(instance.operations)
        self._start = [new(0, self._horizon, f"start {n}") for n in range(count)]
        self._end = [new(0, self._horizon, f"end {n}") for n in range(count)]
        self._runs: list[dict[int, Any]] = [{} for _ in instance.machines]
        """Per machine and operation, whether it runs there."""
        self._arcs: dict[int, list[tuple[int, int, Any]]] = {}
        setup_terms: list[Any] = []
        for number in range(count):
            self._add_modes(number)
        self._add_precedences()
        released = self._released()
        for machine in range(len(instance.machines)):
            setup_terms += self._add_machine(machine, released)
        if instance.permutation:
            self._add_permutation()
        self.scale = add_objective(cp, self.model, instance, self._end, setup_terms, self._horizon)

    def solution(self, solver: Any) -> dict[str, Any]:
        """The schedule in the form that the checker takes."""
        instance = self._instance
        start = [solver.value(begin) for begin in self._start]
        end = [solver.value(last) for last in self._end]
        on = [0] * len(start)
        for machine, runs in enumerate(self._runs):
            for number, literal in runs.items():
                if solver.value(literal):
                    on[number] = machine
        orders = []
        for machine in range(len(instance.machines)):
            if machine in self._arcs:
                after = {a: b for a, b, lit in self._arcs[machine] if solver.value(lit)}
                order, at = [], after.get(-1, -1)
                while at != -1:
                    order.append(at)
                    at = after[at]
            else:
                here = [n for n in range(len(on)) if on[n] == machine]
                order = sorted(here, key=lambda n: (start[n], end[n]))
            orders.append([instance.places[n] for n in order])
        rows = instance.operations_of
        return {
            "start": [[start[n] for n in row] for row in rows],
            "machine": [[on[n] for n in row] for row in rows],
            "machines": orders,
        }

    def _add_modes(self, number: int) -> None:
        """Exactly one mode, with its duration, within its machine's calendar."""
        instance, model, cp = self._instance, self.model, self._cp
        operation = instance.operations[number]
        earliest = max(instance.jobs[operation.job].release_date, operation.earliest_start)
        start, end = self._start[number], self._end[number]
        for machine, duration in operation.modes:
            data = instance.machines[machine]
            runs = model.new_bool_var("") if len(operation.modes) > 1 else model.new_constant(1)
            self._runs[machine][number] = runs
            least = max(earliest, data.available_from)
            spans = starts_of_work(data, least, duration, operation.may_pause, self._horizon)
            allowed = cp.Domain.from_intervals([[low, high] for low, high, _ in spans])
            model.add_linear_expression_in_domain(start, allowed).only_enforce_if(runs)
            paused = [span for span in spans if span[2]]
            if not paused:
                model.add(end == start + duration).only_enforce_if(runs)
                continue
            chosen = []
            for low, high, pause in spans:
                inside = model.new_bool_var("")
                model.add_implication(inside, runs)
                model.add_linear_constraint(start, low, high).only_enforce_if(inside)
                model.add(end == start + duration + pause).only_enforce_if(inside)
                chosen.append(inside)
            model.add_bool_or([*chosen, runs.negated()])
        durations = [duration for _, duration in operation.modes]
        model.add(end >= start + min(durations))
        if len(operation.modes) > 1:
            model.add_exactly_one(self._runs[machine][number] for machine, _ in operation.modes)
        deadline = instance.jobs[operation.job].deadline
        if deadline is not None:
            model.add(end <= deadline)

    def _add_precedences(self) -> None:
        for p in self._instance.precedences:
            self.model.add(self._start[p.after] >= self._end[p.before] + p.min_lag)
            if p.max_lag is not None:
                self.model.add(self._start[p.after] <= self._end[p.before] + p.max_lag)

    def _released(self) -> list[Any]:
        """Per operation when a blocking machine lets it go."""
        instance = self._instance
        blocking = {m for m, machine in enumerate(instance.machines) if machine.blocking}
        waits: dict[int, list[Any]] = {}
        for p in instance.precedences:
            before, after = instance.operations[p.before], instance.operations[p.after]
            if before.job == after.job and blocking.intersection(m for m, _ in before.modes):
                waits.setdefault(p.before, [self._end[p.before]]).append(self._start[p.after])
        released = list(self._end)
        for number, parts in waits.items():
            released[number] = self.model.new_int_var(0, self._horizon, "")
            self.model.add_max_equality(released[number], parts)
        return released

    def _add_machine(self, machine: int, released: list[Any]) -> list[Any]:
        """One operation at a time, with setups between them; the terms of its setup time."""
        instance = self._instance
        data, runs = instance.machines[machine], self._runs[machine]
        free = released if data.blocking else self._end
        every = [data.initial_family, *(instance.operations[n].family for n in runs)]
        families = {family for family in every if family is not None}
        table = data.setups
        if table and any(table[a][b] for a in families for b in families):
            return self._add_circuit(machine, free)
        self._add_no_overlap(machine, free)
        return []

    def _add_no_overlap(self, machine: int, free: list[Any]) -> None:
        """Intervals of fixed size where nothing makes an operation longer; they propagate best."""
        instance, model = self._instance, self.model
        data = instance.machines[machine]
        intervals = []
        for number, literal in self._runs[machine].items():
            operation, start = instance.operations[number], self._start[number]
            duration = dict(operation.modes)[machine]
            if free[number] is not self._end[number] or (data.breaks and operation.may_pause):
                size = model.new_int_var(duration, self._horizon, "")
                made = model.new_optional_interval_var(start, size, free[number], literal, "")
            elif len(operation.modes) == 1:
                made = model.new_fixed_size_interval_var(start, duration, "")
            else:
                made = model.new_optional_fixed_size_interval_var(start, duration, literal, "")
            intervals.append(made)
        model.add_no_overlap(intervals)

    def _add_circuit(self, machine: int, free: list[Any]) -> list[Any]:
        instance, model, cp = self._instance, self.model, self._cp
        data, runs = instance.machines[machine], self._runs[machine]
        numbers = list(runs)
        node = {number: place + 1 for place, number in enumerate(numbers)}
        arcs: list[tuple[int, int, Any]] = []
        named: list[tuple[int, int, Any]] = []
        terms: list[Any] = []
        matrix = data.setups

        def setup(before: int | None, after: int | None) -> int:
            return 0 if before is None or after is None else matrix[before][after]

        def link(literal: Any, ready: Any, number: int, duration: int) -> None:
            """If the literal holds, the setup lies between ``ready`` and the operation."""
            if duration:
                terms.append(duration * literal)
            if not duration or not data.breaks or data.setup_during_breaks:
                model.add(self._start[number] >= ready + duration).only_enforce_if(literal)
                return
            spans = starts_of_setups(data, duration, self._horizon)
            at = model.new_int_var_from_domain(cp.Domain.from_intervals(spans), "")
            model.add(at >= ready).only_enforce_if(literal)
            model.add(self._start[number] >= at + duration).only_enforce_if(literal)

        for b in numbers:
            family = instance.operations[b].family
            first, last = model.new_bool_var(""), model.new_bool_var("")
            arcs += [(0, node[b], first), (node[b], 0, last), (node[b], node[b], ~runs[b])]
            named += [(-1, b, first), (b, -1, last)]
            link(first, data.available_from, b, setup(data.initial_family, family))
            for a in numbers:
                if a != b:
                    literal = model.new_bool_var("")
                    arcs.append((node[a], node[b], literal))
                    named.append((a, b, literal))
                    link(literal, free[a], b, setup(instance.operations[a].family, family))
        empty = model.new_bool_var("")
        arcs.append((0, 0, empty))
        for number in numbers:
            model.add_implication(empty, ~runs[number])
        model.add_circuit(arcs)
        self._arcs[machine] = named
        return terms

    def _add_permutation(self) -> None:
        """For two jobs one literal says which comes first, on every machine that both visit."""
        instance, model = self._instance, self.model
        before: dict[tuple[int, int], Any] = {}
        for runs in self._runs:
            by_job: dict[int, list[int]] = {}
            for number in runs:
                by_job.setdefault(instance.operations[number].job, []).append(number)
            jobs = sorted(by_job)
            for place, one in enumerate(jobs):
                for other in jobs[place + 1 :]:
                    if (one, other) not in before:
                        before[one, other] = model.new_bool_var("")
                    first = before[one, other]
                    for a in by_job[one]:
                        for b in by_job[other]:
                            both = [runs[a], runs[b]]
                            model.add(self._start[b] >= self._end[a]).only_enforce_if(
                                [first, *both]
                            )
                            model.add(self._start[a] >= self._end[b]).only_enforce_if(
                                [first.negated(), *both]
                            )
