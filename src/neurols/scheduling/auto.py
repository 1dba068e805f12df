"""Which controller is strongest for a job shop and a budget, and which of the unlearned ones.

Chosen on generated validation instances; the results of the documentation have the figures.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.search.auto import NATIVE_RULES, seconds
from neurols.search.spec import ControllerSpec, Option

if TYPE_CHECKING:
    from neurols.search.budget import Budget

FEW_MOVES = 2_000
"""Steps up to which every move is worth a learned ranking."""
_RANKED_STEPS = 300  # per operation up to which ranked first moves pay, and a choice of starts
_LARGE = 1_200  # operations above which compound moves and longer tenures pay
CONFIGURED = range(100, _LARGE + 1)
"""Operations of the instances that the rule of configuration was trained on."""
_COMPOUND_STEPS = 1_500  # per operation up to which compound moves pay
_COMPOUND_MOVES: dict[str, Option] = {
    "operator": "cei3+tabu",
    "patience": 3000,
    "perturbation": "swaps",
    "strength": 6,
    "strength_spread": 0,
}
"""Several moves at once, and a few swaps where they lead no further; elites would come too late."""
_MOVES_PER_SECOND = 81e6  # of one core, more or less, over operations to this power
_GROWTH = 0.8
_TENURES = ((_LARGE, 4), (2_500, 15), (math.inf, 30))  # up to so many operations
"""How long moves stay tabu in long searches; large instances want longer tenures."""


def automatic(budget: Budget, instance: Any = None) -> ControllerSpec | None:
    """What ``auto`` stands for, where learning pays."""
    steps = math.inf if budget.iterations is None else budget.iterations
    if getattr(instance, "operations", 0) in CONFIGURED:
        return NATIVE_RULES
    pays = steps <= FEW_MOVES or steps_per_operation(budget, instance) <= _RANKED_STEPS
    return NATIVE_RULES if pays else None


def steps_per_operation(budget: Budget, instance: Any) -> float:
    """How often a search can turn every operation over; infinity where no instance is given."""
    operations = int(getattr(instance, "operations", 0))
    if not operations:
        return math.inf
    moves_per_second: float = _MOVES_PER_SECOND / operations**_GROWTH
    steps = math.inf if budget.iterations is None else budget.iterations
    return min(steps, moves_per_second * seconds(budget)) / operations


def classical(budget: Budget, instance: Any = None) -> ControllerSpec:
    """What ``classical`` stands for: tabu search."""
    if budget.iterations is not None and budget.iterations <= FEW_MOVES:
        return ControllerSpec("tabu")
    operations = getattr(instance, "operations", 0)
    tenure = next(tenure for most, tenure in _TENURES if operations <= most)
    options: dict[str, Option] = {"tenure": tenure, "tenure_spread": tenure}
    time = steps_per_operation(budget, instance)
    if operations > _LARGE and time <= _COMPOUND_STEPS:
        options |= _COMPOUND_MOVES
    if time <= _RANKED_STEPS:
        options["construction"] = "best"
    return ControllerSpec("tabu", options=options)
