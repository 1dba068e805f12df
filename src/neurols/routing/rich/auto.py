"""Which controller is strongest for rich routing under a budget.

Settings were chosen on generated instances of several families.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.search.auto import seconds

if TYPE_CHECKING:
    from neurols.search.budget import Budget

_RUINS_PER_SECOND = 200_000  # of one core, more or less
_RUINS_OF_LARGE = 100_000  # the same for instances beyond the largest pool
_START, _START_OF_LOADS = 2, 1  # temperatures, in small changes of cost
_SLOW_COOLING = 2_000  # ruins a client for which these are not too hot
_LEAST_SHARE = 0.25  # of them where there are few
_LARGEST_POOL = 500  # clients
_RUN = 700  # ruins a client that an initial run has at least, times the number of runs
_FEWEST_RUNS = 3
_INITIAL_SHARE = 0.4  # of the budget, for the initial runs
_OFFSPRING = 600  # ruins a client that follow each recombination


def automatic(budget: Budget, instance: Any = None) -> str | None:
    """The specification that ``auto`` stands for; None where ``classical`` does."""
    return None


def classical(budget: Budget, instance: Any = None) -> str:
    """The specification that ``classical`` stands for: annealed ruin and recreate (Christiaens
    and Vanden Berghe, 2020)."""
    each = _ruins_of_each(budget, instance)
    start = (_START_OF_LOADS if _only_loads(instance) else _START) * min(
        1.0, max(_LEAST_SHARE, math.sqrt(each / _SLOW_COOLING))
    )
    return f"sa:start={start:.3g},end=0.02{_generations(each, instance)}"


def _ruins_of_each(budget: Budget, instance: Any) -> float:
    """How many ruins the budget has for each client, roughly."""
    if instance is None:
        return math.inf
    clients = len(instance.clients)
    rate = _RUINS_PER_SECOND if clients <= _LARGEST_POOL else _RUINS_OF_LARGE
    steps = math.inf if budget.iterations is None else budget.iterations
    return min(steps, rate * seconds(budget)) / max(1, clients)


def _generations(each: float, instance: Any) -> str:
    """With time for it, several initial runs found a pool of elites, of which pairs recombine.

    Each run has as many ruins as a client needs; where there would be few of them, and on large
    instances, one slow cooling serves better.
    """
    if instance is None or len(instance.clients) > _LARGEST_POOL:
        return ""
    if math.isinf(each) or each < _FEWEST_RUNS**2 * _RUN:
        return ""
    initial = int(math.sqrt(each / _RUN))
    offspring = round((1 - _INITIAL_SHARE) * each / _OFFSPRING)
    return (
        f",cycles={initial + offspring},initial_runs={initial},initial_share={_INITIAL_SHARE}"
        f",perturbation=recombine,strength={initial},reheat=0.3"
    )


def _only_loads(instance: Any) -> bool:
    """Whether nothing but capacities of vehicle types and groups constrain the routes."""
    if instance is None:
        return False
    return not (
        instance.backhaul
        or instance.shipments
        or any(c.windows or c.prize is not None for c in instance.clients)
        or any(math.isfinite(kind.max_duration) for kind in instance.vehicle_types)
    )


__all__ = ["automatic", "classical"]
