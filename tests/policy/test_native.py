"""The fast policy: its network, its file, and what it does to a search."""

from pathlib import Path

import numpy as np
import pytest

from neurols import _core, check, solve
from neurols.errors import InputError
from neurols.policy.native import NativePolicy, dispatch_features, feature_names
from neurols.scheduling import random_shop
from neurols.search.spec import parse_spec

ITEMS, STATES = (len(names) for names in feature_names("jobshop"))
CHANGE, TABU = (feature_names("jobshop")[0].index(n) for n in ("estimated change", "tabu"))


def policy(hidden: int = 0, **changes: object) -> NativePolicy:
    """The rule of tabu search as a policy; with a dispatching rule where first steps are ranked."""
    waiting = dispatch_features("jobshop", float(changes.get("ranked_steps", 0)))
    start = [float(name == "log done over left") for name in waiting]
    weights = np.zeros(_core.PerceptronWeights.count(ITEMS, STATES, hidden), np.float32)
    weights[CHANGE], weights[TABU] = 1, 1000
    weights = np.concatenate([weights, np.array(start, np.float32)])
    values = {
        "problem": "jobshop",
        "controller": parse_spec("tabu:operator=cei+tabu"),
        "hidden": hidden,
        "weights": weights,
        **changes,
    }
    return NativePolicy(**values)  # type: ignore[arg-type]


def by_hand(weights: np.ndarray, hidden: int, item: np.ndarray, state: np.ndarray) -> float:
    linear, rest = weights[: item.size], weights[item.size :]
    w_item, rest = np.split(rest, [item.size * hidden])
    w_state, rest = np.split(rest, [state.size * hidden])
    bias, output = np.split(rest, 2)
    inner = (
        item @ w_item.reshape(item.size, hidden)
        + state @ w_state.reshape(state.size, hidden)
        + bias
    )
    return float(linear @ item + output @ np.maximum(inner, 0))


@pytest.mark.parametrize("hidden", [0, 1, 5, 16])
def test_network_agrees_with_numpy(hidden: int) -> None:
    rng = np.random.default_rng(hidden)
    weights = rng.standard_normal(_core.PerceptronWeights.count(4, 3, hidden))
    network = _core.PerceptronWeights(4, 3, hidden, weights.tolist())
    for _ in range(20):
        item, state = rng.standard_normal(4), rng.standard_normal(3)
        expected = by_hand(weights, hidden, item, state)
        assert network.rank(item.tolist(), state.tolist()) == pytest.approx(expected, abs=1e-4)


def test_network_agrees_with_pytorch() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    rng = np.random.default_rng(1)
    weights = rng.standard_normal(_core.PerceptronWeights.count(4, 3, 8)).astype(np.float32)
    network = _core.PerceptronWeights(4, 3, 8, weights.tolist())
    parts = torch.split(torch.from_numpy(weights), [4, 32, 24, 8, 8])
    linear, w_item, w_state, bias, output = parts
    for _ in range(20):
        item, state = torch.randn(4), torch.randn(3)
        inner = torch.relu(item @ w_item.view(4, 8) + state @ w_state.view(3, 8) + bias)
        expected = float(linear @ item + output @ inner)
        assert network.rank(item.tolist(), state.tolist()) == pytest.approx(expected, abs=1e-4)


def test_network_of_a_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="another number of weights"):
        _core.PerceptronWeights(4, 3, 2, [0.0])
    with pytest.raises(ValueError, match="at most 16"):
        _core.PerceptronWeights(4, 3, 17, [0.0] * _core.PerceptronWeights.count(4, 3, 17))
    settings = _core.WorkspaceSettings()
    settings.ranking = _core.PerceptronWeights(1, 1, 0, [1.0])
    shop = random_shop(3, 3, 1)
    with pytest.raises(ValueError, match="features of job-shop moves"):
        _core.JobShopWorkspace(_core.JobShopInstance(*shop.flat(), shop.machines), settings)


