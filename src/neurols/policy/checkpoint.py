"""Model files and training checkpoints: safetensors with a JSON card, never pickle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from neurols.errors import InputError
from neurols.files.whole_file import make_folder, write_bytes
from neurols.policy.network import NetworkConfig, PolicyNetwork
from neurols.policy.spec import METADATA_KEY, ModelCard, ObservationSpec

TRAINING_KEY = "neurols.training"


def write_tensors(
    file: str | PathLike[str], tensors: Mapping[str, Tensor], metadata: Mapping[str, str]
) -> None:
    """Write a safetensors file whole or not at all, so that a killed run leaves the last one."""
    plain = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    make_folder(Path(file).parent)
    write_bytes(file, save(plain, dict(metadata)))


def read_tensors(
    file: str | PathLike[str], kind: str, device: str = "cpu"
) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Tensors and metadata of a safetensors file, or one line that says what is wrong with it."""
    path = Path(file)
    if not path.is_file():
        raise InputError(f"no such {kind}", file=file, remedy="check the path")
    try:
        with safe_open(path, framework="pt", device=device) as handle:
            tensors = {name: handle.get_tensor(name) for name in handle.keys()}  # noqa: SIM118
            metadata = dict(handle.metadata() or {})
    except (SafetensorError, OSError, ValueError, RuntimeError) as error:
        raise InputError(
            f"the {kind} cannot be read ({str(error).splitlines()[0][:120]})",
            file=file,
            remedy="the file is damaged or truncated; fetch or train it again",
        ) from None
    return tensors, metadata


def load_weights(
    network: nn.Module, weights: Mapping[str, Tensor], file: str | PathLike[str]
) -> None:
    """Copy weights into a network; raise InputError where names or shapes differ."""
    expected = network.state_dict()
    for name in sorted(set(expected) | set(weights)):
        if name not in weights or name not in expected:
            side = "lacks" if name not in weights else "has an unknown"
            raise InputError(
                f"the model {side} weight {name}",
                file=file,
                remedy="its card and its weights do not belong together; fetch or train it again",
            )
        wanted, found = tuple(expected[name].shape), tuple(weights[name].shape)
        if wanted != found:
            raise InputError(
                f"weight {name} has shape {found}, its card asks for {wanted}",
                file=file,
                remedy="its card and its weights do not belong together; fetch or train it again",
            )
    network.load_state_dict(dict(weights))


def check_finite(weights: Mapping[str, Tensor], file: str | PathLike[str]) -> None:
    """Raise InputError where a weight is not finite."""
    for name, tensor in weights.items():
        if tensor.is_floating_point() and not bool(tensor.isfinite().all()):
            raise InputError(
                f"weight {name} is not finite",
                file=file,
                remedy="the training went astray, or the file is damaged; train it again",
            )


def save_model(file: str | PathLike[str], network: PolicyNetwork, card: ModelCard) -> None:
    """Write weights and card.

    Raises:
        InputError: weights are not finite: such a network decides nothing.
    """
    check_finite(network.state_dict(), file)
    write_tensors(file, network.state_dict(), {METADATA_KEY: card.to_json()})


def load_model(
    file: str | PathLike[str], spec: ObservationSpec | None = None
) -> tuple[PolicyNetwork, ModelCard]:
    """Network and card of a model file; with `spec`, refuse one made for something else."""
    weights, metadata = read_tensors(file, "model file")
    card = ModelCard.from_json(metadata.get(METADATA_KEY), file)
    if spec is not None:
        card.check_fits(spec, file)
    try:
        config = NetworkConfig.from_dict(card.network)
        network = PolicyNetwork(
            config,
            static_features=len(card.static_names),
            dynamic_features=len(card.dynamic_names),
            scalars=len(card.scalar_names),
            actions=len(card.action_names),
        )
    except (InputError, TypeError, ValueError, ArithmeticError, RuntimeError) as error:
        raise InputError(
            f"the model's network cannot be built ({str(error).splitlines()[0][:120]})",
            file=file,
            remedy="install the version of neurols that wrote it, or train it again",
        ) from None
    load_weights(network, weights, file)
    check_finite(weights, file)
    return network.eval(), card


def save_training(
    file: str | PathLike[str], tensors: Mapping[str, Tensor], state: Mapping[str, Any]
) -> None:
    """Write everything a run needs to go on: tensors, and counters and random states as JSON."""
    write_tensors(file, tensors, {TRAINING_KEY: json.dumps(state, sort_keys=True)})


def load_training(file: str | PathLike[str]) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """What `save_training` wrote."""
    tensors, metadata = read_tensors(file, "training checkpoint")
    try:
        state: dict[str, Any] = json.loads(metadata[TRAINING_KEY])
    except (KeyError, ValueError):
        raise InputError(
            "not a training checkpoint",
            file=file,
            remedy="resume from the folder of an earlier run, or start without --resume",
        ) from None
    return tensors, state
