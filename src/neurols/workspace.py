"""The working solution of a problem written in Python, with neighbourhoods and a tabu memory.

A subclass says how a solution is made, what it costs, which moves there are and how one is carried
out; this class does what the search asks of a workspace. A class with the methods of the search
itself (``propose``, ``perturb``, ``accept``, ``reject``, ``keep_best``) need not derive from it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from neurols._core import Rng, WorkspaceSettings

Keys = tuple[Sequence[Hashable], Sequence[Hashable]]
"""Attributes that a move takes from the solution, and those that it gives it."""

_TABU = "+tabu"


def menu_of(kind: type[Workspace]) -> tuple[str, ...]:
    """The operators of a class of workspaces: where it has move keys, each also with a memory."""
    if kind.keys is Workspace.keys:
        return tuple(kind.neighbourhoods)
    return (*kind.neighbourhoods, *(name + _TABU for name in kind.neighbourhoods))


class Workspace:
    """One solution that is changed in place. Derive a class for a problem of your own.

    Define ``construct``, ``cost``, ``moves``, ``apply``, ``copy`` and ``restore``; ``shake`` where
    there are perturbations. With ``delta`` and ``undo`` moves cost less time. With ``keys`` every
    neighbourhood ``NAME`` has a twin ``NAME+tabu`` for tabu search (Glover, 1989): its candidate is
    the best move that is not tabu. A move is tabu while all that it would give to the solution was
    taken from it lately, unless it leads to a new best.
    """

    neighbourhoods: ClassVar[Sequence[str]] = ()
    """Names of the neighbourhoods, in the order of their numbers."""
    perturbations: Sequence[str] = ()
    """Names of the perturbations, likewise."""
    constructions: ClassVar[Sequence[str]] = ("default",)
    """Names of the constructions, the default first."""

    def __init__(self, instance: Any, settings: WorkspaceSettings, initial: Any | None) -> None:
        """Hold an instance; ``initial`` is a solution to start from."""
        self.instance = instance
        self.settings = settings
        self.initial = initial
        self.operators = menu_of(type(self))
        self.construction = settings.construction or self.constructions[0]
        self._untried: dict[int, list[Any]] = {}
        self._pending: tuple[int, Any] | None = None
        self._before: Any = None
        self._best: Any = None
        self._best_cost = inf
        self._made = 0
        self._expires: dict[Hashable, int] = {}
        self._rng: Rng | None = None

    # -- What a problem defines -------------------------------------------------------------------

    def build(self, rng: Rng) -> None:
        """Make the initial solution by the rule ``self.construction``, or from ``self.initial``."""
        raise NotImplementedError

    def cost(self) -> float:
        """Cost of the solution."""
        raise NotImplementedError

    def moves(self, neighbourhood: int) -> Iterable[Any]:
        """All moves of a neighbourhood from the solution."""
        raise NotImplementedError

    def apply(self, neighbourhood: int, move: Any) -> None:
        """Carry out a move."""
        raise NotImplementedError

    def copy(self) -> Any:
        """A copy of the solution."""
        raise NotImplementedError

    def restore(self, copy: Any) -> None:
        """Make the solution what the copy holds; the copy may be used again."""
        raise NotImplementedError

    def solution(self, copy: Any) -> Any:
        """The copy as what ``solve`` returns: with a cost and ``to_json``."""
        raise NotImplementedError

    # -- What it may define -----------------------------------------------------------------------

    def shake(self, perturbation: int, strength: int, rng: Rng) -> None:
        """Carry out a perturbation; strength 0 is the default."""
        raise NotImplementedError

    def undo(self, neighbourhood: int, move: Any) -> None:
        """Take back the move that was carried out last."""
        self.restore(self._before)

    def delta(self, neighbourhood: int, move: Any) -> float:
        """By how much a move would change the cost."""
        before, cost = self.copy(), self.cost()
        self.apply(neighbourhood, move)
        change = self.cost() - cost
        self.restore(before)
        return change

    def keys(self, neighbourhood: int, move: Any) -> Keys:
        """Attributes that a move takes from the solution, and those that it gives it."""
        raise NotImplementedError

    def feasible(self) -> bool:
        """Whether the solution may become the best one."""
        return True

    def lower_bound(self) -> float:
        """No solution can cost less."""
        return float(self.instance.lower_bound)

    def fingerprint(self) -> int:
        """A number that tells solutions apart; 0 where none is told."""
        return 0

    # -- What the search asks ---------------------------------------------------------------------

    def construct(self, rng: Rng) -> None:
        """Make the initial solution, and forget what was tried."""
        self.build(rng)
        self._rng = rng
        self._untried, self._expires, self._made = {}, {}, 0
        self._pending = None
        self.keep_best()

    def propose(self, op: int, rng: Rng) -> bool:
        """Turn the solution into a candidate; False when every move was rejected already."""
        count = len(self.neighbourhoods)
        neighbourhood, tabu = op % count, op >= count
        if op not in self._untried:
            self._untried[op] = shuffled(self.moves(neighbourhood), rng)
        untried = self._untried[op]
        place = self._least(neighbourhood, untried) if tabu else len(untried) - 1
        if place < 0:
            return False
        move = untried.pop(place)
        if type(self).undo is Workspace.undo:
            self._before = self.copy()
        self._pending = neighbourhood, move
        self._taken = self.keys(neighbourhood, move)[0] if len(self.operators) > count else ()
        self.apply(neighbourhood, move)
        return True

    def perturb(self, perturbation: int, strength: int, rng: Rng) -> None:
        """Turn the solution into a perturbed candidate."""
        self._before, self._pending = self.copy(), None
        self.shake(perturbation, strength, rng)

    def accept(self) -> None:
        """Keep the candidate; what its move took from the solution is tabu for a while."""
        if self._pending is not None and self._taken and self._rng is not None:
            self._made += 1
            tenure = self.settings.tenure + self._rng.between(0, self.settings.tenure_spread)
            self._expires.update(dict.fromkeys(self._taken, self._made + tenure))
        self._untried, self._pending = {}, None

    def reject(self) -> None:
        """Go back to the solution before the candidate."""
        if self._pending is None:
            self.restore(self._before)
        else:
            self.undo(*self._pending)
        self._pending = None

    def keep_best(self) -> None:
        """Remember the solution as the best one."""
        self._best, self._best_cost = self.copy(), self.cost()

    def best_solution(self) -> Any:
        """The best solution, as ``solve`` returns it."""
        return self.solution(self._best)

    def restore_best(self) -> None:
        """Go back to the best solution; for a perturbation of that kind."""
        self.restore(self._best)

    def _least(self, neighbourhood: int, moves: Sequence[Any]) -> int:
        """The place of the best move that is not tabu; -1 where all are."""
        least, found = inf, -1
        aspired = self._best_cost - self.cost()
        for place, move in enumerate(moves):
            change = self.delta(neighbourhood, move)
            if change < least and (change < aspired or not self._is_tabu(neighbourhood, move)):
                least, found = change, place
        return found

    def _is_tabu(self, neighbourhood: int, move: Any) -> bool:
        given = self.keys(neighbourhood, move)[1]
        return bool(given) and all(self._expires.get(key, 0) > self._made for key in given)


def shuffled(items: Iterable[Any], rng: Rng) -> list[Any]:
    """The items in random order, by the generator of the search."""
    rest = list(items)
    for last in range(len(rest) - 1, 0, -1):
        other = rng.below(last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    return rest


__all__ = ["Keys", "Workspace", "menu_of", "shuffled"]
