"""What a policy sees and what its file says about it. NumPy only: no network lives here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from os import PathLike
from typing import Any, Protocol, TypedDict

import numpy as np
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.policy.actions import ActionSet
from neurols.policy.damage import LONGEST_CARD, reading_card, unreadable

MODEL_FORMAT = 2
"""Version of the model file; raised when its layout changes."""
METADATA_KEY = "neurols"
"""The one metadata entry, in safetensors and in ONNX files alike, that holds the card."""

ENCODER_KEY = "neurols.encoder"
"""The metadata entry of an ONNX file that holds the graph of the static stage."""

PARAMETERS_KEY = "neurols.parameters"
"""The metadata entry of an ONNX file that says how many numbers were learned."""

STATIC_FIELDS = ("static_nodes", "static_neighbours", "static_weights")
"""Parts of an observation that stay the same for a whole episode."""
DYNAMIC_FIELDS = (
    "scalars",
    "dynamic_nodes",
    "dynamic_neighbours",
    "dynamic_weights",
    "group",
)
"""Parts of an observation that change at every decision."""


class Observation(TypedDict):
    """What B searches of N nodes show. The environment refreshes the arrays in place.

    A neighbour N means none, and weighs 0; a group G means none.
    """

    scalars: NDArray[np.float32]
    """[B, S] state of the search."""
    static_nodes: NDArray[np.float32]
    """[B, N, Fs] node features that never change within an episode."""
    static_neighbours: NDArray[np.int32]
    """[B, N, Ks] job chain or nearest customers."""
    static_weights: NDArray[np.float32]
    """[B, N, Ks] edge weights."""
    dynamic_nodes: NDArray[np.float32]
    """[B, N, Fd] node features of the current solution."""
    dynamic_neighbours: NDArray[np.int32]
    """[B, N, 2] predecessor and successor on the machine or in the tour."""
    dynamic_weights: NDArray[np.float32]
    """[B, N, 2] edge weights."""
    group: NDArray[np.int32]
    """[B, N] machine or route of each node."""


@dataclass(frozen=True, kw_only=True)
class ObservationSpec:
    """Names, counts and version of everything in an observation, and of the actions."""

    problem: str
    """`jobshop` or `cvrp`."""
    action_set: ActionSet
    """What the actions are."""
    static_names: tuple[str, ...]
    """Names of the static node features."""
    dynamic_names: tuple[str, ...]
    """Names of the dynamic node features."""
    scalar_names: tuple[str, ...]
    """Names of the state scalars."""
    nodes: int
    """N: operations, or depot and customers."""
    groups: int
    """G: machines, or the largest number of routes."""
    static_neighbours: int
    """Ks: neighbours per node in the static graph."""
    version: int
    """Version of the features; raised whenever their meaning changes."""
    group_size: int = 0
    """Members of every group where all have equally many (a machine has one operation of each
    job): pooling is then a plain reshape. 0 where group sizes differ."""

    @property
    def action_names(self) -> tuple[str, ...]:
        """One name per action, in the order of the values."""
        return self.action_set.names

    @property
    def actions(self) -> int:
        """|A|."""
        return len(self.action_names)

    @property
    def static_features(self) -> int:
        """Fs."""
        return len(self.static_names)

    @property
    def dynamic_features(self) -> int:
        """Fd."""
        return len(self.dynamic_names)

    @property
    def scalars(self) -> int:
        """S."""
        return len(self.scalar_names)

    def shapes(self, count: int) -> dict[str, tuple[int, ...]]:
        """Shape of each array of an observation of `count` searches."""
        return {
            "scalars": (count, self.scalars),
            "static_nodes": (count, self.nodes, self.static_features),
            "static_neighbours": (count, self.nodes, self.static_neighbours),
            "static_weights": (count, self.nodes, self.static_neighbours),
            "dynamic_nodes": (count, self.nodes, self.dynamic_features),
            "dynamic_neighbours": (count, self.nodes, 2),
            "dynamic_weights": (count, self.nodes, 2),
            "group": (count, self.nodes),
        }


class VectorEnvironment(Protocol):
    """B searches of one size, stepped together."""

    @property
    def spec(self) -> ObservationSpec:
        """What `reset` and `step` return."""
        ...

    @property
    def count(self) -> int:
        """B."""
        ...

    def reset(self, seed: int | None = None) -> Observation:
        """Begin B new episodes; the same seed gives the same episodes under the same actions."""
        ...

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_]]:
        """Carry out one action per search: observation, reward [B], done [B].

        A search that is done begins its next episode at once, and the observation is its first.
        """
        ...

    def episode_costs(self) -> NDArray[np.floating[Any]]:
        """Best cost / initial cost of the episodes that finished at the last step."""
        ...


@dataclass(frozen=True, kw_only=True)
class ModelCard:
    """What stands in a model file beside its weights."""

    problem: str
    action_set: ActionSet
    static_names: tuple[str, ...]
    dynamic_names: tuple[str, ...]
    scalar_names: tuple[str, ...]
    static_neighbours: int
    version: int
    network: dict[str, Any]
    """Settings of the network."""
    training: dict[str, Any] = field(default_factory=dict)
    """Data, budget, seeds, validation curve, results: whatever a reader should know."""
    format: int = MODEL_FORMAT

    @classmethod
    def of(
        cls,
        spec: ObservationSpec,
        network: Mapping[str, Any],
        training: Mapping[str, Any] | None = None,
    ) -> ModelCard:
        """The card of a model for the observations and actions of `spec`."""
        return cls(
            problem=spec.problem,
            action_set=spec.action_set,
            static_names=spec.static_names,
            dynamic_names=spec.dynamic_names,
            scalar_names=spec.scalar_names,
            static_neighbours=spec.static_neighbours,
            version=spec.version,
            network=dict(network),
            training=dict(training or {}),
        )

    def to_json(self) -> str:
        """The card as the metadata of a file."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def action_names(self) -> tuple[str, ...]:
        """One name per action, in the order of the values."""
        return self.action_set.names

    @classmethod
    def from_json(cls, text: str | None, file: str | PathLike[str]) -> ModelCard:
        """Read the card, or say why the file holds none."""
        if text is None:
            raise InputError(
                "not a neurols model: it carries no card",
                file=file,
                remedy="use a file written by `neurols train`",
            )
        if len(text) > LONGEST_CARD:
            raise unreadable(file, f"it has {len(text):,} characters")
        with reading_card(file):
            data = json.loads(text)
            written_as = data["format"]
            if type(written_as) is not int:
                raise TypeError(f"format is {type(written_as).__name__}")
            if written_as == MODEL_FORMAT:
                return cls._read(data)
        raise InputError(
            f"the model has file format {written_as}, this version reads {MODEL_FORMAT}",
            file=file,
            remedy="install the version of neurols that wrote it, or train it again",
        )

    @classmethod
    def _read(cls, data: dict[str, Any]) -> ModelCard:
        names = ("static_names", "dynamic_names", "scalar_names")
        lists = {name: _names(data[name]) for name in names}
        card = cls(**{**data, **lists, "action_set": ActionSet.from_json(data["action_set"])})
        card._check_kinds()
        return card

    def _check_kinds(self) -> None:
        """Raise TypeError where a field is of the wrong kind."""
        kinds: dict[str, type] = {
            "problem": str,
            **dict.fromkeys(("static_neighbours", "version", "format"), int),
            **dict.fromkeys(("network", "training"), dict),
        }
        for name, kind in kinds.items():
            if type(getattr(self, name)) is not kind:
                raise TypeError(f"{name} is {type(getattr(self, name)).__name__}")

    def check_fits(
        self, spec: ObservationSpec, file: str | PathLike[str], *, may_overlook: bool = False
    ) -> None:
        """Raise InputError where the model was made for something else than `spec`.

        With `may_overlook` the search may show scalars that the model does not know: those of
        operators and perturbations that joined the menu after its training.
        """
        if self.problem != spec.problem:
            raise InputError(
                f"the model was trained for {self.problem}, the instance is {spec.problem}",
                file=file,
                remedy=f"choose a model for {spec.problem}",
            )
        if self.version != spec.version:
            raise InputError(
                f"the model reads features of version {self.version}, "
                f"this version of neurols computes version {spec.version}",
                file=file,
                remedy="train the model again, or install the version of neurols that trained it",
            )
        if self.action_set != spec.action_set:
            raise InputError(
                f"the model decides over {self.action_set}, the search offers {spec.action_set}",
                file=file,
                remedy="choose a model for that action set, or search with the model's own",
            )
        for kind in ("static_names", "dynamic_names", "scalar_names"):
            ours, theirs = getattr(self, kind), getattr(spec, kind)
            overlooks = may_overlook and kind == "scalar_names"
            seen = tuple(name for name in theirs if name in ours) if overlooks else theirs
            if ours != seen:
                odd = sorted(set(ours) ^ set(theirs)) or ["their order"]
                raise InputError(
                    f"the model's {kind.replace('_', ' ')} differ from the search's: "
                    f"{', '.join(odd)}",
                    file=file,
                    remedy="train the model again on this version's features",
                )
        if self.static_neighbours != spec.static_neighbours:
            raise InputError(
                f"the model reads {self.static_neighbours} static neighbours a node, "
                f"the search shows {spec.static_neighbours}",
                file=file,
                remedy="train the model again on this version's features",
            )


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise TypeError("names are a list of texts")
    if len(set(value)) < len(value):
        raise ValueError("a name stands twice in a list")
    return tuple(value)


class StaticMemory:
    """Tells whether the static part of an observation is the one seen last.

    Arrays are refreshed in place, so identity says nothing: contents are compared, which costs
    far less than the static stage of the network.
    """

    def __init__(self) -> None:
        self._seen: tuple[NDArray[Any], ...] = ()

    def is_new(self, observation: Observation) -> bool:
        """True, and remember it, where the static part differs from the last one."""
        parts = (
            observation["static_nodes"],
            observation["static_neighbours"],
            observation["static_weights"],
        )
        if self._seen and all(map(np.array_equal, self._seen, parts)):
            return False
        self._seen = tuple(part.copy() for part in parts)
        return True

    def forget(self) -> None:
        """Take the next observation for new."""
        self._seen = ()
