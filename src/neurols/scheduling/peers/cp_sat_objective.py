"""The objective of rich scheduling for CP-SAT, in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

_FINEST = 6  # decimals of weights that are kept


def add_objective(
    cp: Any,
    model: Any,
    instance: RichScheduling,
    end: Sequence[Any],
    setup_terms: Sequence[Any],
    horizon: int,
) -> int:
    """Minimise the cost times the number that is returned, which makes all weights whole."""
    objective = instance.objective
    scale = _scale(instance)
    jobs = []
    for row in instance.operations_of:
        last = model.new_int_var(0, horizon, "")
        for number in row:
            model.add(last >= end[number])
        jobs.append(last)
    terms: list[Any] = []

    def add(weight: float, term: Any) -> None:
        factor = round(weight * scale)
        if factor:
            terms.append(factor * term)

    if objective.makespan:
        makespan = model.new_int_var(0, horizon, "")
        for last in jobs:
            model.add(makespan >= last)
        add(objective.makespan, makespan)
    dues = [job.due_date for job in instance.jobs if job.due_date is not None]
    lateness = model.new_int_var(-horizon - max(dues, default=0), horizon, "")
    for job, last in zip(instance.jobs, jobs, strict=True):
        add(objective.total_completion + objective.weighted_completion * job.weight, last)
        flow = objective.flow_time + objective.weighted_flow_time * job.weight
        add(flow, last - job.release_date)
        if job.due_date is None:
            continue
        tardy = objective.total_tardiness + objective.weighted_tardiness * job.weight
        if tardy:
            tardiness = model.new_int_var(0, horizon, "")
            model.add(tardiness >= last - job.due_date)
            add(tardy, tardiness)
        late = objective.late_jobs + objective.weighted_late_jobs * job.weight
        if late:
            is_late = model.new_bool_var("")
            model.add(last <= job.due_date).only_enforce_if(is_late.negated())
            add(late, is_late)
        if objective.max_lateness:
            model.add(lateness >= last - job.due_date)
    if objective.max_lateness:
        add(objective.max_lateness, lateness)
    if objective.setup_time and setup_terms:
        add(objective.setup_time, sum(setup_terms))
    model.minimize(sum(terms) if terms else 0)
    return scale


def _scale(instance: RichScheduling) -> int:
    """The least power of ten that makes all weights whole, up to a limit."""
    objective = instance.objective
    weights = [getattr(objective, name) for name in objective.__dataclass_fields__]
    weights += [a * job.weight for a in weights if a for job in instance.jobs]
    scale = 1
    for _ in range(_FINEST):
        if all(abs(w * scale - round(w * scale)) < 1e-9 for w in weights):
            return scale
        scale *= 10
    return scale
