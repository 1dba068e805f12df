"""Learned policies: what they see, their network, their files, and running them.

`spec` and `onnx.OnnxPolicy` need no PyTorch; `network` and `checkpoint` do, for training.
"""

from __future__ import annotations

from neurols.policy.onnx import OnnxPolicy
from neurols.policy.spec import (
    ModelCard,
    Observation,
    ObservationSpec,
    StaticMemory,
    VectorEnvironment,
)

__all__ = [
    "ModelCard",
    "Observation",
    "ObservationSpec",
    "OnnxPolicy",
    "StaticMemory",
    "VectorEnvironment",
]
