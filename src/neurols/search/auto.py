"""Which controller is strongest for this problem, size and budget: of all, and of the unlearned.

Chosen on generated validation instances; docs/results/ tells with what figures.
"""

from __future__ import annotations

import math
from typing import Any

from neurols.search.budget import Budget

FEW_MOVES = 2_000
"""Steps up to which every move of a job shop is worth a learned ranking."""
FEW_RUINS = 5_000
"""Steps up to which larger ruins of a plan, with a local search each, are worth their time."""
_RANKED_RUINS = 500  # up to here a learned ranking of those is worth what it costs
_OPENING = 300  # steps per operation up to which a learned opening is, and a choice of starts
_LARGE = 1_200  # operations above which a shop is searched in haste, with a longer memory
DIALLED = range(100, _LARGE + 1)
"""Operations of shops that the rule of dials was trained on; smaller ones are solved without it."""
_HASTE = 1_500  # steps per operation up to which it is
_HASTY = "operator=cei3+tabu,patience=3000,perturbation=swaps,strength=6,strength_spread=0"
"""Several moves at once, and a few swaps where they lead no further; elites would come too late."""
_BEST_START = "construction=best"
_MOVES_PER_SECOND = 81e6  # of one core, more or less, over operations to this power
_GROWTH = 0.8
_TENURES = ((_LARGE, 4), (2_500, 15), (math.inf, 30))  # up to so many operations
"""How long moves stay tabu in long searches; large shops want a longer memory."""
_RUINS_PER_SECOND = 500_000  # of one core, more or less, at any size
_OVERLOADING = 300  # customers up to which it pays to go through overloaded solutions
_FOUNDER = 1_200  # ruins per customer: two founders take four times as many, three take nine
_FEWEST_FOUNDERS = 3  # with fewer, each would be a poor one
_LARGEST_FAMILY = 1_000  # customers; larger plans do better with one slow cooling
_FOUNDING = 0.4  # share of the budget that founders have
_CHILD = 800  # ruins per customer that a child of two elites has


def choose(problem: str, budget: Budget, instance: Any = None) -> str:
    """The specification that ``auto`` stands for."""
    if _learning_pays(problem, budget, instance):
        return "nls"
    return classical(problem, budget, instance)


def _learning_pays(problem: str, budget: Budget, instance: Any) -> bool:
    steps = math.inf if budget.iterations is None else budget.iterations
    if problem == "cvrp":
        return steps <= _RANKED_RUINS or (steps > FEW_RUINS and not _has_limits(instance))
    if problem != "jobshop":
        return False
    if getattr(instance, "operations", 0) in DIALLED:
        return True
    return steps <= FEW_MOVES or steps_per_operation(budget, instance) <= _OPENING


def _has_limits(instance: Any) -> bool:
    """Of vehicles or of distance: the rule of insertion has not been trained under any."""
    return any(getattr(instance, name, None) is not None for name in ("vehicles", "max_distance"))


def steps_per_operation(budget: Budget, instance: Any) -> float:
    """How often a search of a job shop can turn it over; without end where no shop is given."""
    operations = int(getattr(instance, "operations", 0))
    if not operations:
        return math.inf
    moves_per_second: float = _MOVES_PER_SECOND / operations**_GROWTH
    steps = math.inf if budget.iterations is None else budget.iterations
    return min(steps, moves_per_second * _seconds(budget)) / operations


def _seconds(budget: Budget) -> float:
    return min(budget.time_limit or math.inf, budget.cpu_limit or math.inf)


def classical(problem: str, budget: Budget, instance: Any = None) -> str:
    """The specification that ``classical`` stands for: nothing learned has a say in it."""
    steps = budget.iterations
    if problem not in ("jobshop", "cvrp", "tsp"):
        return "ils"  # a user's own problem: nothing is known of it but that descents end
    if problem == "jobshop":
        if steps is not None and steps <= FEW_MOVES:
            return "tabu"
        return _long_tabu(budget, instance)
    if steps is not None and steps <= FEW_RUINS:
        return "sa:operator=ruin+all@23,start=0.1,end=0.01"
    customers = getattr(instance, "customers", None)
    if not customers:
        return "sa"
    operator = "overload" if _hard_to_pack(problem, instance) else "ruin"
    return f"sa:operator={operator}{_generations(problem, budget, customers)}"


def _long_tabu(budget: Budget, instance: Any) -> str:
    """Tabu search of a job shop, with time for more than a few moves."""
    operations = getattr(instance, "operations", 0)
    tenure = next(tenure for most, tenure in _TENURES if operations <= most)
    options = [f"tenure={tenure}", f"tenure_spread={tenure}"]
    time = steps_per_operation(budget, instance)
    if operations > _LARGE and time <= _HASTE:
        options.append(_HASTY)
    if time <= _OPENING:
        options.append(_BEST_START)
    return f"tabu:{','.join(options)}"


def _hard_to_pack(problem: str, instance: Any) -> bool:
    """Unequal demands can lock a search up in one packing; equal ones, and tours, cannot."""
    if problem != "cvrp" or instance.customers > _OVERLOADING:
        return False
    demands = instance.demands[1:]
    return bool(min(demands) < max(demands))


def _generations(problem: str, budget: Budget, customers: int) -> str:
    """One slow cooling may end in a trap: with time for it, several found a family of elites.

    Children of two elites then cool for a short while each. The founders and the time that each
    of them has grow with the square root of the steps. Where there would be few of them, and on
    tours, which have no routes to exchange, every cycle goes on from the best instead. Large plans
    cool once.
    """
    ruins = min(
        math.inf if budget.iterations is None else budget.iterations,
        _RUINS_PER_SECOND * _seconds(budget),
    )
    if math.isinf(ruins):
        return ""
    if problem == "cvrp" and customers > _LARGEST_FAMILY:
        return ",cycles=1"
    each = ruins / customers
    founders = max(1, int(math.sqrt(each / _FOUNDER)))
    if problem == "tsp" or founders < _FEWEST_FOUNDERS:
        return f",cycles={founders}"
    children = round((1 - _FOUNDING) * each / _CHILD)
    return (
        f",cycles={founders + children},founders={founders},founding={_FOUNDING}"
        f",perturbation=recombine,strength={founders},reheat=0.1"
    )
