"""Controllers by name: what there is, and how a specification becomes what a search needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.plugins import service
from neurols.search import auto
from neurols.search.budget import Budget
from neurols.search.presets import default_preset, presets_of, settings_of
from neurols.search.settings import Common, Guided, with_options
from neurols.search.spec import ControllerSpec, as_spec, parse_spec, text_of

if TYPE_CHECKING:
    from neurols import _core
    from neurols.menu import Menu
    from neurols.problem import Problem

DEFAULT, CLASSICAL = "auto", "classical"
LEARNED = ("nls", "nls-a", "nls-an", "nls-anp")
"""Learned controllers: a service of an upper layer sets them up."""

OWN_OPTIONS = ("allowance",)
"""Settings that only searches of some problems have; these name them in ``search_options``."""

SUMMARIES = {
    "auto": "the strongest known here for the problem, the size and the budget (the default)",
    "classical": "the strongest of those that have learned nothing",
    "hill-climbing": "improvements only, to the first local optimum",
    "sa": "simulated annealing, temperature calibrated on the instance",
    "sa-restart": "simulated annealing with restarts",
    "ils": "iterated local search: descend, perturb, descend",
    "ils-sa": "iterated local search with annealed acceptance",
    "vns": "variable neighbourhood search",
    "tabu": "tabu search on arcs or edges, aspiration by best",
    "gls": "guided local search: penalties on features of local optima",
    "late-acceptance": "late acceptance hill climbing",
    "bandit": "online bandit over operators and perturbations (epsilon-greedy or UCB)",
    "roulette": "ALNS roulette wheel over operators and perturbations",
    "random": "uniformly random policy over acceptance, operators and perturbations",
    "constant": "one fixed action, as in constant:cei",
    "nls": "learned rules inside the native loop, by problem and budget (or model=FILE)",
    "nls-a": "learned policy (or model=FILE): accepts or rejects",
    "nls-an": "learned policy (or model=FILE): the same, and chooses the operator",
    "nls-anp": "learned policy (or model=FILE): both, and when to perturb and how",
}

TITLES = {
    "sa": "simulated annealing",
    "sa-restart": "simulated annealing with restarts",
    "ils": "iterated local search",
    "ils-sa": "iterated local search with annealed acceptance",
    "vns": "variable neighbourhood search",
    "tabu": "tabu search",
    "gls": "guided local search",
    "bandit": "online bandit",
    "roulette": "roulette wheel of ALNS",
    "random": "random policy",
    "constant": "constant action",
}
"""Names of the literature, where they are longer than ours."""

_COMMON = {field.name for field in fields(Common)}


@dataclass(frozen=True, slots=True)
class ControllerEntry:
    """A line of ``neurols controllers``."""

    name: str
    summary: str
    options: dict[str, Any]
    provenance: str
    """How the defaults of the options were chosen; empty where there are none."""
    short_budget: dict[str, Any] | None = None
    """The same where there are few steps; its options are null where the defaults stand."""


NewController = Callable[["_core.Workspace", "_core.StopRules"], "_core.Controller"]
"""Controllers keep state, so every search gets its own; learned ones look at its workspace."""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a search needs of its controller."""

    name: str
    """What was asked for."""
    new_controller: NewController
    workspace: _core.WorkspaceSettings
    search: _core.SearchSettings
    resolved: str
    """What runs, in words."""


def catalogue(problem: Problem) -> list[ControllerEntry]:
    """Every controller with its options and their defaults for a problem."""
    entries = []
    preset, short = default_preset(problem), problem.short_budget()
    default = next(iter(problem.presets(problem.menu())), "")
    for name, summary in SUMMARIES.items():
        settings = preset.get(name)
        options = (
            {}
            if settings is None
            else {f.name: getattr(settings, f.name) for f in fields(settings)}
        )
        chosen = "" if settings is None else problem.provenance(default, name)
        few = None if settings is None or short is None else short.entry(name, settings)
        entries.append(ControllerEntry(name, summary, options, chosen, few))
    return entries


def resolve(
    controller: Any,
    problem: Problem,
    menu: Menu,
    budget: Budget | None = None,
    instance: Any = None,
) -> Setup:
    """A setup from a specification such as ``ils:preset=paper``, or any object with ``decide``.

    Args:
        controller: the specification or the object.
        problem: whose presets, rules and policies are meant.
        menu: the problem's operators and perturbations.
        budget: what ``auto``, ``classical`` and ``nls`` choose by, and whether there are few steps;
            unlimited where it is not given.
        instance: what they choose by, too.

    Raises:
        InputError: unknown name or option; the message lists what there is.
    """
    if isinstance(controller, str | ControllerSpec):
        spec = as_spec(controller)
        if spec.name in (DEFAULT, CLASSICAL):
            return _automatic(spec, problem, menu, budget or Budget(), instance)
        return _from_spec(spec, problem, menu, budget, instance)
    make = getattr(controller, "setup", None)
    if callable(make):
        setup: Setup = make(problem, menu, budget, instance)
        return setup
    from neurols import _core

    name = getattr(controller, "name", type(controller).__name__)
    if isinstance(controller, _core.Controller):
        return _setup_of(name, lambda *_: controller, problem)
    if not callable(getattr(controller, "decide", None)):
        raise InputError(
            f"controller {controller!r} has no method 'decide'",
            remedy="give a name from 'neurols controllers' or an object with decide(observation)",
        )
    return _setup_of(name, lambda *_: _core.PythonController(controller), problem)


def is_reusable(controller: Any) -> bool:
    """Whether several searches can have a controller each of what was given."""
    return isinstance(controller, str | ControllerSpec) or hasattr(controller, "setup")


