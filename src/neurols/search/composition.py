"""How each classical controller is composed: one rule for each intervention point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from neurols import _core
from neurols.errors import InputError
from neurols.menu import Menu
from neurols.search import settings as s

_SCALES = {
    "mean-worsening": _core.TemperatureScale.MEAN_WORSENING,
    "initial-cost": _core.TemperatureScale.INITIAL_COST,
    "unit": _core.TemperatureScale.UNIT,
    "absolute": _core.TemperatureScale.ABSOLUTE,
}
_SCHEDULES = {
    "geometric": _core.CoolingSchedule.GEOMETRIC,
    "linear": _core.CoolingSchedule.LINEAR,
    "logistic": _core.CoolingSchedule.LOGISTIC,
}
_EXPLORATIONS = {
    "epsilon-greedy": _core.Exploration.EPSILON_GREEDY,
    "ucb": _core.Exploration.UCB,
}


def compose(name: str, settings: s.Common, menu: Menu) -> _core.Controller:
    """A new controller of that name; controllers keep state, so every search needs its own."""
    return COMPOSITIONS[name](settings, menu)


def hill_climbing(settings: s.HillClimbing, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _core.AcceptImproving(),
        # A neighbourhood is left when it is exhausted, not when one candidate fails.
        _core.SelectInOrder(menu.actions(settings.operators), 1 << 30),
        _core.PerturbNever(),
    )


def annealing(settings: s.Annealing, menu: Menu) -> _core.Controller:
    cyclic = settings.cycles > 1
    cycles = _core.Cycles(settings.cycles, settings.initial_runs, settings.initial_share)
    if cyclic and settings.patience > 0:
        raise InputError("cycles and patience exclude each other", remedy="set one of them")
    return _core.ComposedController(
        _core.AcceptByAnnealing(
            _positive(settings.start, "start"),
            _positive(settings.end, "end"),
            _choice(_SCALES, settings.scale, "scale"),
            _choice(_SCHEDULES, settings.schedule, "schedule"),
            cycles,
            _positive(settings.reheat or settings.start, "reheat"),
        ),
        _core.SelectFixed(menu.action(settings.operator)),
        _core.PerturbEachCycle(cycles, menu.action(settings.perturbation, settings.strength))
        if cyclic
        else _after(settings, menu, _core.Counting.NEW_BEST),
    )


def iterated(settings: s.Iterated, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _acceptance(settings.accept, settings.start, settings.end),
        _core.SelectFixed(menu.action(settings.operator)),
        _after(settings, menu, _core.Counting.IMPROVEMENT),
    )


def variable(settings: s.Variable, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _acceptance(settings.accept),
        _core.SelectInOrder(menu.actions(settings.operators), settings.patience),
        _core.PerturbAfter(
            0, _core.Counting.IMPROVEMENT, menu.action(settings.perturbation, settings.strength)
        ),
    )


def tabu(settings: s.Tabu, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _core.AcceptAlways(),
        _core.SelectFixed(menu.action(settings.operator)),
        _between_phases(settings, menu),
    )


def guided(settings: s.Guided, menu: Menu) -> _core.Controller:
    operator = menu.action(settings.operator)
    return _core.ComposedController(
        _core.AcceptGuided(),
        _core.SelectFixed(operator),
        _core.PenaliseAfter(settings.patience, operator),
    )


def late(settings: s.Late, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _core.AcceptLate(settings.length),
        _core.SelectFixed(menu.action(settings.operator)),
        _after(settings, menu, _core.Counting.NEW_BEST),
    )


def bandit(settings: s.Bandit, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _acceptance(settings.accept),
        _core.SelectByBandit(
            menu.actions(settings.actions),
            _choice(_EXPLORATIONS, settings.kind, "kind"),
            settings.exploration,
            settings.forgetting,
        ),
        _after(settings, menu, _core.Counting.NEW_BEST),
    )


def roulette(settings: s.Roulette, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _acceptance(settings.accept),
        _core.SelectByRoulette(
            menu.actions(settings.actions), 25, 5, 1, max(1, settings.segment), settings.reaction
        ),
        _after(settings, menu, _core.Counting.NEW_BEST),
    )


def random(settings: s.Random, menu: Menu) -> _core.Controller:
    return _core.ComposedController(
        _core.AcceptByCoin(settings.acceptance),
        _core.SelectUniform(menu.actions(settings.actions)),
        _core.PerturbNever(),
    )


def constant(settings: s.Constant, menu: Menu) -> _core.Controller:
    action = menu.action(settings.operator)
    # Without a restart rule the search ends where the operator has no candidate left.
    waits = settings.restart_after > 0
    return _core.ComposedController(
        _acceptance(settings.accept),
        _core.SelectUniform([action]) if waits else _core.SelectFixed(action),
        _core.PerturbNever(),
    )


COMPOSITIONS: dict[str, Callable[[Any, Menu], _core.Controller]] = {
    "hill-climbing": hill_climbing,
    "sa": annealing,
    "sa-restart": annealing,
    "ils": iterated,
    "ils-sa": iterated,
    "vns": variable,
    "tabu": tabu,
    "gls": guided,
    "late-acceptance": late,
    "bandit": bandit,
    "roulette": roulette,
    "random": random,
    "constant": constant,
}


def _between_phases(settings: s.Tabu, menu: Menu) -> _core.PerturbationRule:
    if settings.perturbation == "relink":
        return _core.RelinkAfter(settings.patience, menu.action("relink"), settings.elites)
    return _after(settings, menu, _core.Counting.PHASE_BEST, settings.strength_spread)


def _after(
    settings: Any, menu: Menu, counting: _core.Counting, spread: int = 0
) -> _core.PerturbationRule:
    """Perturb after `patience` non-improving steps, and whenever there is no move left."""
    action = menu.action(settings.perturbation, settings.strength)
    return _core.PerturbAfter(settings.patience, counting, action, spread)


def _acceptance(name: str, start: float = 1.0, end: float = 0.05) -> _core.AcceptanceRule:
    makers: dict[str, Callable[[], _core.AcceptanceRule]] = {
        "improving": lambda: _core.AcceptImproving(False),
        "equal": lambda: _core.AcceptImproving(True),
        "always": _core.AcceptAlways,
        "annealing": lambda: _core.AcceptByAnnealing(start, end),
    }
    return _choice(makers, name, "accept")()  # type: ignore[no-any-return]


def _choice(table: dict[str, Any], name: str, option: str) -> Any:
    if name not in table:
        raise InputError(f"{option}={name!r} is unknown", remedy=f"use {', '.join(table)}")
    return table[name]


def _positive(value: float, option: str) -> float:
    if not value > 0:
        raise InputError(f"{option}={value} must be above 0")
    return value
