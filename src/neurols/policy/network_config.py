"""Settings of the policy network; PyTorch is not needed to read or show them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from neurols.errors import InputError


@dataclass(frozen=True, kw_only=True)
class NetworkConfig:
    """Shape of the network; the defaults are the narrow one."""

    width: int = 32
    """Width of every embedding."""
    static_layers: int = 1
    """Graph layers over the static graph, before the dynamic ones."""
    dynamic_layers: int = 1
    """Graph layers over the dynamic graph."""
    closing_layers: int = 1
    """Graph layers over the static graph, after the dynamic ones."""
    inputs: str = "staged"
    """staged: the first static layers see static features alone, so they run once per instance;
    all: every feature enters at the input, and every layer runs at every decision."""
    aggregation: str = "sum"
    """Over neighbours: sum or mean."""
    norm: str = "none"
    """Of every graph layer: layer (LayerNorm) or none, which a few layers do as well with."""
    pooling: str = "nodes"
    """Beside the mean over all nodes: the maximum over all nodes (nodes), or the mean over machines
    or routes of their maxima and means (groups)."""
    graph_mlp_layers: int = 1
    """Layers of MLP1 and MLP2 in a graph layer; 1 is Morris et al.'s operator."""
    mlp_layers: int = 1
    """Layers of the input, output and group MLPs."""
    scalar_layers: int = 2
    """Layers that project the state scalars."""
    distributional: bool = True
    """Predict quantiles of the return (IQN) instead of its mean."""
    cosines: int = 64
    """Cosines that embed a quantile fraction."""
    head_width: int = 64
    """Hidden width between the quantile embedding and the action values."""
    acting_quantiles: int = 8
    """Quantiles averaged to an action value when acting."""
    output: str = "values"
    """What the network gives: values of the actions, of which the highest is taken, or logits,
    from which an action is drawn."""
    precision: str = "float32"
    """Of the large products of an exported policy: float32, or int8 (quantise.py). Training and
    what it saves stay as they are."""
    dueling: bool = False
    """Split the action values into state value and advantage (Wang et al. 2016)."""

    def __post_init__(self) -> None:
        if self.inputs not in ("staged", "all"):
            raise InputError(f"inputs is {self.inputs!r}; it must be staged or all")
        if self.aggregation not in ("sum", "mean"):
            raise InputError(f"aggregation is {self.aggregation!r}; it must be sum or mean")
        if self.output not in ("values", "logits"):
            raise InputError(f"output is {self.output!r}; it must be values or logits")
        if self.precision not in ("float32", "int8"):
            raise InputError(f"precision is {self.precision!r}; it must be float32 or int8")
        if self.norm not in ("layer", "none"):
            raise InputError(f"norm is {self.norm!r}; it must be layer or none")
        if self.pooling not in ("nodes", "groups"):
            raise InputError(f"pooling is {self.pooling!r}; it must be nodes or groups")
        for name in ("width", "graph_mlp_layers", "mlp_layers", "scalar_layers", "cosines"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("head_width", "acting_quantiles"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("static_layers", "dynamic_layers", "closing_layers"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)}; it must not be negative")

    @classmethod
    def preset(cls, name: str, **changes: Any) -> NetworkConfig:
        """`paper`, `medium` or `narrow`, with changes."""
        if name not in PRESETS:
            raise InputError(f"no network preset {name!r}; there are {', '.join(PRESETS)}")
        return replace(PRESETS[name], **changes)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> NetworkConfig:
        """From a model's card; a setting this version does not know is an error."""
        unknown = sorted(set(data) - {f.name for f in fields(cls)})
        if unknown:
            raise InputError(f"unknown network settings {', '.join(unknown)}")
        return cls(**data)

    def to_dict(self) -> dict[str, Any]:
        """For a model's card."""
        return asdict(self)


PRESETS: dict[str, NetworkConfig] = {
    "paper": NetworkConfig(
        width=128,
        norm="layer",
        pooling="groups",
        static_layers=3,
        dynamic_layers=2,
        mlp_layers=2,
        scalar_layers=1,
        head_width=256,
        acting_quantiles=32,
        precision="int8",
    ),
    "medium": NetworkConfig(
        width=64,
        norm="layer",
        pooling="groups",
        static_layers=2,
        dynamic_layers=1,
        head_width=128,
        acting_quantiles=16,
    ),
    "narrow": NetworkConfig(),
}
