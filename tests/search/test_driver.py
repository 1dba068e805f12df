"""The driver: acceptance, best, restart rule, stop rules, counters."""

from __future__ import annotations

import random

import pytest

from neurols import _core
from neurols._core import Acceptance, Decision, Outcome
from tests.helpers import action, classic_shop, workspace


def new_search(seed: int = 1, **settings: object) -> tuple[_core.Search, _core.JobShopWorkspace]:
    instance = classic_shop(random.Random(seed), 10, 8)
    space = workspace(instance)
    chosen = _core.SearchSettings()
    for name, value in settings.items():
        setattr(chosen, name, value)
    search = _core.Search(space, chosen, seed)
    search.start(_core.StopRules())
    return search, space


ACTIONS = [action(name) for name in ("ct", "cet", "ecet", "cei", "cei+tabu", "swaps", "best")]


def test_always_reject_keeps_the_current_cost_for_ever() -> None:
    search, _ = new_search(accept_improving=False)
    initial = search.observation.current
    rng = random.Random(1)
    for _ in range(300):
        search.step(Decision(Acceptance.REJECT, rng.choice(ACTIONS)))
        assert search.observation.current == initial


def test_always_accept_follows_the_candidate() -> None:
    search, _ = new_search()
    rng = random.Random(2)
    for _ in range(300):
        candidate = search.observation.candidate
        search.step(Decision(Acceptance.ACCEPT, rng.choice(ACTIONS)))
        assert search.observation.current == candidate


def test_best_never_rises_and_is_the_least_candidate() -> None:
    search, _ = new_search()
    rng = random.Random(3)
    best = least = search.observation.best
    for _ in range(300):
        acceptance = rng.choice([Acceptance.ACCEPT, Acceptance.REJECT])
        search.step(Decision(acceptance, rng.choice(ACTIONS)))
        seen = search.observation
        assert seen.best <= best
        best = seen.best
        least = min(least, seen.candidate)
        assert best == least


def test_improving_candidates_are_accepted_whatever_the_decision() -> None:
    search, _ = new_search()
    search.step(Decision(Acceptance.REJECT, action("cei")))
    assert search.observation.improving
    candidate = search.observation.candidate
    search.step(Decision(Acceptance.REJECT, action("cei")))
    assert search.observation.current == candidate
    assert search.observation.last_accepted


def test_epsilon_asks_for_a_larger_improvement() -> None:
    search, _ = new_search(epsilon=1e9)
    initial = search.observation.current
    search.step(Decision(Acceptance.REJECT, action("cei")))
    assert search.observation.outcome == Outcome.NEW_BEST
    assert not search.observation.improving
    search.step(Decision(Acceptance.REJECT, action("cei")))
    assert search.observation.current == initial


def test_outcomes_say_what_the_step_brought() -> None:
    search, _ = new_search()
    rng = random.Random(4)
    met = set()
    for _ in range(400):
        before = search.observation
        acceptance = rng.choice([Acceptance.ACCEPT, Acceptance.REJECT])
        search.step(Decision(acceptance, rng.choice(ACTIONS)))
        seen = search.observation
        met.add(seen.outcome)
        expected = {
            Outcome.NEW_BEST: seen.candidate < before.best,
            Outcome.BETTER: before.best <= seen.candidate < seen.current,
            Outcome.EQUAL: seen.candidate == seen.current,
            Outcome.WORSE: seen.candidate > seen.current,
            Outcome.EXHAUSTED: not seen.pending,
        }
        assert expected[seen.outcome]
    assert {Outcome.NEW_BEST, Outcome.BETTER, Outcome.WORSE} <= met


def test_an_exhausted_operator_leaves_the_solution_and_says_so() -> None:
    search, _ = new_search(accept_improving=False)
    for _ in range(500):
        search.step(Decision(Acceptance.REJECT, action("cet")))
        if search.observation.outcome == Outcome.EXHAUSTED:
            break
    assert search.observation.outcome == Outcome.EXHAUSTED
    assert not search.observation.pending
    assert search.observation.candidate == search.observation.current


def test_visits_count_how_often_a_candidate_was_seen_before() -> None:
    search, space = new_search(track_visits=True, accept_improving=False)
    counts: dict[int, int] = {}
    for _ in range(200):
        search.step(Decision(Acceptance.ACCEPT, action("ct")))
        key = space.fingerprint()
        assert search.observation.visits == counts.get(key, 0)
        counts[key] = counts.get(key, 0) + 1
    assert max(counts.values()) > 1, "a walk without memory comes back"


