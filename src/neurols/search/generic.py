"""Generic presets: settings for a problem of which only the menu is known, such as a user's own.

Temperatures are in units of the mean worsening, so that they mean the same on every problem; the
rest follows the menu: its first operator, all of its operators, its first perturbation. Every one
of them can be set, as in ``ils:operator=insert,patience=5``.
"""

from __future__ import annotations

from collections.abc import Mapping

from neurols.errors import InputError
from neurols.menu import Menu
from neurols.search import settings as s

NAME = "generic"
_TABU = "+tabu"
_PATIENCE = 200
"""Non-improving steps before a perturbation: an operator that draws moves never ends."""


def generic(problem: str, menu: Menu) -> Mapping[str, s.Common]:
    """A preset of every controller that needs no more than a menu.

    Tabu search is among them where an operator has a memory, as ``NAME+tabu``. Guided local search
    is not: it needs penalties, which live in the core.

    Raises:
        InputError: the problem has no operator, or no perturbation to leave a local optimum by.
    """
    if not menu.operators or not menu.perturbations:
        lacking = "perturbation" if menu.operators else "operator"
        raise InputError(
            f"problem {problem!r} has no {lacking}",
            remedy=f"name at least one in its '{lacking}s'",
        )
    first, kick = menu.operators[0], menu.perturbations[0]
    memory = next((name for name in menu.operators if name.endswith(_TABU)), None)
    operators = tuple(name for name in menu.operators if not name.endswith(_TABU))
    everything = (*operators, *menu.perturbations)
    tabu = s.Tabu(operator=memory or "", patience=_PATIENCE, perturbation=kick)
    return ({"tabu": tabu} if memory else {}) | {
        "hill-climbing": s.HillClimbing(operators=operators),
        "sa": s.Annealing(operator=first, perturbation=kick),
        "sa-restart": s.Annealing(operator=first, patience=_PATIENCE, perturbation=kick),
        "ils": s.Iterated(operator=first, patience=_PATIENCE, perturbation=kick, accept="equal"),
        "ils-sa": s.Iterated(
            operator=first, patience=_PATIENCE, perturbation=kick, accept="annealing"
        ),
        "vns": s.Variable(operators=operators, patience=_PATIENCE, perturbation=kick),
        "late-acceptance": s.Late(operator=first, perturbation=kick),
        "bandit": s.Bandit(actions=everything, accept="annealing", perturbation=kick),
        "roulette": s.Roulette(actions=everything, accept="annealing", perturbation=kick),
        "random": s.Random(actions=everything),
        "constant": s.Constant(operator=first),
    }
