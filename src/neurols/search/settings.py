"""Settings of every classical controller, one dataclass each; field docs are the help texts.

Defaults that depend on the problem stand in presets.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar, get_type_hints

from neurols.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Common:
    """Settings that every controller has."""

    construction: str = ""
    """Construction of the initial solution; empty is the problem's default."""
    tenure: int = 12
    """Steps that a changed arc or edge stays tabu, at least."""
    tenure_spread: int = 12
    """Further steps, drawn at random up to this number."""
    epsilon: float = 0.0
    """A candidate improves when it is better by more than this."""
    allowance: float = 0.0
    """Sweeps of routing make moves that worsen by less than this share of the mean arc, or of 2.5
    times the mean distance to the fifth neighbour where that is less."""
    restart: str = ""
    """Perturbation that the search makes whatever the controller decides; empty is none."""
    restart_after: int = 0
    """Steps without a new best before it does; 0 is never."""


S = TypeVar("S", bound=Common)

_MOST = 10**9
_MOST_OF = {
    **dict.fromkeys(("acceptance", "forgetting", "initial_share", "reaction"), 1),  # shares
    **dict.fromkeys(("tenure", "tenure_spread"), 10**6),  # may grow, and stay numbers of 32 bits
    "length": 10**6,  # memory
    "allowance": 10**3,
    **dict.fromkeys(("strength", "strength_spread", "elites"), 10**4),  # time of one step
}


@dataclass(frozen=True, kw_only=True)
class Single(Common):
    """One operator."""

    operator: str = ""
    """The operator."""


@dataclass(frozen=True, kw_only=True)
class HillClimbing(Common):
    """Accept improvements only; the next operator when one is exhausted."""

    operators: tuple[str, ...] = ()
    """Operators in the order tried, separated by '/'."""


@dataclass(frozen=True, kw_only=True)
class Annealing(Single):
    """Accept a worsening d with probability exp(-d/T), T falling over the budget."""

    start: float = 1.0
    """Temperature at the start, in units of `scale`."""
    end: float = 0.05
    """Temperature at the end, in units of `scale`."""
    scale: str = "mean-worsening"
    """mean-worsening (calibrated while running), initial-cost, unit (a mean arc) or absolute."""
    schedule: str = "geometric"
    """geometric, linear or logistic."""
    cycles: int = 1
    """Cycles of cooling; the perturbation stands between them."""
    initial_runs: int = 1
    """How many cycles, the first ones, cool from `start`; the others cool from `reheat`."""
    initial_share: float = 0.0
    """Share of the budget for the initial runs; 0 is that of equally long cycles."""
    reheat: float = 0.0
    """Temperature at the start of cycles after the initial runs; 0 is `start` again."""
    patience: int = 0
    """Perturb after so many steps without a new best; 0 is only when no move is left."""
    perturbation: str = "restart"
    """What to do then."""
    strength: int = 0
    """How strongly; 0 is the problem's default."""


@dataclass(frozen=True, kw_only=True)
class Iterated(Single):
    """Descend; at a local optimum, or after `patience` non-improving steps, perturb."""

    patience: int = 4
    """Steps without an improvement before a perturbation."""
    perturbation: str = ""
    """The perturbation."""
    strength: int = 3
    """How strongly."""
    accept: str = "improving"
    """What is accepted in between: improving, equal, always or annealing."""
    start: float = 1.0
    """With annealing: temperature at the start, in units of the mean worsening."""
    end: float = 0.05
    """With annealing: temperature at the end."""


@dataclass(frozen=True, kw_only=True)
class Variable(HillClimbing):
    """Variable neighbourhoods: next operator after a failure, first again after an improvement."""

    patience: int = 1
    """Failures before the next operator."""
    accept: str = "improving"
    """What is accepted: improving, equal or always."""
    perturbation: str = ""
    """What to do when the last operator has failed."""
    strength: int = 3
    """How strongly."""


