"""What the presets of all problems share; their settings stand in the problems' folders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from neurols.search import generic
from neurols.search import settings as s

if TYPE_CHECKING:
    from neurols.menu import Menu
    from neurols.problem import Problem

Preset = Mapping[str, s.Common]

PAPER = (
    'published with "Learning to Control Local Search for Combinatorial Optimization" (Falkner'
    " et al., 2022)"
)
YARDSTICKS = ("random", "constant")
YARDSTICK = "not tuned: a yardstick"


def published(operator: str, operators: tuple[str, ...], patience: int, kick: str) -> Preset:
    """The paper's settings: one operator, VNS over all, temperatures in units of the initial cost.

    Args:
        operator: of the controllers that have one.
        operators: of VNS, in its order.
        patience: of VNS.
        kick: the perturbation, of strength 3.
    """
    sa = s.Annealing(
        operator=operator,
        start=9.09,
        end=0.91,
        scale="initial-cost",
        schedule="logistic",
        perturbation=kick,
    )
    ils = s.Iterated(operator=operator, patience=4, perturbation=kick, strength=3)
    return {
        "sa": sa,
        "sa-restart": replace(sa, patience=32, perturbation="restart"),
        "ils": ils,
        "ils-sa": replace(ils, patience=16, accept="annealing"),
        "vns": s.Variable(operators=operators, patience=patience, perturbation=kick, strength=3),
    }


def presets_of(problem: Problem, menu: Menu | None = None) -> Mapping[str, Preset]:
    """The presets of a problem, the default first; where it has none, one that its menu gives."""
    menu = menu or problem.menu()
    return problem.presets(menu) or {generic.NAME: generic.generic(problem.name, menu)}


def default_preset(problem: Problem) -> Preset:
    """The preset that is used where none is named."""
    return next(iter(presets_of(problem).values()))


def settings_of(preset: Preset, controller: str, kind: str | None = None) -> s.Common:
    """The settings of a controller; one of several kinds may have some for each kind."""
    return preset.get(f"{controller}:kind={kind}") or preset[controller]
