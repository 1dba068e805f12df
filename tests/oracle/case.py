"""What a random instance consists of, and what may be wrong with a solution of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class WrongAnswer(Exception):
    """A solution that is infeasible, a cost that is not its own, a bound or proof that is false."""


@dataclass(frozen=True)
class Case:
    """A random instance.

    Attributes:
        suffix: of the instance's file.
        text: of that file.
        solution_suffix: of the file that the solution is to be written to.
        cost_of: the cost of a solution file's text; raises WrongAnswer where it is infeasible.
        optimum: the least cost, where the instance is small enough to try everything; infinity
            where there is no solution at all.
        tolerance: by how much a cost may differ, relative to it: 0 where all distances are whole.
        may_refuse: is the product right to refuse the instance in these words?
        relaxed: the same instance with the vehicles or the route limit that a refusal asks for.
        to_be_met: must the default search find the optimum?
    """

    suffix: str
    text: str
    solution_suffix: str
    cost_of: Callable[[str], float]
    optimum: float | None
    tolerance: float = 0.0
    may_refuse: Callable[[str], bool] = lambda words: False
    relaxed: Callable[[str, float], Case] | None = None
    to_be_met: bool = False


def require(holds: bool, fault: str) -> None:
    """Raise WrongAnswer unless it holds."""
    if not holds:
        raise WrongAnswer(fault)
