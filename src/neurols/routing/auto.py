"""Which controller is strongest for routing under a budget, and which of the unlearned ones.

Chosen on generated validation instances; the results of the documentation have the figures.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from neurols.search.auto import NATIVE_RULES, seconds
from neurols.search.spec import ControllerSpec, Option

if TYPE_CHECKING:
    from neurols.search.budget import Budget

FEW_RUINS = 5_000
"""Steps up to which larger ruins of a plan, with a local search each, are worth their time."""
_RANKED_RUINS = 500  # up to here a learned ranking of those is worth what it costs
_RUINS_PER_SECOND = 500_000  # of one core, more or less, at any size
_OVERLOADING = 300  # customers up to which it pays to go through overloaded solutions
_INITIAL_RUN = 1_200  # ruins per customer: two of them take four times as many, three take nine
_FEWEST_RUNS = 3  # with fewer, each would be a poor one
_LARGEST_POOL = 1_000  # customers; larger instances do better with one slow cooling
_LONG_ROUTE = 25  # customers a route; beyond, with many customers, learned insertion does not pay
_MEASURED = 240  # ruins per customer, at which on large instances the temperature
_HOT, _USUAL_ROUTE = 0.5, 14  # of the start is this, for routes of so many customers or fewer
_HEAT_GROWTH, _MOST_HEAT = 0.4, 1.35  # with the ruins per customer, as a power of theirs, and up to
_SLOWER = 50  # customers a route, with which a ruin takes twice as long
_INITIAL_SHARE = 0.4  # of the budget, for the initial runs
_KEEPING: dict[str, Option] = {"start": 0.1, "end": 0.02, "cycles": 1}
"""Temperatures that leave a good solution much as it is."""
_POOR = 0.99  # of the cost of savings
_LARGEST_COMPARED = 50_000  # customers
_OFFSPRING = 800  # ruins per customer that the offspring of two elites has


def automatic(budget: Budget, instance: Any = None) -> ControllerSpec | None:
    """What ``auto`` stands for, where learning pays."""
    steps = math.inf if budget.iterations is None else budget.iterations
    suits = not (_has_limits(instance) or (_is_large(instance) and _stops(instance) > _LONG_ROUTE))
    pays = steps <= _RANKED_RUINS or (steps > FEW_RUINS and suits)
    return NATIVE_RULES if pays else None


def _has_limits(instance: Any) -> bool:
    """Of vehicles or of distance: the rule of insertion has not been trained under any."""
    return any(getattr(instance, name, None) is not None for name in ("vehicles", "max_distance"))


def _is_large(instance: Any) -> bool:
    return getattr(instance, "customers", 0) > _LARGEST_POOL


def _stops(instance: Any) -> float:
    """Customers of a mean route, were all vehicles full."""
    return float(instance.customers / instance.least_vehicles)


def classical(budget: Budget, instance: Any = None, *, tour: bool = False) -> ControllerSpec:
    """What ``classical`` stands for, annealed: ruin and recreate, or on symmetric tours kicks with
    a descent after Lin and Kernighan each.

    Args:
        budget: of the search.
        instance: what is to be solved; something of any size where none is given.
        tour: whether there is but one route, which has all customers.
    """
    if tour and getattr(instance, "symmetric", False):
        start = 0.6 if budget.given is None else 0.2
        return ControllerSpec(
            "sa", options={"operator": "lin-kernighan", "start": start, "end": 0.06}
        )
    if _few(budget):
        return ControllerSpec("sa", options={"operator": "ruin+all@23", "start": 0.1, "end": 0.01})
    customers = getattr(instance, "customers", None)
    if not customers:
        return ControllerSpec("sa")
    operator = "overload" if not tour and _hard_to_pack(instance) else "ruin"
    if budget.given is not None and not _is_poor(budget.given, instance):
        return ControllerSpec("sa", options={"operator": operator, **_KEEPING})
    if not tour and _is_large(instance):
        return ControllerSpec(
            "sa", options={"operator": operator, **_slow_cooling(budget, instance)}
        )
    return ControllerSpec(
        "sa", options={"operator": operator, **_generations(budget, customers, tour)}
    )


def of_part(
    given: ControllerSpec, budget: Budget, instance: Any, begin: float, end: float
) -> ControllerSpec:
    """The controller of a part of a large instance: annealing that cools, in this share of the
    whole budget, as the search of the whole would. Other controllers than annealing search each
    part for its own sake."""
    from .presets import TUNED

    if given.name in ("auto", "classical"):
        whole = replace(budget, iterations=None) if _few(budget) else budget
        options = {**classical(whole, instance).options, "operator": "ruin", **given.options}
    elif given.name == "sa" and "preset" not in given.options:
        options = dict(given.options)
    else:
        return given
    tuned: Any = TUNED["sa"]
    hot, cold = (float(options.get(name, getattr(tuned, name))) for name in ("start", "end"))
    span = {
        "start": hot * (cold / hot) ** begin,
        "end": hot * (cold / hot) ** end,
    }
    return ControllerSpec("sa", options={**options, "cycles": 1, **span})


def _few(budget: Budget) -> bool:
    return budget.iterations is not None and budget.iterations <= FEW_RUINS


def _slow_cooling(budget: Budget, instance: Any) -> dict[str, Option]:
    """One cooling for large instances.

    Savings leave long routes far from the best: to mend them many customers must change their
    routes, which takes a higher temperature, and time. On generated instances of 5,000 and 30,000
    customers the best start was 0.5 with 12 customers a route and 690 ruins per customer, 1 with 35
    and 330, 4 with 117 and 240, and there 1.5 with 30.
    """
    stops = _stops(instance)
    speed = _RUINS_PER_SECOND / (1 + stops / _SLOWER)
    steps = math.inf if budget.iterations is None else budget.iterations
    each = min(steps, speed * seconds(budget)) / instance.customers
    heat = min(_MOST_HEAT, (each / _MEASURED) ** _HEAT_GROWTH)
    return {"cycles": 1, "start": round(_HOT * max(1.0, stops / _USUAL_ROUTE * heat), 3)}


def _is_poor(cost: float, instance: Any) -> bool:
    """A given plan that is hardly better than savings, the default construction: then annealing
    from the usual temperature does not lose anything."""
    if instance.customers > _LARGEST_COMPARED or _has_limits(instance):
        return False
    from neurols import _core

    from .native import search_instance

    space = _core.RoutingWorkspace(search_instance(instance)[0], _core.RoutingSettings())
    space.construct(_core.Rng(0))
    return cost > _POOR * space.cost()


def _hard_to_pack(instance: Any) -> bool:
    """Unequal demands can lock a search up in one packing; equal ones cannot."""
    if instance.customers > _OVERLOADING:
        return False
    demands = instance.demands[1:]
    return bool(min(demands) < max(demands))


def _generations(budget: Budget, customers: int, tour: bool) -> dict[str, Option]:
    """Cycles of cooling: where there is time, several initial runs that fill a pool of elites.

    Offspring of two elites then cool for a short while each. The initial runs and the time that
    each of them has grow with the square root of the steps. Where there would be few of them, and
    on tours, which have no routes to exchange, every cycle goes on from the best instead.
    """
    ruins = min(
        math.inf if budget.iterations is None else budget.iterations,
        _RUINS_PER_SECOND * seconds(budget),
    )
    if math.isinf(ruins):
        return {}
    each = ruins / customers
    initial_runs = max(1, int(math.sqrt(each / _INITIAL_RUN)))
    if tour or initial_runs < _FEWEST_RUNS:
        return {"cycles": initial_runs}
    offspring = round((1 - _INITIAL_SHARE) * each / _OFFSPRING)
    return {
        "cycles": initial_runs + offspring,
        "initial_runs": initial_runs,
        "initial_share": _INITIAL_SHARE,
        "perturbation": "recombine",
        "strength": initial_runs,
        "reheat": 0.1,
    }
