"""A problem written in Python runs under the same driver and controllers."""

from __future__ import annotations

from neurols import _core
from neurols._core import Action


class Bits:
    """Minimise the number of ones in a string of bits by flipping one at a time."""

    operators = ("flip-next", "flip-any")
    perturbations = ("scramble",)

    def __init__(self, size: int) -> None:
        self.bits = [1] * size
        self.saved = self.best = list(self.bits)
        self.tried = 0

    def construct(self, rng: _core.Rng) -> None:
        self.bits = [rng.below(2) for _ in self.bits]
        self.saved = self.best = list(self.bits)

    def cost(self) -> float:
        return float(sum(self.bits))

    def propose(self, op: int, rng: _core.Rng) -> bool:
        self.saved = list(self.bits)
        if op == 0 and self.tried == len(self.bits):
            return False
        place = self.tried if op == 0 else rng.below(len(self.bits))
        self.tried += op == 0
        self.bits[place] ^= 1
        return True

    def perturb(self, perturbation: int, strength: int, rng: _core.Rng) -> None:
        self.saved = list(self.bits)
        self.bits = [rng.below(2) for _ in self.bits]

    def accept(self) -> None:
        self.tried = 0

    def reject(self) -> None:
        self.bits = list(self.saved)

    def keep_best(self) -> None:
        self.best = list(self.bits)


def run(controller: _core.Controller, problem: Bits, steps: int) -> _core.SearchResult:
    stop = _core.StopRules()
    stop.iterations = steps
    space = _core.PythonWorkspace(problem)
    job = _core.SearchJob(space, controller, _core.SearchSettings(), stop, 1, 0)
    return _core.run_batch([job], 1, None)[0]


def test_hill_climbing_finds_the_string_of_zeros() -> None:
    problem = Bits(12)
    climb = _core.ComposedController(
        _core.AcceptImproving(),
        _core.SelectInOrder([Action.apply(0)], 1 << 30),
        _core.PerturbNever(),
    )
    result = run(climb, problem, 1000)
    assert result.cost == 0
    assert problem.best == [0] * 12
    assert result.stopped_by in ("optimal", "local optimum")


def test_every_action_of_the_menu_reaches_the_problem() -> None:
    problem = Bits(30)
    walk = _core.ComposedController(
        _core.AcceptByCoin(0.5),
        _core.SelectUniform([Action.apply(0), Action.apply(1), Action.perturb(0)]),
        _core.PerturbNever(),
    )
    result = run(walk, problem, 300)
    assert all(counter.proposed > 50 for counter in result.operators)
    assert result.perturbations[0].proposed > 50
    assert sum(problem.best) == result.cost
