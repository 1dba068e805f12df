"""The network: its layer by hand, and what must not change its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from neurols.errors import InputError  # noqa: E402
from neurols.policy.graph import (  # noqa: E402
    GraphBatch,
    GraphLayer,
    equal_groups,
    gather_edges,
    pool_members,
    pool_scatter,
)
from neurols.policy.network import (  # noqa: E402
    NetworkConfig,
    PolicyNetwork,
    acting_fractions,
    cosine_features,
)
from neurols.policy.spec import Observation  # noqa: E402

from .samples import make_observation, make_spec  # noqa: E402

torch.set_num_threads(1)

CONFIGS = [
    NetworkConfig(width=16, pooling="groups", norm="layer"),
    NetworkConfig(width=16),
    NetworkConfig(width=16, inputs="all", static_layers=2, dueling=True),
    NetworkConfig(width=16, aggregation="mean", pooling="groups", graph_mlp_layers=2, mlp_layers=2),
    NetworkConfig(width=16, distributional=False),
]


def as_batch(observation: Mapping[str, Any]) -> GraphBatch:
    return GraphBatch(
        **{name: torch.from_numpy(np.ascontiguousarray(a)) for name, a in observation.items()}
    )


def make_network(config: NetworkConfig) -> PolicyNetwork:
    torch.manual_seed(0)
    return PolicyNetwork.for_spec(config, make_spec()).eval()


def permuted(observation: Observation, order: np.ndarray) -> dict[str, np.ndarray]:
    """The same graphs with node i moved to place order[i]."""
    nodes = len(order)
    moved: dict[str, np.ndarray] = {}
    rename = np.append(order, nodes).astype(np.int32)
    for name, values in observation.items():
        assert isinstance(values, np.ndarray)
        if name == "scalars":
            moved[name] = values
            continue
        new = np.empty_like(values)
        new[:, order] = rename[values] if name.endswith("neighbours") else values
        moved[name] = new
    return moved


def test_a_graph_layer_computes_the_formula() -> None:
    torch.manual_seed(0)
    layer = GraphLayer(4, 1)
    assert layer.joint is not None
    h = torch.randn(3, 4)
    neighbours = torch.tensor([[[1, 3], [0, 2], [1, 3]]])  # 3 means none
    weights = torch.tensor([[[0.5, 9.0], [2.0, 3.0], [0.25, 9.0]]])
    summed = torch.stack([0.5 * h[1], 2.0 * h[0] + 3.0 * h[2], 0.25 * h[1]])
    own, other = layer.joint.weight[:, :4], layer.joint.weight[:, 4:]
    message = h @ own.T + summed @ other.T + layer.joint.bias
    expected = torch.nn.functional.layer_norm(h + torch.nn.functional.gelu(message), (4,))
    torch.testing.assert_close(layer(h, gather_edges(neighbours, weights, "sum")), expected)


def test_mean_aggregation_divides_by_the_neighbours_there_are() -> None:
    edges = gather_edges(torch.tensor([[[1, 2], [0, 2]]]), torch.ones(1, 2, 2), "mean")
    assert edges.total(torch.tensor([[2.0], [4.0]])).tolist() == [[4.0], [2.0]]
    both = gather_edges(torch.tensor([[[0, 1], [2, 2]]]), torch.ones(1, 2, 2), "mean")
    assert both.total(torch.tensor([[2.0], [4.0]])).tolist() == [[3.0], [0.0]]


def test_pooling_takes_maximum_and_mean_of_each_group_and_skips_empty_ones() -> None:
    h = torch.tensor([[1.0], [5.0], [-3.0], [7.0]])
    (largest, mean), share = pool_scatter(h, torch.tensor([[0, 0, 2, 3]]), 3)
    assert largest.flatten().tolist() == [5.0, 0.0, -3.0]
    assert mean.flatten().tolist() == [3.0, 0.0, -3.0]
    assert share.flatten().tolist() == [0.5, 0.0, 0.5]


def test_groups_of_equal_size_pool_as_any_others() -> None:
    torch.manual_seed(0)
    h = torch.randn(2 * 6, 5)
    group = torch.tensor([[0, 1, 2, 0, 1, 2], [2, 2, 0, 0, 1, 1]])
    (largest, mean), share = pool_scatter(h, group, 3)
    groups = equal_groups(group, 3, 2)
    largest_equal, mean_equal = pool_members(h, groups)
    torch.testing.assert_close(largest_equal, largest)
    torch.testing.assert_close(mean_equal, mean)
    torch.testing.assert_close(groups.share, share)


def test_cosine_features_are_those_of_the_formula() -> None:
    found = cosine_features(torch.tensor([0.0, 0.5, 1.0]), 4)
    expected = torch.tensor([[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, -1.0, 0.0], [1.0, -1.0, 1.0, -1.0]])
    torch.testing.assert_close(found, expected, atol=1e-6, rtol=0)


def test_acting_fractions_are_midpoints() -> None:
    assert acting_fractions(4).tolist() == [[0.125, 0.375, 0.625, 0.875]]


@pytest.mark.parametrize("config", CONFIGS)
def test_action_values_are_the_mean_of_the_acting_quantiles(config: NetworkConfig) -> None:
    network = make_network(config)
    batch = as_batch(make_observation(make_spec(), 3))
    with torch.no_grad():
        fractions = acting_fractions(config.acting_quantiles).expand(3, -1)
        quantiles = network(batch, 3, fractions=fractions)
        torch.testing.assert_close(network(batch, 3), quantiles.mean(1))


@pytest.mark.parametrize("config", CONFIGS)
def test_the_order_of_the_nodes_does_not_matter(config: NetworkConfig) -> None:
    network = make_network(config)
    observation = make_observation(make_spec(), 2, ungrouped=True)
    moved = permuted(observation, np.random.default_rng(1).permutation(12))
    with torch.no_grad():
        torch.testing.assert_close(
            network(as_batch(moved), 3), network(as_batch(observation), 3), atol=1e-5, rtol=1e-4
        )


@pytest.mark.parametrize("config", CONFIGS)
def test_a_batch_of_graphs_equals_one_at_a_time(config: NetworkConfig) -> None:
    network = make_network(config)
    observation = make_observation(make_spec(), 4, ungrouped=True)
    with torch.no_grad():
        together = network(as_batch(observation), 3)
        for i in range(4):
            alone = {name: values[i : i + 1] for name, values in observation.items()}  # type: ignore[index]
            torch.testing.assert_close(
                network(as_batch(alone), 3)[0], together[i], atol=1e-5, rtol=1e-4
            )


@pytest.mark.parametrize("config", CONFIGS)
def test_a_kept_static_embedding_gives_the_same_values(config: NetworkConfig) -> None:
    network = make_network(config)
    batch = as_batch(make_observation(make_spec(), 3))
    with torch.no_grad():
        kept = network.encode_static(batch.static_nodes, network.static_edges(batch))
        torch.testing.assert_close(network(batch, 3, embedding=kept), network(batch, 3))


def test_a_staged_embedding_does_not_depend_on_the_solution() -> None:
    network = make_network(CONFIGS[0])
    one, other = (make_observation(make_spec(), 1, seed) for seed in (0, 1))
    mixed = {**other, **{k: v for k, v in one.items() if k.startswith("static")}}
    with torch.no_grad():
        kept = [
            network.encode_static(b.static_nodes, network.static_edges(b))
            for b in (as_batch(one), as_batch(mixed))
        ]
        assert torch.equal(*kept)
        values = network(as_batch(one), 3), network(as_batch(mixed), 3)
    assert not torch.allclose(*values)


def test_every_part_of_an_observation_matters() -> None:
    network = make_network(CONFIGS[0])
    one, other = (make_observation(make_spec(), 1, seed) for seed in (0, 1))
    with torch.no_grad():
        reference = network(as_batch(one), 3)
        for name in one:
            changed = {**one, name: other[name]}  # type: ignore[literal-required]
            assert not torch.allclose(network(as_batch(changed), 3), reference), name


def test_gradients_are_those_of_the_gathering_without_gradients() -> None:
    network = make_network(CONFIGS[0])
    batch = as_batch(make_observation(make_spec(), 2))
    with torch.no_grad():
        expected = network(batch, 3)
    torch.testing.assert_close(network(batch, 3), expected)


def test_bad_settings_are_refused_with_a_sentence() -> None:
    with pytest.raises(InputError, match="inputs is 'some'; it must be staged or all"):
        NetworkConfig(inputs="some")
    with pytest.raises(InputError, match="no network preset 'huge'; there are paper"):
        NetworkConfig.preset("huge")
    with pytest.raises(InputError, match="width is 0"):
        NetworkConfig.preset("paper", width=0)
