"""Observations made up for the tests: random graphs with the properties that the real ones have."""

from __future__ import annotations

import numpy as np

from neurols.policy.actions import ActionSet
from neurols.policy.spec import Observation, ObservationSpec


def make_spec(nodes: int = 12, groups: int = 3, **changes: object) -> ObservationSpec:
    settings: dict[str, object] = {
        "problem": "jobshop",
        "action_set": ActionSet(kind="an", operators=("ct", "cei")),
        "static_names": ("duration", "position"),
        "dynamic_names": ("head", "tail", "critical"),
        "scalar_names": ("cost", "best", "progress", "stuck"),
        "nodes": nodes,
        "groups": groups,
        "static_neighbours": 2,
        "version": 1,
        **changes,
    }
    return ObservationSpec(**settings)  # type: ignore[arg-type]


def make_observation(
    spec: ObservationSpec, count: int, seed: int = 0, *, ungrouped: bool = False
) -> Observation:
    """Neighbours missing here and there; groups of equal size, or with nodes in none."""
    rng = np.random.default_rng(seed)
    shapes = spec.shapes(count)
    whole = {name: spec.nodes + 1 for name in ("static_neighbours", "dynamic_neighbours")}
    parts = {
        name: rng.integers(0, whole[name], shape).astype(np.int32)
        if name in whole
        else rng.random(shape, dtype=np.float32)
        for name, shape in shapes.items()
        if name != "group"
    }
    for kind in ("static", "dynamic"):
        parts[f"{kind}_weights"][parts[f"{kind}_neighbours"] == spec.nodes] = 0.0
    labels = np.arange(spec.nodes) % (spec.groups + (1 if ungrouped else 0))
    group = np.stack([rng.permutation(labels) for _ in range(count)]).astype(np.int32)
    return Observation(**parts, group=group)  # type: ignore[typeddict-item]
