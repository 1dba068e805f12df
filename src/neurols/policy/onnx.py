"""Policies as ONNX files: running one needs NumPy and ONNX Runtime, writing one needs PyTorch.

A file holds the graph that decides; the graph of the static stage, which runs once per instance,
travels inside its metadata next to the card, so that a policy is one file.
"""

from __future__ import annotations

import base64
import importlib
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.policy.feeds import Feeds
from neurols.policy.spec import (
    ENCODER_KEY,
    METADATA_KEY,
    PARAMETERS_KEY,
    ModelCard,
    Observation,
    ObservationSpec,
    StaticMemory,
)

if TYPE_CHECKING:
    from neurols.policy.network import PolicyNetwork


class OnnxPolicy:
    """A policy file, ready to decide: ONNX Runtime on one CPU thread, float32.

    Inputs and outputs are bound to arrays that stay where they are, so that a decision copies
    what has changed and calls the runtime, and nothing else.
    """

    def __init__(self, file: str | PathLike[str], spec: ObservationSpec | None = None) -> None:
        """Load `file`; where `spec` is given, refuse a model made for something else."""
        self.file = fspath(file)
        path = Path(file)
        if not path.is_file():
            raise InputError(
                "no such model file",
                file=file,
                remedy="use a shipped policy by its name, or give your own with model=FILE",
            )
        self._decider = _session(_bytes(path), self.file)
        try:
            meta: dict[str, str] = self._decider.get_modelmeta().custom_metadata_map
        except UnicodeDecodeError:
            raise _damaged(self.file, "its card is no text in UTF-8") from None
        self.card = ModelCard.from_json(meta.get(METADATA_KEY), file)
        if spec is not None:
            self.card.check_fits(spec, file, may_overlook=True)
        learned = meta.get(PARAMETERS_KEY, "")
        self.parameters = int(learned) if learned.isdecimal() else None
        """Numbers that were learned; None where the file does not say."""
        encoder = meta.get(ENCODER_KEY)
        self._encoder = _session(_decode(encoder, file), self.file) if encoder else None
        self._check_shapes()
        self._mean = self.card.network.get("aggregation") == "mean"
        self._grouped = self.card.network.get("pooling") == "groups"
        self._groups = None if spec is None else spec.groups
        shown = self.card.scalar_names if spec is None else spec.scalar_names
        self._scalar_columns = np.array([shown.index(name) for name in self.card.scalar_names])
        self.draws = self.card.network.get("output") == "logits"
        """Does the policy draw its actions from logits, instead of taking the highest value?"""
        self._memory = StaticMemory()
        self._feeds: Feeds | None = None

    def _check_shapes(self) -> None:
        expected = {
            "dynamic_nodes": len(self.card.dynamic_names),
            "scalars": len(self.card.scalar_names),
        }
        shapes = {item.name: item.shape for item in self._decider.get_inputs()}
        if not expected.keys() <= shapes.keys():
            raise _damaged(self.file, "its inputs are not those of a policy")
        for name, size in expected.items():
            if shapes[name][-1] != size:
                raise _damaged(
                    self.file, f"{name} has {shapes[name][-1]} columns, its card says {size}"
                )
        actions = self._decider.get_outputs()[0].shape[-1]
        if actions != len(self.card.action_names):
            raise _damaged(
                self.file,
                f"it gives {actions} values, its card names {len(self.card.action_names)} actions",
            )

    def q_values(
        self, observation: Observation, groups: int | None = None, *, same_instance: bool = False
    ) -> NDArray[np.float32]:
        """Action values [B, A], in an array that the next call overwrites.

        `groups` is G, the number that marks a node without a group; without it the spec that the
        policy was loaded with says it, and without one every number is a group.
        `same_instance=True` skips the check whether the static part has changed.
        """
        batch, nodes = observation["dynamic_nodes"].shape[:2]
        feeds = self._feeds
        if feeds is None or (feeds.batch, feeds.nodes) != (batch, nodes):
            feeds = self._feeds = Feeds(
                self._decider, self.card, batch, nodes, self._scalar_columns, self._mean
            )
            self._memory.forget()
            same_instance = False
        if not same_instance and self._memory.is_new(observation):
            feeds.encode(self._encoder, observation)
        if self._grouped:
            feeds.pool(observation["group"], self._groups if groups is None else groups)
        values = feeds.decide(observation)
        if not np.isfinite(values).all():
            raise InputError(
                "the model's values are not finite",
                file=self.file,
                remedy="its training went astray; fetch or train it again",
            )
        return values


def _session(model: bytes, file: str) -> Any:
    try:
        runtime = importlib.import_module("onnxruntime")
    except ImportError:
        raise InputError(
            "a learned policy needs ONNX Runtime, which is not installed",
            file=file,
            remedy="pip install onnxruntime",
        ) from None
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4  # a bad file is reported once, by the error below
    try:
        return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises its own, undocumented types
        raise _damaged(file, str(error).splitlines()[0][:120] if str(error) else "") from None


def _damaged(file: str | PathLike[str], why: str) -> InputError:
    return InputError(
        f"the model cannot be read{f' ({why})' if why else ''}",
        file=file,
        remedy="the file is damaged or not an ONNX model; fetch or train it again",
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _damaged(path, (error.strerror or str(error)).lower()) from None


def _decode(text: str, file: str | PathLike[str]) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise _damaged(file, "its static stage is not readable") from None


def export(network: PolicyNetwork, card: ModelCard, file: str | PathLike[str]) -> None:
    """Write a trained network as one ONNX file with its card. Needs PyTorch and onnxscript."""
    writer = importlib.import_module("neurols.policy.export")
    writer.export(network, card, file)
