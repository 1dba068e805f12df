"""From an experiment to a plan and its tasks, on the machine at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike

from neurols.benchmark import experiments as e
from neurols.benchmark.constants import best_constant
from neurols.benchmark.peers import PeerRunner, peer
from neurols.benchmark.plan import Plan, PlannedRow
from neurols.benchmark.runner import (
    ConstructionRunner,
    ControllerRunner,
    Record,
    RunBudget,
    Runner,
    Task,
)
from neurols.benchmark.suites import Case, resolve
from neurols.errors import InputError
from neurols.registry import problem_of

NOTHING = RunBudget(iterations=0)
"""Budget of a construction."""

_NO_RULES = ("neh", "best")  # for flow shops, and one of the others; the tables compare rules


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan and what is to be run for it."""

    plan: Plan
    tasks: list[Task]
    seeds: list[int]


def make_plan(
    experiment: e.Experiment,
    *,
    quick: bool = False,
    seeds: int | None = None,
    clock: RunBudget | None = None,
    workers: int = 1,
    output: str | PathLike[str] | None = None,
    data: str | PathLike[str] | None = None,
    on_record: Callable[[Record], None] | None = None,
    on_note: Callable[[str], None] | None = None,
) -> Planned:
    """Look at what there is, choose the best constant action, and list the runs.

    Args:
        experiment: what to run.
        quick: a few instances of every group, one seed; the same code otherwise.
        seeds: how many; the experiment's own number where none is given.
        clock: budget of the rows that run on time; the experiment's own where none is given.
        workers: runs at once while the constant action is chosen.
        output: folder of the benchmark.
        data: folder with benchmark files that are not built in.
        on_record: called with every record of the choice.
        on_note: called with a sentence where records in ``output`` are of no use.
    """
    cases = resolve(experiment.quick_suite if quick else experiment.suite, data)
    count = (experiment.quick_seeds if quick else experiment.seeds) if seeds is None else seeds
    time = clock or RunBudget(cpu_limit=experiment.quick_clock if quick else experiment.clock)
    steps = [RunBudget(iterations=number) for number in experiment.iterations]
    chosen = {
        (str(budget), spec): best_constant(
            experiment.problem,
            budget.iterations or 0,
            preset=e.BEST_OF[spec],
            instances=experiment.quick_validation if quick else experiment.validation,
            workers=workers,
            output=output,
            on_record=on_record,
            on_note=on_note,
        )
        for section, spec, _ in experiment.controllers
        if spec in e.BEST_OF
        for budget in _budgets(experiment, section, steps)
    }
    constant = {place: found.controller for place, found in chosen.items()}
    contestants = [
        *_controllers(experiment, cases[0], steps, constant),
        *_constructions(cases[0]),
        *_clock(experiment, cases[0], time),
    ]
    budgets = {str(budget): budget for budget in (NOTHING, *steps, time)}
    every = list(range(1, count + 1))
    tasks = [
        Task(runner, case, budgets[budget], seed)
        for case in cases
        for seed in every
        for _, runners in contestants
        for budget, runner in runners.items()
    ]
    plan = Plan(
        experiment.name,
        experiment.title + (" (a few instances)" if quick else ""),
        [str(budget) for budget in steps],
        str(time),
        [row for row, _ in contestants],
        {
            str(budget): "; ".join(
                f"{spec} is {found}"
                for (name, spec), found in chosen.items()
                if name == str(budget)
            )
            for budget in steps
        },
    )
    return Planned(plan, tasks, every)


Contestant = tuple[PlannedRow, dict[str, Runner]]
"""A row and who runs for it at each budget."""


def _row(
    section: str, label: str, runners: dict[str, Runner], paper: str | None = None
) -> Contestant:
    names = {budget: runner.name for budget, runner in runners.items()}
    return PlannedRow(section, label, names, paper), runners


def _left_out(section: str, label: str, paper: str | None, reason: str) -> Contestant:
    return PlannedRow(section, label, {}, paper, reason), {}


def _constructions(case: Case) -> list[Contestant]:
    return [
        _row(e.CONSTRUCTIONS, name, {str(NOTHING): ConstructionRunner(name)})
        for name in problem_of(case.instance).constructions(case.instance)
        if name not in _NO_RULES
    ]


def _controllers(
    experiment: e.Experiment,
    case: Case,
    steps: Sequence[RunBudget],
    constant: dict[tuple[str, str], str],
) -> list[Contestant]:
    found = []
    for section, spec, paper in experiment.controllers:
        runners: dict[str, Runner] = {}
        try:
            for budget in _budgets(experiment, section, steps):
                runner = ControllerRunner.of(constant.get((str(budget), spec), spec))
                runner.check(case.instance)
                runners[str(budget)] = runner
        except InputError as error:
            if section not in e.MAY_BE_MISSING:
                raise
            shipped = ":" not in spec and error.file is not None
            reason = f"no policy is shipped for {case.instance.problem}" if shipped else error.cause
            found.append(_left_out(section, spec, paper, f"not run: {reason}"))
            continue
        found.append(_row(section, spec, runners, paper))
    return found


def _budgets(experiment: e.Experiment, section: str, steps: Sequence[RunBudget]) -> list[RunBudget]:
    """The budgets at which the rows of a section run."""
    few = e.contest_of(section) == e.STRONGER
    return [budget for budget in steps if not few or budget.iterations in experiment.stronger]


def _clock(experiment: e.Experiment, case: Case, time: RunBudget) -> list[Contestant]:
    found = [_row(e.CLOCK, "auto", {str(time): ControllerRunner.of("auto")})]
    for spec, paper in experiment.peers:
        runner: PeerRunner = peer(spec)
        if runner.installed:
            runner.check(case.instance)
            found.append(_row(e.CLOCK, spec, {str(time): runner}, paper))
        else:
            found.append(_left_out(e.CLOCK, spec, paper, "not installed"))
    return found
