"""The shipped policies: they load without PyTorch, decide, and are not one constant action."""

from __future__ import annotations

import subprocess
import sys

import pytest

import neurols
from neurols import InputError

pytest.importorskip("onnxruntime")


KINDS = ["a", "an", "anp"]
START = {"jobshop": "ft10", "cvrp": "demo-cvrp"}


@pytest.mark.parametrize("problem", list(START))
@pytest.mark.parametrize("kind", KINDS)
def test_policy_improves_a_solution_and_does_so_again(problem: str, kind: str) -> None:
    runs = [
        neurols.solve(START[problem], controller=f"nls-{kind}", iterations=60, seed=3) for _ in "12"
    ]
    assert runs[0].cost < runs[0].initial_cost
    assert runs[0].solution == runs[1].solution
    assert runs[0].usage == runs[1].usage


@pytest.mark.parametrize("kind", ["an", "anp"])
def test_policy_uses_more_than_one_operator(kind: str) -> None:
    usage = neurols.solve("ta01", controller=f"nls-{kind}", iterations=100, seed=1).usage
    assert sum(use.proposed > 0 for use in usage.values()) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_policy_accepts_some_candidates_and_rejects_others(kind: str) -> None:
    use = neurols.solve("demo-cvrp", controller=f"nls-{kind}", iterations=100, seed=1).usage
    accepted = sum(one.accepted - one.improving for one in use.values())
    proposed = sum(one.proposed - one.improving for one in use.values())
    assert 0 < accepted < proposed


@pytest.mark.parametrize("problem", list(START))
@pytest.mark.parametrize("kind", KINDS)
def test_the_parameters_told_are_those_of_the_network(problem: str, kind: str) -> None:
    pytest.importorskip("torch", reason="networks need PyTorch")
    from neurols.policy.controller import shipped_model
    from neurols.policy.model_file import read_model
    from neurols.policy.network import NetworkConfig, PolicyNetwork

    model = read_model(shipped_model(problem, kind))
    network = PolicyNetwork(
        NetworkConfig.from_dict(model.card.network),
        static_features=len(model.card.static_names),
        dynamic_features=len(model.card.dynamic_names),
        scalars=len(model.card.scalar_names),
        actions=len(model.card.action_names),
    )
    assert model.parameters == sum(part.numel() for part in network.parameters())


def test_a_policy_of_another_action_set_is_refused() -> None:
    from neurols.policy.controller import shipped_model

    model = shipped_model("jobshop", "a")
    with pytest.raises(InputError, match="the model decides over a"):
        neurols.solve("ft06", controller=f"nls-an:model={model}", iterations=5)


def test_a_model_file_that_is_not_there_is_told() -> None:
    with pytest.raises(InputError, match="no such model file"):
        neurols.solve("ft06", controller="nls-an:model=nowhere.onnx", iterations=5)


def test_all_six_decide_without_pytorch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "import neurols\n"
        "for instance in ('ft06', 'demo-cvrp'):\n"
        "    for kind in ('a', 'an', 'anp'):\n"
        "        run = neurols.solve(instance, controller=f'nls-{kind}', iterations=30, seed=1)\n"
        "        print(run.controller, run.iterations, run.cost <= run.initial_cost)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kinds = ("nls-a", "nls-an", "nls-anp")
    assert done.stdout.split("\n")[:6] == [f"{kind} 30 True" for kind in kinds] * 2
