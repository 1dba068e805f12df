"""Rules that end a phase of the search: when they do, and how strongly they perturb."""

from __future__ import annotations

import random

from neurols import _core
from neurols._core import Action, Decision, Observation
from tests.helpers import action, classic_shop, workspace

PATIENCE = 30


class Watched:
    """Passes a native controller's decisions on and notes them with what it saw."""

    def __init__(self, rule: _core.PerturbationRule) -> None:
        self.inner = _core.ComposedController(
            _core.AcceptAlways(), _core.SelectFixed(action("cei+tabu")), rule
        )
        self.rng = _core.Rng(0)
        self.seen: list[tuple[int, float, Action]] = []

    def start(self, seen: Observation) -> None:
        self.inner.start(seen)

    def decide(self, seen: Observation) -> Decision:
        decision = self.inner.decide(seen, self.rng)
        self.seen.append((seen.iteration, seen.candidate, decision.next))
        return decision


def watch(rule: _core.PerturbationRule, iterations: int) -> list[tuple[int, float, Action]]:
    watched = Watched(rule)
    space = workspace(classic_shop(random.Random(8), 12, 10))
    stop = _core.StopRules()
    stop.iterations = iterations
    job = _core.SearchJob(
        space, _core.PythonController(watched), _core.SearchSettings(), stop, 1, 0
    )
    _core.run_batch([job], 1, None)
    return watched.seen


def test_a_phase_ends_when_its_own_best_is_old_whatever_the_best_of_all() -> None:
    rule = _core.PerturbAfter(PATIENCE, _core.Counting.PHASE_BEST, action("swaps", 5))
    best, best_at, phases = float("inf"), 0, 0
    for iteration, candidate, chosen in watch(rule, 3000):
        if candidate < best:
            best, best_at = candidate, iteration
        assert chosen.is_perturbation == (iteration - best_at >= PATIENCE)
        if chosen.is_perturbation:
            best = float("inf")
            phases += 1
    assert phases > 10


def test_longer_budgets_relink_between_more_elites() -> None:
    strengths = []
    for iterations in (500, 5000, 30_000):
        steps = watch(_core.RelinkAfter(PATIENCE, action("relink")), iterations)
        relinked = [chosen.strength for _, _, chosen in steps if chosen.is_perturbation]
        assert min(relinked) >= 2
        strengths.append(relinked[-1])
    assert strengths == sorted(set(strengths))


def test_a_given_number_of_elites_is_for_good() -> None:
    steps = watch(_core.RelinkAfter(PATIENCE, action("relink"), 7), 2000)
    assert {chosen.strength for _, _, chosen in steps if chosen.is_perturbation} == {7}
