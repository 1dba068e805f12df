"""Learned rankings of ruins: which of several gets a local search."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from neurols import _core, check, solve
from neurols.policy.native import NativePolicy, shipped_model
from neurols.registry import problem_of
from neurols.routing.generate import mixed
from neurols.train.native_play import play

RUINS, STATES = _core.ruin_features(), _core.ruin_state_features()
CONTROLLER = "sa:operator=ruin+all@12,start=0.1,end=0.01"


def network(**linear: float) -> _core.PerceptronWeights:
    """A linear ranking; underscores in names are spaces."""
    weights = np.zeros(len(RUINS))
    for name, weight in linear.items():
        weights[RUINS.index(name.replace("_", " "))] = weight
    return _core.PerceptronWeights(len(RUINS), len(STATES), 0, weights.tolist())


def workspace(ranking: _core.PerceptronWeights | None, seed: int = 3) -> _core.RoutingWorkspace:
    instance = mixed(80, seed)
    settings = _core.RoutingSettings()
    settings.ranking = ranking
    space = problem_of(instance).workspace(instance, settings, None)
    rng = _core.Rng(1)
    space.construct(rng)
    while space.propose(space.operators.index("all"), rng):  # what follows is the ruins' doing
        space.accept()
    return space


def arcs(space: _core.RoutingWorkspace) -> set[tuple[int, int]]:
    return {
        (a, b) for route in space.routes() for a, b in zip([0, *route], [*route, 0], strict=True)
    }


def candidates(ranking: _core.PerceptronWeights, steps: int = 30) -> list[set[tuple[int, int]]]:
    """New arcs of one candidate after another; none is accepted."""
    space, rng = workspace(ranking), _core.Rng(7)
    ruin = space.perturbations.index("ruin+all")
    before, found = arcs(space), []
    for _ in range(steps):
        space.perturb(ruin, 12, rng)
        found.append(arcs(space) - before)
        space.reject()
        assert arcs(space) == before
    return found


def test_the_lowest_rank_is_chosen() -> None:
    few, many = (sum(map(len, candidates(network(log_moved=way)))) for way in (20, -20))
    assert few < 0.5 * many


def test_customers_ruined_in_vain_are_remembered() -> None:
    curious, stubborn = (
        len(set.union(*candidates(network(fresh_share=way, log_removed=90), steps=20)))
        for way in (-50, 50)
    )
    assert curious > 1.2 * stubborn


def test_without_an_opinion_chance_chooses() -> None:
    """Ruins differ in size and place; no rule of the pool (the first, the last) is behind it."""
    sizes = [len(new) for new in candidates(network(), steps=60)]
    strong = [len(new) for new in candidates(network(log_removed=-50), steps=60)]
    assert min(sizes) < 0.5 * np.mean(sizes)
    assert np.mean(sizes) < 0.8 * np.mean(strong)


def test_searches_stay_sound_and_repeatable() -> None:
    for steps in (1, 25):
        found = []
        for _ in range(2):
            space, rng = workspace(network(change=1, no_change=10)), _core.Rng(11)
            ruin = space.perturbations.index("ruin+all")
            for step in range(steps):
                space.perturb(ruin, 10, rng)
                (space.accept if step % 3 else space.reject)()
                space.check_consistency()
            found.append(space.routes())
        assert found[0] == found[1]


def test_a_ranking_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="features of ruins"):
        workspace(_core.PerceptronWeights(4, 3, 0, [0.0] * 4))


def test_the_shipped_policy_solves_and_is_better_than_chance_among_its_ruins() -> None:
    shipped = NativePolicy.load(shipped_model("cvrp"), "cvrp")
    blind = replace(shipped, weights=np.zeros_like(shipped.weights))
    fresh = [mixed(120, 77_000 + k) for k in range(12)]
    learned, chance = (play(policy, "nls", fresh, 100, seed=4) for policy in (shipped, blind))
    assert np.mean(learned / chance) < 1
    found = solve(fresh[0], controller="nls", iterations=20, seed=1)
    assert check(fresh[0], found.solution) == found.cost < found.initial_cost


def test_a_policy_of_ruins_solves(tmp_path: Path) -> None:
    weights = np.zeros(len(RUINS), np.float32)
    weights[RUINS.index("no change")] = 1
    file = tmp_path / "ruins.safetensors"
    NativePolicy(problem="cvrp", controller=CONTROLLER, hidden=0, weights=weights).save(file)
    instance = mixed(60, 5)
    ranked, plain = (
        solve(instance, controller=name, iterations=30, seed=2)
        for name in (f"nls:model={file}", CONTROLLER)
    )
    for found in (ranked, plain):
        assert check(instance, found.solution) == found.cost
    assert ranked.solution.routes != plain.solution.routes