def run(
    controller: _core.Controller, settings: _core.SearchSettings | None = None, **rules: float
) -> _core.SearchResult:
    space = workspace(classic_shop(random.Random(7), 10, 8))
    stop = _core.StopRules()
    for name, value in rules.items():
        setattr(stop, name, value)
    job = _core.SearchJob(space, controller, settings or _core.SearchSettings(), stop, 7, 0)
    return _core.run_batch([job], 1, None)[0]


def walk(name: str = "cei+tabu") -> _core.Controller:
    return _core.ComposedController(
        _core.AcceptAlways(), _core.SelectFixed(action(name)), _core.PerturbNever()
    )


def test_each_stop_rule_ends_the_search_and_is_named() -> None:
    assert run(walk(), iterations=50).stopped_by == "iterations"
    assert run(walk(), iterations=50).iterations == 50
    assert run(walk(), wall_seconds=0.05).stopped_by == "time"
    assert run(walk(), cpu_seconds=0.05).stopped_by == "cpu time"
    assert run(walk(), stagnation=40).stopped_by == "stagnation"
    reachable = run(walk(), iterations=50).cost
    reached = run(walk(), target=reachable, wall_seconds=10)
    assert (reached.stopped_by, reached.cost) == ("target", reachable)
    descent = _core.ComposedController(
        _core.AcceptImproving(), _core.SelectInOrder([action("cei")], 1 << 30), _core.PerturbNever()
    )
    assert run(descent, iterations=10_000).stopped_by == "local optimum"


def test_the_first_of_several_stop_rules_wins() -> None:
    assert run(walk(), iterations=10, wall_seconds=30, stagnation=10_000).iterations == 10


def test_a_search_stops_at_the_lower_bound() -> None:
    space = workspace(classic_shop(random.Random(1), 3, 1))
    stop = _core.StopRules()
    stop.wall_seconds = 30
    job = _core.SearchJob(space, walk(), _core.SearchSettings(), stop, 1, 0)
    result = _core.run_batch([job], 1, None)[0]
    assert result.stopped_by == "optimal"
    assert result.cost == space.lower_bound()


def test_the_restart_rule_perturbs_and_its_candidate_is_taken() -> None:
    settings = _core.SearchSettings()
    settings.restart = _core.RestartRule(5, action("swaps", 4))
    descent = _core.ComposedController(
        _core.AcceptImproving(), _core.SelectUniform([action("cet")]), _core.PerturbNever()
    )
    result = run(descent, settings, iterations=500)
    swaps = result.perturbations[_core.JobShopWorkspace.perturbation_names.index("swaps")]
    assert 20 < swaps.proposed <= 100
    assert swaps.accepted >= swaps.proposed - 1


def test_counters_add_up_to_the_iterations() -> None:
    controller = _core.ComposedController(
        _core.AcceptByCoin(0.5), _core.SelectUniform(ACTIONS), _core.PerturbNever()
    )
    result = run(controller, iterations=2000)
    counters = [*result.operators, *result.perturbations]
    assert sum(c.proposed for c in counters) == 2000
    assert all(c.new_best <= c.improving <= c.proposed for c in counters)
    assert all(c.accepted <= c.proposed for c in counters)
    assert sum(c.new_best for c in counters) == len(result.trace) - 1


def test_the_trace_falls_strictly_and_ends_at_the_best_cost() -> None:
    trace = run(walk(), iterations=500).trace
    costs = [cost for _, _, cost in trace]
    assert costs == sorted(set(costs), reverse=True)
    assert costs[-1] == run(walk(), iterations=500).cost
    assert [i for i, _, _ in trace] == sorted({i for i, _, _ in trace})


class Failing:
    def decide(self, seen: _core.Observation) -> Decision:
        if seen.iteration == 5:
            raise RuntimeError("no idea")
        return Decision(Acceptance.ACCEPT, action("cet"))


def test_an_error_in_a_python_controller_reaches_the_caller() -> None:
    with pytest.raises(RuntimeError, match="no idea"):
        run(_core.PythonController(Failing()), iterations=50)