@dataclass(frozen=True, kw_only=True)
class Tabu(Single):
    """Always take the best candidate that is not tabu; leave the region when nothing comes."""

    patience: int = 20_000
    """Steps without a new best since the last perturbation; 0 is only when no move is left."""
    perturbation: str = ""
    """What to do then."""
    strength: int = 5
    """How strongly, at least."""
    strength_spread: int = 20
    """Further strength, drawn at random up to this number."""
    elites: int = 0
    """Good solutions that relinking goes between; 0 is as many as the budget feeds."""


@dataclass(frozen=True, kw_only=True)
class Guided(Single):
    """Guided local search: penalties on the features of local optima."""

    guidance: float = 0.002
    """Weight of a penalty, as a share of the initial makespan or of the mean arc."""
    patience: int = 1
    """Failures in a row before penalties rise; 0 is only when no candidate is left."""


@dataclass(frozen=True, kw_only=True)
class Late(Single):
    """Late acceptance: no worse than the current solution of `length` steps ago."""

    length: int = 8
    """Length of the history."""
    patience: int = 0
    """Perturb after so many steps without a new best; 0 is only when no move is left."""
    perturbation: str = ""
    """What to do then."""
    strength: int = 3
    """How strongly."""


@dataclass(frozen=True, kw_only=True)
class Bandit(Common):
    """Online bandit over operators and perturbations."""

    actions: tuple[str, ...] = ()
    """What it chooses among, separated by '/'."""
    kind: str = "epsilon-greedy"
    """epsilon-greedy or ucb."""
    exploration: float = 0.1
    """Probability of a random choice, or the width of the confidence bound."""
    forgetting: float = 0.05
    """Weight of the newest reward, at least."""
    accept: str = "always"
    """What is accepted: improving, equal, always or annealing."""
    patience: int = 0
    """Perturb after so many steps without a new best; 0 is only when no move is left."""
    perturbation: str = ""
    """What to do then."""
    strength: int = 3
    """How strongly."""


@dataclass(frozen=True, kw_only=True)
class Roulette(Common):
    """ALNS roulette wheel over operators and perturbations, annealed acceptance."""

    actions: tuple[str, ...] = ()
    """What it chooses among, separated by '/'."""
    segment: int = 10
    """Steps between updates of the weights."""
    reaction: float = 0.3
    """Weight of the last segment in an update."""
    accept: str = "always"
    """What is accepted: improving, equal, always or annealing."""
    patience: int = 0
    """Perturb after so many steps without a new best; 0 is only when no move is left."""
    perturbation: str = ""
    """What to do then."""
    strength: int = 3
    """How strongly."""


@dataclass(frozen=True, kw_only=True)
class Random(Common):
    """A uniformly random policy: random acceptance, operator and perturbation."""

    actions: tuple[str, ...] = ()
    """What it chooses among, separated by '/'."""
    acceptance: float = 0.5
    """Probability of accepting a candidate that does not improve."""


@dataclass(frozen=True, kw_only=True)
class Constant(Single):
    """Always the same action; the operator is the argument, as in constant:cei."""

    accept: str = "always"
    """always or improving."""


def with_options(settings: S, options: Mapping[str, Any], controller: str) -> S:
    """The settings with options, texts or values; raises ``InputError`` naming the one at fault."""
    types = get_type_hints(type(settings))
    known = {f.name for f in fields(settings)}
    changes: dict[str, Any] = {}
    for key, text in options.items():
        if key not in known:
            raise InputError(
                f"controller {controller!r} has no option {key!r}",
                remedy=f"its options are {', '.join(sorted(known))}",
            )
        given = isinstance(text, str) and types[key] is not str
        changes[key] = _convert(types[key], text, controller, key) if given else text
    return replace(settings, **changes)


def _convert(kind: Any, text: Any, controller: str, key: str) -> Any:
    if kind is str:
        return text
    if kind not in (int, float):
        return tuple(text.split("/"))
    most = _MOST_OF.get(key, _MOST)
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not 0 <= number <= most:
        least = "a whole number, 0 or more" if kind is int else "a number, 0 or more"
        wanted = least if number is None or not number > most else f"at most {most:,}"
        raise InputError(
            f"controller {controller!r}: {key}={text!r} is not {wanted}", remedy=f"give {key}=…"
        )
    return number
