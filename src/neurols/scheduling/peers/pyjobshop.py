"""PyJobShop, which models scheduling for OR-Tools CP-SAT, on rich scheduling and the job shop.

Its own model is built and solved with our clock, which stops by CPU time. What it has no words for
is refused by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from neurols.benchmark.peers.adapter import Answer, Limit, package
from neurols.errors import InputError
from neurols.scheduling.peers.cp_run import run
from neurols.scheduling.peers.cp_sat_times import horizon_of

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

PACKAGE = "pyjobshop"
OPTIONS: dict[str, tuple[str, ...]] = {"workers": ("1", "8")}
BY_ITERATIONS = False

_OF_WEIGHTS = (
    "weighted_tardiness",
    "weighted_completion",
    "weighted_flow_time",
    "weighted_late_jobs",
)
_PLAIN = ("total_tardiness", "total_completion", "flow_time", "late_jobs")
_FINEST = 6


def solve(instance: Any, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """With eight workers the process has eight times the CPU seconds."""
    library, solvers = package("pyjobshop"), package("pyjobshop.solvers.ortools")
    workers = int(options.get("workers", "1"))
    clock = limit.clock(workers)
    plain = instance.problem == "jobshop"
    data, tasks, scale = _job_shop(library, instance) if plain else _rich(library, instance)
    built = solvers.CPModel(data)
    found = run(built.model, clock, seed, workers, lambda value: value / scale)
    if found.solver is None:
        return Answer(None, found.used)
    solver, known = found.solver, built.variables
    start = [[solver.value(known.task_vars[n].start) for n in row] for row in tasks]
    form: dict[str, Any] = {"start": start}
    if not plain:
        form["machine"] = [[_machine(solver, known, data, n) for n in row] for row in tasks]
    return found.answer(form)


def _machine(solver: Any, known: Any, data: Any, task: int) -> int:
    chosen = next(mode for mode in data.task2modes(task) if solver.value(known.mode_vars[mode]))
    machine: int = data.modes[chosen].resources[0]
    return machine


def _job_shop(library: Any, instance: Any) -> tuple[Any, list[list[int]], int]:
    model = library.Model()
    machines = [model.add_machine() for _ in range(instance.machines)]
    tasks: list[list[int]] = []
    count = 0
    for job in instance.jobs:
        data = model.add_job()
        row = []
        for machine, duration in job:
            row.append(model.add_task(job=data))
            model.add_mode(row[-1], machines[machine], duration)
        for before, after in pairwise(row):
            model.add_end_before_start(before, after)
        tasks.append(list(range(count, count + len(row))))
        count += len(row)
    model.set_objective(weight_makespan=1)
    return model.data(), tasks, 1


def _rich(library: Any, instance: RichScheduling) -> tuple[Any, list[list[int]], int]:
    _refuse(instance)
    objective = instance.objective
    weighted = any(getattr(objective, term) for term in _OF_WEIGHTS)
    job_scale = _scale([job.weight for job in instance.jobs]) if weighted else 1
    terms = [getattr(objective, name) for name in objective.__dataclass_fields__]
    scale = _scale(terms)
    far = horizon_of(instance)  # it wants a due date of every job where any counts
    model = library.Model()
    machines = [
        model.add_machine(
            breaks=[*([(0, m.available_from)] if m.available_from else []), *m.breaks],
            name=m.name,
        )
        for m in instance.machines
    ]
    jobs = [
        model.add_job(
            weight=round(job.weight * job_scale) if weighted else 1,
            release_date=job.release_date,
            due_date=far if job.due_date is None else job.due_date,
            **({} if job.deadline is None else {"deadline": job.deadline}),
        )
        for job in instance.jobs
    ]
    held = _held(instance)
    tasks = []
    for number, operation in enumerate(instance.operations):
        task = model.add_task(
            job=jobs[operation.job],
            earliest_start=operation.earliest_start,
            allow_breaks=operation.may_pause,
            allow_idle=number in held,
        )
        for machine, duration in operation.modes:
            model.add_mode(task, machines[machine], duration)
        tasks.append(task)
    for p in instance.precedences:
        if p.before in held:
            model.add_end_at_start(tasks[p.before], tasks[p.after])
        else:
            model.add_end_before_start(tasks[p.before], tasks[p.after], p.min_lag)
        if p.max_lag is not None:
            model.add_start_before_end(tasks[p.after], tasks[p.before], -p.max_lag)
    has_setups = _add_setups(model, instance, machines, tasks)
    if instance.permutation:
        for one, other in pairwise(machines):
            model.add_same_sequence(one, other)
    per_job = job_scale * scale  # the sums over jobs carry the scale of the jobs' weights already

    def of_jobs(*terms: str) -> int:
        total: float = sum(getattr(objective, term) for term in terms)
        return round(total * scale)

    model.set_objective(
        weight_makespan=round(objective.makespan * per_job),
        weight_tardy_jobs=of_jobs("late_jobs", "weighted_late_jobs"),
        weight_total_tardiness=of_jobs("total_tardiness", "weighted_tardiness"),
        weight_total_flow_time=of_jobs(
            "flow_time", "weighted_flow_time", "total_completion", "weighted_completion"
        ),
        weight_total_setup_time=round(objective.setup_time * per_job) if has_setups else 0,
    )
    return model.data(), [list(row) for row in instance.operations_of], per_job


def _add_setups(
    model: Any, instance: RichScheduling, machines: list[Any], tasks: list[Any]
) -> bool:
    """Between all pairs of operations; an initial setup follows a task without duration. Whether
    there are any."""
    made = False
    for number, machine in enumerate(instance.machines):
        if not any(map(any, machine.setups)):
            continue
        here = [
            (n, o.family)
            for n, o in enumerate(instance.operations)
            if o.family is not None and any(on == number for on, _ in o.modes)
        ]
        first = None
        if machine.initial_family is not None:
            first = model.add_task(
                earliest_start=machine.available_from, latest_start=machine.available_from
            )
            model.add_mode(first, machines[number], 0)
        for n, family in here:
            if first is not None:
                duration = machine.setups[machine.initial_family or 0][family]
                if duration:
                    model.add_setup_time(machines[number], first, tasks[n], duration)
                    made = True
            for other, after in here:
                if other != n and machine.setups[family][after]:
                    duration = machine.setups[family][after]
                    model.add_setup_time(machines[number], tasks[n], tasks[other], duration)
                    made = True
    return made


def _held(instance: RichScheduling) -> set[int]:
    """Operations that a blocking machine holds until the next one of their job starts."""
    blocking = {n for n, machine in enumerate(instance.machines) if machine.blocking}
    return {
        p.before
        for p in instance.precedences
        if any(machine in blocking for machine, _ in instance.operations[p.before].modes)
        and instance.operations[p.before].job == instance.operations[p.after].job
    }


def _refuse(instance: RichScheduling) -> None:
    """Name what the peer has no words for.

    Raises:
        InputError: the instance has such a thing.
    """
    objective, machines = instance.objective, instance.machines
    lacking = []
    if objective.max_lateness:
        lacking.append("the maximum lateness")
    weights = {job.weight for job in instance.jobs}
    both = any(getattr(objective, t) for t in _OF_WEIGHTS) and any(
        getattr(objective, t) for t in _PLAIN
    )
    if both and weights != {1}:
        lacking.append("weighted and unweighted terms at once")
    if any(m.breaks and any(map(any, m.setups)) and not m.setup_during_breaks for m in machines):
        lacking.append("setups that keep out of breaks")
    held = _held(instance)
    if held:
        after: dict[int, int] = {}
        for p in instance.precedences:
            if p.before in held:
                after[p.before] = after.get(p.before, 0) + 1 + bool(p.min_lag)
        partly = any(
            not machines[m].blocking
            for number in held
            for m, _ in instance.operations[number].modes
        )
        if partly or max(after.values()) > 1 or any(m.breaks for m in machines):
            lacking.append("blocking with lags, branches, breaks or other machines")
    if instance.permutation and any(len(o.modes) > 1 for o in instance.operations):
        lacking.append("a permutation of jobs with alternative machines")
    if lacking:
        raise InputError(
            f"peer 'pyjobshop' does not model {' and '.join(lacking)}, which {instance.name!r} has",
            remedy="compare with cp-sat there",
        )


def _scale(weights: list[float]) -> int:
    """The least power of ten that makes all weights whole, up to a limit."""
    scale = 1
    for _ in range(_FINEST):
        if all(abs(w * scale - round(w * scale)) < 1e-9 for w in weights):
            return scale
        scale *= 10
    return scale
