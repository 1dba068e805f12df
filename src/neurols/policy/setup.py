"""Learned controllers by name: which module of this package sets each up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.menu import Menu
    from neurols.problem import Problem
    from neurols.search.budget import Budget
    from neurols.search.controllers import Setup
    from neurols.search.spec import ControllerSpec


def setup(
    spec: ControllerSpec, problem: Problem, menu: Menu, budget: Budget | None, instance: Any
) -> Setup:
    """What a search needs of a learned controller.

    Raises:
        InputError: there is no such policy, or it was made for something else.
    """
    if spec.name == "nls":
        from neurols.policy import native

        return native.setup(spec, problem, menu, budget, instance)
    from neurols.policy import controller

    return controller.setup(spec, problem, menu, budget, instance)