def test_the_lowest_rank_is_proposed() -> None:
    """With the estimate turned round, the move that looks worst is made."""
    shop = random_shop(10, 8, 5)
    native = _core.JobShopInstance(*shop.flat(), shop.machines)
    weights = np.zeros(_core.PerceptronWeights.count(ITEMS, STATES, 0), np.float32)
    weights[CHANGE] = -1
    settings = _core.WorkspaceSettings()
    settings.ranking = policy(weights=weights).network
    rng = _core.Rng(3)
    workspace = _core.JobShopWorkspace(native, settings)
    workspace.construct(rng)
    operator = list(_core.JobShopWorkspace.operator_names).index("cei")
    before = workspace.sequences()
    moves = workspace.moves(operator, rng)
    worst = max(moves, key=lambda move: move.estimate)
    assert worst.rank == min(move.rank for move in moves)
    assert workspace.propose(operator, rng)
    changed = [m for m, sequence in enumerate(workspace.sequences()) if sequence != before[m]]
    assert len(changed) == 1
    start = sum(len(sequence) for sequence in before[: changed[0]])
    assert start <= worst.places[0] < start + len(before[changed[0]])


def test_a_policy_of_tabu_search_searches_like_tabu_search(tmp_path: Path) -> None:
    file = tmp_path / "tabu.safetensors"
    policy(hidden=4).save(file)
    shop = random_shop(10, 10, 3)
    learned = solve(shop, controller=f"nls:model={file}", iterations=300, seed=1)
    start = solve(shop, controller="constant:ct", iterations=1, seed=1).initial_cost
    assert check(shop, learned.solution) == learned.cost < 0.95 * start


def test_a_policy_of_the_opening_ranks_the_first_steps_alone(tmp_path: Path) -> None:
    shop = random_shop(10, 10, 3)
    plain = "tabu:operator=cei+tabu"

    def improvements(ranked_steps: float, controller: str = "") -> list[tuple[int, float]]:
        file = tmp_path / "policy.safetensors"
        ranking = policy(ranked_steps=ranked_steps, controller=plain)
        ranking.weights[feature_names("jobshop")[0].index("mean path")] = 2
        ranking.save(file)
        chosen = controller or f"nls:model={file}"
        found = solve(shop, controller=chosen, iterations=2_000, seed=1)
        return [(point.iteration, point.cost) for point in found.trace]

    ranked, opened = improvements(0), improvements(1.5)
    assert opened != ranked
    assert [p for p in opened if p[0] <= 150] == [p for p in ranked if p[0] <= 150]
    assert improvements(1e-9) == improvements(0, plain) != opened


def test_an_opening_dispatches_the_start(tmp_path: Path) -> None:
    shop = random_shop(15, 10, 3)

    def start(direction: int) -> float:
        file = tmp_path / "policy.safetensors"
        first = policy(ranked_steps=5.0)
        first.weights[-len(dispatch_features("jobshop", 5.0)) :] *= direction
        first.save(file)
        return solve(shop, controller=f"nls:model={file}", iterations=1, seed=1).initial_cost

    assert start(1) == solve(shop, controller="tabu", iterations=1, seed=1).initial_cost
    assert start(-1) > 1.1 * start(1)  # the least urgent first


def test_a_saved_policy_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "policy.safetensors"
    saved = policy(card={"note": "by hand"}, ranked_steps=12.0)
    saved.save(file)
    loaded = NativePolicy.load(file, "jobshop")
    np.testing.assert_array_equal(loaded.weights, saved.weights)
    assert (loaded.controller, loaded.card) == (saved.controller, saved.card)
    assert loaded.ranked_steps == saved.ranked_steps


def test_files_that_do_not_fit_are_told_in_one_line(tmp_path: Path) -> None:
    good, cut = tmp_path / "good.safetensors", tmp_path / "cut.safetensors"
    policy().save(good)
    cut.write_bytes(good.read_bytes()[:-10])
    cases = [
        (tmp_path / "missing", "jobshop", "no such policy"),
        (cut, "jobshop", "cannot be read"),
        (good, "cvrp", "is for problem 'jobshop'"),
    ]
    odd = tmp_path / "odd.safetensors"
    policy(weights=np.zeros(3, np.float32)).save(odd)
    cases.append((odd, "jobshop", "3 weights instead of"))
    for file, problem, words in cases:
        with pytest.raises(InputError, match=words) as raised:
            NativePolicy.load(file, problem)
        assert "\n" not in str(raised.value)
