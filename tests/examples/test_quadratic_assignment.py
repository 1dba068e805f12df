"""A problem written in Python is a full citizen: controllers, tabu memory, learning, files."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import neurols
from neurols.benchmark import Case, RunBudget, run
from neurols.train.environment import SearchEnvironment

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

from quadratic_assignment import (
    AssignmentWorkspace,
    QuadraticAssignment,
    QuadraticAssignmentProblem,
    learned,
    random_assignment,
    total,
)
from quadratic_assignment_constraint import RestrictedAssignment
from quadratic_assignment_operator import WithMoreMoves, WithRotations

NAMED = [
    *("sa", "sa-restart", "ils", "ils-sa", "vns", "tabu", "late-acceptance", "bandit"),
    *("roulette", "random", "constant:swap", "auto", "classical"),
]
SMALL = random_assignment(6, seed=3)
OPTIMUM = min(total(SMALL, places) for places in permutations(range(6)))


@pytest.mark.parametrize("controller", NAMED)
def test_named_controllers_find_the_optimum(controller: str) -> None:
    result = neurols.solve(SMALL, controller=controller, iterations=2000, seed=1)
    assert result.cost == OPTIMUM
    assert neurols.check(SMALL, result.solution) == OPTIMUM


def test_hill_climbing_ends_in_a_local_optimum() -> None:
    instance = random_assignment(8, seed=2)
    result = neurols.solve(instance, controller="hill-climbing", iterations=10_000, seed=1)
    assert result.stopped_by == "local optimum"
    space = AssignmentWorkspace(instance, neurols.WorkspaceSettings(), result.solution)
    space.construct(neurols.Rng(1))
    assert all(space.delta(0, move) >= 0 for move in space.moves(0))


def test_the_search_stops_at_the_lower_bound() -> None:
    alone = QuadraticAssignment(((0, 5), (0, 0)), ((0, 7), (7, 0)))
    result = neurols.solve(alone, iterations=1000)
    assert (result.cost, alone.lower_bound) == (35, 0)
    even = QuadraticAssignment(((1, 1), (1, 1)), ((1, 1), (1, 1)))
    assert neurols.solve(even, iterations=1000).stopped_by == "optimal"


@pytest.mark.parametrize("kind", [AssignmentWorkspace, WithRotations])
@pytest.mark.parametrize("seed", range(5))
def test_rejecting_restores_the_solution(kind: Any, seed: int) -> None:
    space = kind(random_assignment(7, seed), neurols.WorkspaceSettings(), None)
    rng = neurols.Rng(seed)
    space.construct(rng)
    for step in range(200):
        before, cost = space.copy(), space.cost()
        op = step % len(space.operators)
        if step % 7 == 0:
            space.perturb(0, 3, rng)
        elif not space.propose(op, rng):
            continue
        if step % 3:
            space.reject()
            assert (space.copy(), space.cost()) == (before, cost)
        else:
            space.accept()


def test_a_tabu_step_takes_the_best_move_that_is_not_tabu() -> None:
    settings = neurols.WorkspaceSettings()
    settings.tenure, settings.tenure_spread = 5, 0
    space = AssignmentWorkspace(random_assignment(6, seed=1), settings, None)
    rng = neurols.Rng(1)
    space.construct(rng)
    tabu_until: dict[Any, int] = {}
    best = space.cost()
    for step in range(40):
        cost = space.cost()
        allowed = {
            move: space.delta(0, move)
            for move in space.moves(0)
            if cost + space.delta(0, move) < best
            or not all(tabu_until.get(key, 0) > step for key in space.keys(0, move)[1])
        }
        places = space.copy()
        found = space.propose(1, rng)
        assert found == bool(allowed)
        if not found:
            break
        assert space.cost() - cost == min(allowed.values())
        taken = [(a, p) for a, p in enumerate(places) if space.places[a] != p]
        space.accept()
        tabu_until.update(dict.fromkeys(taken, step + 1 + settings.tenure))
        if space.cost() < best:
            best = space.cost()
            space.keep_best()


class _WithoutKeys(AssignmentWorkspace):
    keys = neurols.Workspace.keys


class _WithoutMemory(QuadraticAssignmentProblem):
    workspace_class = _WithoutKeys


class _Forgetful(QuadraticAssignment):
    @property
    def problem_definition(self) -> _WithoutMemory:
        return _WithoutMemory()


@pytest.mark.parametrize(
    ("controller", "message"),
    [
        ("tabu", "problem 'qap' has no tabu memory; define 'keys'"),
        ("gls", "no preset 'generic' for controller 'gls' on problem 'qap'"),
        ("sa:operator=2-opt", "unknown operator or perturbation '2-opt'; operators are swap"),
        ("nls", "no candidates that"),
    ],
)
def test_what_the_problem_lacks_is_refused(controller: str, message: str) -> None:
    instance = _Forgetful(SMALL.flows, SMALL.distances)
    with pytest.raises(neurols.InputError, match=message):
        neurols.solve(instance, controller=controller, iterations=1)
    assert neurols.solve(instance, controller="sa", iterations=1).cost > 0


def test_same_seed_gives_the_same_solution_on_any_number_of_threads() -> None:
    instance = random_assignment(9, seed=1)
    one, two = (
        neurols.solve(instance, controller="tabu", iterations=50, seed=7, searches=3, threads=p)
        for p in (1, 2)
    )
    assert one.solution == two.solution


def test_a_written_solution_is_where_the_next_search_starts(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    found = neurols.solve(SMALL, iterations=100, seed=1)
    found.write(file)
    again = neurols.solve(SMALL, iterations=0, initial=file)
    assert again.initial_cost == found.cost
    with pytest.raises(neurols.InfeasibleSolution):
        neurols.check(SMALL, {"locations": [0, 0, 1, 2, 3, 4]})


def test_the_report_shows_convergence_and_usage(tmp_path: Path) -> None:
    neurols.solve(SMALL, iterations=100).plot(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Convergence" in text and "Operators and perturbations" in text


def test_a_benchmark_tells_instances_apart_and_resumes(tmp_path: Path) -> None:
    cases = [Case(random_assignment(6, seed), "6") for seed in (1, 2)]
    made = [run(cases, ["sa", "tabu"], RunBudget(iterations=20), output=tmp_path) for _ in "12"]
    assert len(made[0].records) == 4
    assert made[0].records == made[1].records
    assert len({case.fingerprint for case in cases}) == 2


@pytest.mark.parametrize("kind", ["a", "an", "anp"])
def test_environment_shows_scalars_and_repeats_episodes(kind: str) -> None:
    pool = [random_assignment(6, seed) for seed in range(3)]
    actions = QuadraticAssignmentProblem().action_sets()[kind]
    runs = []
    for threads in (1, 2):
        played = SearchEnvironment(pool, actions, 3, steps=20, threads=threads, graph=False)
        seen = played.reset(5)["scalars"].copy()
        for step in range(25):
            chosen = np.full(3, step % len(actions.names))
            seen = np.concatenate([seen, played.step(chosen)[0]["scalars"]])
        runs.append(seen)
    assert np.array_equal(*runs)
    assert np.ptp(runs[0], axis=0).max() > 0
    with pytest.raises(neurols.InputError, match="problem 'qap' shows no graph"):
        SearchEnvironment(pool, actions, 3)


def test_gymnasium_takes_a_list_of_instances() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import neurols.train.gym  # noqa: F401

    env = gymnasium.make("neurols/Search-v0", instances=[SMALL], iterations=15)
    env.reset(seed=1)
    ends = [env.step(env.action_space.sample())[2] for _ in range(15)]
    assert ends == [False] * 14 + [True]


def test_a_trained_policy_beats_chance_on_fresh_instances(tmp_path: Path) -> None:
    policy = learned(generations=5)
    policy.save(tmp_path / "policy.safetensors")
    loaded = neurols.LinearPolicy.load(tmp_path / "policy.safetensors")
    chance = neurols.LinearPolicy.zero(policy.problem, policy.actions, policy.scalars)
    fresh = [random_assignment(8, seed=700 + k) for k in range(20)]
    trained, untrained = (
        fmean(neurols.solve(one, controller=who, iterations=60, seed=1).cost for one in fresh)
        for who in (loaded, chance)
    )
    assert trained < 0.97 * untrained
    with pytest.raises(neurols.InputError, match="for problem 'qap', not for 'jobshop'"):
        neurols.solve("ft06", controller=loaded, iterations=1)


def test_a_neighbourhood_of_ones_own_is_used() -> None:
    instance = WithMoreMoves(SMALL.flows, SMALL.distances)
    result = neurols.solve(instance, controller="vns", iterations=500, seed=1)
    assert result.cost == OPTIMUM
    assert result.usage["rotate"].proposed > 0
    tabu = neurols.solve(instance, controller="tabu:operator=rotate+tabu", iterations=300, seed=1)
    assert tabu.usage["rotate+tabu"].accepted > 0


def test_a_constraint_is_kept_though_the_start_breaks_it() -> None:
    forbidden = frozenset((a, a) for a in range(6))
    instance = RestrictedAssignment(SMALL.flows, SMALL.distances, forbidden=forbidden)
    derangements = [p for p in permutations(range(6)) if all(a != b for a, b in enumerate(p))]
    least = min(total(SMALL, places) for places in derangements)
    for controller in ("ils", "tabu", "sa"):
        assert neurols.solve(instance, controller=controller, iterations=2000, seed=1).cost == least
    with pytest.raises(neurols.InfeasibleSolution, match="facility 2 stands on 2"):
        neurols.check(instance, {"locations": [1, 0, 2, 4, 5, 3]})
