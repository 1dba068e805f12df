"""Settings for a problem that nobody has tuned: a user's own, known by its menu alone.

Temperatures are in units of the mean worsening, so that they mean the same on every problem; the
rest follows the menu: its first operator, all of its operators, its first perturbation. Every one
of them can be set, as in ``ils:operator=insert,patience=5``.
"""

from __future__ import annotations

from collections.abc import Mapping

from neurols.errors import InputError
from neurols.menu import Menu
from neurols.search import settings as s

NAME = "untuned"
_PATIENCE = 200
"""Non-improving steps before a perturbation: an operator that draws moves never ends."""


def untuned(problem: str, menu: Menu) -> Mapping[str, s.Common]:
    """A preset of every controller that needs no more than a menu.

    Guided local search is not among them: it needs penalties, which live in the core.

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
    # A memory is the operator's own business; by convention its name tells.
    memory = next((name for name in menu.operators if name.endswith("+tabu")), first)
    everything = (*menu.operators, *menu.perturbations)
    return {
        "hill-climbing": s.HillClimbing(operators=menu.operators),
        "sa": s.Annealing(operator=first, perturbation=kick),
        "sa-restart": s.Annealing(operator=first, patience=_PATIENCE, perturbation=kick),
        "ils": s.Iterated(operator=first, patience=_PATIENCE, perturbation=kick, accept="equal"),
        "ils-sa": s.Iterated(
            operator=first, patience=_PATIENCE, perturbation=kick, accept="annealing"
        ),
        "vns": s.Variable(operators=menu.operators, patience=_PATIENCE, perturbation=kick),
        "tabu": s.Tabu(operator=memory, patience=_PATIENCE, perturbation=kick),
        "late-acceptance": s.Late(operator=first, perturbation=kick),
        "bandit": s.Bandit(actions=everything, accept="annealing", perturbation=kick),
        "roulette": s.Roulette(actions=everything, accept="annealing", perturbation=kick),
        "random": s.Random(actions=everything),
        "constant": s.Constant(operator=first),
    }
