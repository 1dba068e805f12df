"""A problem whose candidates cost what a script says: decisions can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat

from neurols import _core
from neurols._core import Action, Decision, Observation

INITIAL = 100.0


class Tape:
    """Operator ``i`` yields the costs of ``costs[i]`` in turn, the last of them for ever."""

    perturbations: tuple[str, ...] = ()

    def __init__(self, costs: Sequence[Sequence[float]]) -> None:
        self.operators = tuple(f"operator-{number}" for number in range(len(costs)))
        self._next = [chain(script, repeat(script[-1])) for script in costs]
        self._cost = self._current = INITIAL

    def construct(self, rng: _core.Rng) -> None:
        self._cost = self._current = INITIAL

    def cost(self) -> float:
        return self._cost

    def propose(self, op: int, rng: _core.Rng) -> bool:
        self._cost = next(self._next[op])
        return True

    def accept(self) -> None:
        self._current = self._cost

    def reject(self) -> None:
        self._cost = self._current

    def keep_best(self) -> None:
        pass


def play(
    costs: Sequence[Sequence[float]],
    steps: int,
    *,
    acceptance: _core.AcceptanceRule,
    selection: _core.SelectionRule | None = None,
    perturbation: _core.PerturbationRule | None = None,
    seed: int = 1,
) -> list[tuple[Observation, Decision]]:
    """What a composed controller saw and decided at each step of a search on the tape.

    The search itself accepts nothing that the controller does not.
    """
    controller = _core.ComposedController(
        acceptance,
        selection or _core.SelectFixed(Action.apply(0)),
        perturbation or _core.PerturbNever(),
    )
    settings = _core.SearchSettings()
    settings.accept_improving = False
    search = _core.Search(_core.PythonWorkspace(Tape(costs)), settings, seed)
    search.start(_core.StopRules())
    controller.start(search.observation)
    rng = _core.Rng(seed)
    told = []
    for _ in range(steps):
        seen = search.observation
        decision = controller.decide(seen, rng)
        told.append((seen, decision))
        search.step(decision)
    return told


def choices(told: Sequence[tuple[Observation, Decision]]) -> list[int]:
    """The operator that each decision chose."""
    return [decision.next.index for _, decision in told]


def verdicts(told: Sequence[tuple[Observation, Decision]]) -> str:
    """Of each decision about a candidate: A for accepted, R for rejected."""
    accepted: Mapping[object, str] = {
        _core.Acceptance.ACCEPT: "A",
        _core.Acceptance.REJECT: "R",
    }
    return "".join(accepted[decision.acceptance] for seen, decision in told if seen.pending)