def _setup_of(name: str, new_controller: NewController, problem: Problem) -> Setup:
    """The setup of a user's object, of which nothing is known but its name."""
    from neurols import _core

    workspace = _workspace_settings(Common(), problem)
    return Setup(name, new_controller, workspace, _core.SearchSettings(), name)


def _automatic(
    spec: ControllerSpec, problem: Problem, menu: Menu, budget: Budget, instance: Any
) -> Setup:
    """What is chosen, under the name that the user gave; the user's options come last."""
    choose = auto.choose if spec.name == DEFAULT else auto.classical
    chosen = choose(problem, budget, instance)
    # A preset that the user names stands as it was published.
    options = spec.options if "preset" in spec.options else {**chosen.options, **spec.options}
    complete = ControllerSpec(chosen.name, spec.argument, options)
    # A choice with settings of its own is not to be mixed with those for few steps.
    setup = _from_spec(complete, problem, menu, None if chosen.options else budget, instance)
    if "preset" not in spec.options and instance is not None:
        _add_descents(setup, problem, menu, budget, instance)
    return replace(setup, name=str(spec))


def _add_descents(
    setup: Setup, problem: Problem, menu: Menu, budget: Budget, instance: Any
) -> None:
    """The problem's descent after the search, and before it where a solution is given."""
    from neurols import _core

    names, seconds = problem.descent(instance)
    descents = _core.Descents()
    descents.last = menu.actions(names)
    descents.first = [] if budget.given is None else descents.last
    descents.reserve = seconds
    setup.search.descents = descents


def check_name(controller: str) -> None:
    """Refuse what is no controller's name, where the problem is not known yet."""
    _check_known(parse_spec(controller))


def _check_known(spec: ControllerSpec) -> None:
    if spec.name not in SUMMARIES:
        raise InputError(
            f"unknown controller {spec.name!r}", remedy=f"use one of {', '.join(SUMMARIES)}"
        )


def _from_spec(
    spec: ControllerSpec, problem: Problem, menu: Menu, budget: Budget | None, instance: Any
) -> Setup:
    _check_known(spec)
    if spec.name in LEARNED:
        setup: Setup = service("learned controllers")(spec, problem, menu, budget, instance)
        return setup
    settings = _settings(spec, problem, menu, None if budget is None else budget.iterations)
    for option in OWN_OPTIONS:
        if getattr(settings, option, 0.0) and option not in problem.search_options:
            raise InputError(
                f"controller {spec}: searches of problem {problem.name!r} have no {option}",
                remedy=f"drop {option}",
            )
    if settings.restart_after and not settings.restart:
        raise InputError(
            f"controller {spec}: a restart rule needs a perturbation",
            remedy=f"give one with restart=…, such as {menu.perturbations[0]}",
        )
    from neurols.search.composition import compose

    compose(spec.name, settings, menu)  # wrong options are told now, not when the search starts
    return Setup(
        str(spec),
        lambda *_: compose(spec.name, settings, menu),
        _workspace_settings(settings, problem),
        _search_settings(settings, menu),
        described(spec.name, settings),
    )


def described(name: str, settings: Common) -> str:
    """A controller and the settings that it runs under, in words.

    Settings that stand at zero, or at what every controller has, are left out.
    """
    told = [
        f"{field.name.replace('_', ' ')} {text_of(value)}"
        for field in fields(settings)
        if (value := getattr(settings, field.name)) not in ("", 0, ())
        and (field.name not in _COMMON or value != field.default)
    ]
    return f"{TITLES.get(name, name)} ({', '.join(told)})" if told else TITLES.get(name, name)


def _settings(spec: ControllerSpec, problem: Problem, menu: Menu, iterations: int | None) -> Common:
    """The settings of a specification: a preset named in it is taken at any number of steps."""
    name = spec.name
    options: dict[str, Any] = dict(spec.options)
    presets = presets_of(problem, menu)
    given = options.pop("preset", None)
    preset = given or next(iter(presets))
    if preset not in presets:
        raise InputError(
            f"controller {spec}: unknown preset {preset!r}", remedy=f"use {', '.join(presets)}"
        )
    if name == "tabu" and not any(op.endswith("+tabu") for op in menu.operators):
        raise InputError(
            f"problem {problem.name!r} has no tabu memory",
            remedy="define 'keys' in its Workspace, or use another controller",
        )
    if name not in presets[preset]:
        raise InputError(
            f"there is no preset {preset!r} for controller {name!r} on problem {problem.name!r}",
            remedy=f"it exists for {', '.join(n for n in presets[preset] if ':' not in n)}",
        )
    if spec.argument is not None:
        if name != "constant":
            raise InputError(
                f"controller {name!r} takes no argument {spec.argument!r}",
                remedy="only constant does, as in constant:cei",
            )
        options["operator"] = spec.argument
    kind = options.get("kind")
    base = settings_of(presets[preset], name, kind)
    if given is None:
        short = problem.short_budget()
        base = (short and short.settings(name, base, kind, iterations)) or base
    return with_options(base, options, str(spec))


def _search_settings(settings: Common, menu: Menu) -> _core.SearchSettings:
    from neurols import _core

    result = _core.SearchSettings()
    result.epsilon = settings.epsilon
    result.accept_improving = not isinstance(settings, Guided)
    if settings.restart_after:
        result.restart = _core.RestartRule(settings.restart_after, menu.action(settings.restart))
    return result


def _workspace_settings(settings: Common, problem: Problem) -> _core.WorkspaceSettings:
    result = problem.new_settings()
    result.construction = settings.construction
    result.tenure = settings.tenure
    result.tenure_spread = settings.tenure_spread
    result.allowance = settings.allowance
    result.guidance = getattr(settings, "guidance", 0.0)
    return result
