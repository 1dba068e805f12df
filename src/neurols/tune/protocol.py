"""What is tuned, on what and for how long: what must be equal when a study is taken up again."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.registry import problem_named

if TYPE_CHECKING:
    from neurols.menu import Menu
    from neurols.search.settings import Common

PAPER_INSTANCES = 512
"""Validation instances in the protocol of the paper."""


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """A tuning experiment.

    The budget of a search is one of ``iterations``, ``time_limit`` and ``cpu_limit``.
    """

    problem: str
    controller: str
    """A specification; the options given in it stay as they are."""
    sizes: tuple[str, ...]
    instances: int = PAPER_INSTANCES
    iterations: int | None = None
    time_limit: float | None = None
    cpu_limit: float | None = None
    seed: int = 1
    only: tuple[str, ...] = field(default=())
    """Settings to tune; empty is all that the controller has."""
    operators: tuple[str, ...] = field(default=())
    """Operators to choose among; empty is all that the problem has."""
    perturbations: tuple[str, ...] = field(default=())
    """Perturbations to choose among, with a strength as in ``swaps@6`` if need be; empty is all."""

    def __post_init__(self) -> None:
        if not problem_named(self.problem).default_size:
            raise InputError(f"instances of problem {self.problem!r} cannot be generated")
        given = (self.iterations, self.time_limit, self.cpu_limit)
        if sum(limit is not None for limit in given) != 1:
            raise InputError(
                "tuning needs one budget a search",
                remedy="give one of --iterations, --time and --cpu-time",
            )
        for seconds in (self.time_limit, self.cpu_limit):
            if seconds is not None and not 0 < seconds < float("inf"):
                raise InputError(f"the time is {seconds}", remedy="give seconds above 0")
        for value, name, least in (
            (self.iterations, "--iterations", 1),
            (self.instances, "--instances", 1),
            (self.seed, "--seed", 0),
        ):
            if value is not None and value < least:
                raise InputError(f"{name} is {value}", remedy=f"give {least} or more")
        self.base()
        self.menu()

    @property
    def budget(self) -> str:
        """The budget in words."""
        if self.iterations is not None:
            return f"{self.iterations} iterations"
        if self.time_limit is not None:
            return f"{self.time_limit:g} s"
        return f"{self.cpu_limit:g} CPU s"

    @property
    def file_name(self) -> str:
        """A name for the study's file, which another protocol does not have."""
        parts = (
            self.problem,
            self.controller,
            self.budget,
            "-".join(self.sizes),
            f"{self.instances} instances",
            f"seed {self.seed}",
            *self.only,
            *self.operators,
            *self.perturbations,
        )
        return re.sub(r"[^\w.+=x-]+", "-", " ".join(parts))

    def to_json(self) -> dict[str, Any]:
        """As a study and a provenance file store it, under names that studies begun earlier have; a
        menu only where it is restricted, wall-clock seconds only where they are the budget."""
        form = {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(self).items()}
        for name in ("operators", "perturbations"):
            if not form[name]:
                del form[name]
        form["cpu_seconds"] = form.pop("cpu_limit")
        wall = form.pop("time_limit")
        if wall is not None:
            form["wall_seconds"] = wall
        return form

    def menu(self) -> Menu:
        """What a study chooses among.

        Raises:
            InputError: the problem has no such operator or perturbation.
        """
        from neurols.menu import Menu

        whole = problem_named(self.problem).menu()
        for name in (*self.operators, *self.perturbations):
            kind = "perturbations" if whole.action(name).is_perturbation else "operators"
            if name not in getattr(self, kind):
                raise InputError(f"{name!r} is one of the {kind}", remedy=f"name it in --{kind}")
        return Menu(self.operators or whole.operators, self.perturbations or whole.perturbations)

    def base(self) -> Common:
        """The settings that tuning starts from and is compared with.

        Raises:
            InputError: there is no such controller, or nothing about it to tune.
        """
        from neurols.search.presets import presets_of, settings_of
        from neurols.search.settings import with_options
        from neurols.search.spec import parse_spec

        spec = parse_spec(self.controller)
        options = dict(spec.options)
        given = options.pop("preset", None)
        problem = problem_named(self.problem)
        presets = presets_of(problem)
        preset = given or next(iter(presets))
        known = presets.get(preset)
        if known is None:
            choice = ", ".join(presets)
            raise InputError(f"unknown preset {preset!r}", remedy=f"use one of {choice}")
        if spec.name not in known:
            raise InputError(
                f"controller {spec.name!r} has no settings to tune",
                remedy=f"use one of {', '.join(known)}",
            )
        if spec.argument is not None:
            options["operator"] = spec.argument
        kind = options.get("kind")
        base = settings_of(known, spec.name, kind)
        if given is None:
            short = problem.short_budget()
            base = (short and short.settings(spec.name, base, kind, self.iterations)) or base
        return with_options(base, options, self.controller)

    def spec(self, settings: dict[str, Any]) -> str:
        """The controller's specification with these settings, as ``--controller`` takes it."""
        from neurols.search.spec import ControllerSpec, parse_spec

        given = parse_spec(self.controller)
        options = {**given.options} | {name: _text(value) for name, value in settings.items()}
        return str(ControllerSpec(given.name, given.argument, options))


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return "/".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
