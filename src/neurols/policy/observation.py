"""The arrays that a policy sees, and how the core fills them without a copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from neurols.policy.spec import Observation, ObservationSpec

if TYPE_CHECKING:
    from neurols import _core
    from neurols.policy.actions import ActionSet
    from neurols.problem import Problem


def observation_spec(
    problem: Problem,
    actions: ActionSet,
    shape: _core.FeatureShape,
    scalars: Sequence[str],
    *,
    equal_groups: bool = False,
) -> ObservationSpec:
    """The specification of what the core shows of searches of one size.

    `equal_groups` promises that all groups have equally many members.
    """
    from neurols import _core

    return ObservationSpec(
        problem=problem.models or problem.name,
        action_set=actions,
        static_names=problem.static_features,
        dynamic_names=problem.dynamic_features,
        scalar_names=tuple(scalars),
        nodes=shape.nodes,
        groups=shape.groups,
        static_neighbours=shape.static_neighbours,
        version=_core.FEATURE_VERSION,
        group_size=shape.nodes // shape.groups if equal_groups else 0,
    )


def new_observation(spec: ObservationSpec, count: int) -> Observation:
    """Arrays for ``count`` searches, all zero."""
    whole = {"static_neighbours", "dynamic_neighbours", "group"}
    arrays = {
        name: np.zeros(shape, np.int32 if name in whole else np.float32)
        for name, shape in spec.shapes(count).items()
    }
    return cast(Observation, arrays)


def buffers(observation: Observation) -> _core.ObservationBuffers:
    """The arrays as the core writes into them; the caller keeps them alive."""
    from neurols import _core

    return _core.ObservationBuffers(**observation)
