"""neurols: scheduling and vehicle routing by local search, with classical and learned control.

>>> import neurols
>>> instance = neurols.load("ft06")
>>> result = neurols.solve(instance, iterations=2000, seed=1)
>>> result.cost
55
"""

from __future__ import annotations

from neurols.plugins import provide

TYPE_CHECKING = False  # without typing, which takes longer to import than all of this file
if TYPE_CHECKING:
    from typing import Any

    from neurols._core import (
        Acceptance,
        Action,
        Decision,
        Observation,
        Outcome,
        Rng,
        WorkspaceSettings,
    )
    from neurols.batch.many import solve_many
    from neurols.client import Client
    from neurols.errors import InfeasibleSolution, InputError, NeurolsError
    from neurols.policy.actions import ActionSet
    from neurols.policy.linear import LinearPolicy
    from neurols.problem import Problem
    from neurols.registry import check, load, read
    from neurols.routing.instance import VehicleRouting
    from neurols.scheduling.instance import JobShop
    from neurols.search.result import Result
    from neurols.search.solve import solve
    from neurols.workspace import Workspace

__version__ = "0.2.0"

# Names are looked up when first used, so that `import neurols` and the command line start at once.
_HOMES = {
    "Acceptance": "neurols._core",
    "Action": "neurols._core",
    "ActionSet": "neurols.policy.actions",
    "Client": "neurols.client",
    "Decision": "neurols._core",
    "InfeasibleSolution": "neurols.errors",
    "InputError": "neurols.errors",
    "JobShop": "neurols.scheduling.instance",
    "LinearPolicy": "neurols.policy.linear",
    "VehicleRouting": "neurols.routing.instance",
    "NeurolsError": "neurols.errors",
    "Problem": "neurols.problem",
    "Rng": "neurols._core",
    "Workspace": "neurols.workspace",
    "WorkspaceSettings": "neurols._core",
    "Observation": "neurols._core",
    "Outcome": "neurols._core",
    "Result": "neurols.search.result",
    "check": "neurols.registry",
    "load": "neurols.registry",
    "read": "neurols.registry",
    "solve": "neurols.search.solve",
    "solve_many": "neurols.batch.many",
}

__all__ = [
    "Acceptance",
    "Action",
    "ActionSet",
    "Client",
    "Decision",
    "InfeasibleSolution",
    "InputError",
    "JobShop",
    "LinearPolicy",
    "NeurolsError",
    "Observation",
    "Outcome",
    "Problem",
    "Result",
    "Rng",
    "VehicleRouting",
    "Workspace",
    "WorkspaceSettings",
    "check",
    "load",
    "read",
    "solve",
    "solve_many",
]


def _learned_controllers() -> Any:
    from neurols.policy.setup import setup

    return setup


def _action_sets() -> Any:
    from neurols.policy.actions import action_sets_of

    return action_sets_of


def _pictures() -> Any:
    from neurols.plotting import plot_result

    return plot_result


provide("learned controllers", _learned_controllers)
provide("action sets", _action_sets)
provide("pictures", _pictures)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'neurols' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
