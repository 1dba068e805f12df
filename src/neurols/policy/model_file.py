"""What a model file says of itself, whichever of the two formats it has. Needs no PyTorch."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.policy.damage import reading_card
from neurols.policy.spec import METADATA_KEY, ModelCard

SUFFIXES = (".onnx", ".safetensors")
MODELS = Path(__file__).resolve().parents[1] / "models"
"""Where the shipped policies lie."""


@dataclass(frozen=True)
class ModelFile:
    """A model file, read but not loaded for use."""

    path: Path
    card: ModelCard
    parameters: int | None
    """Numbers that were learned; None where the file does not say."""

    @property
    def notes(self) -> Path:
        """The Markdown card beside the file, there or not."""
        return self.path.with_suffix(".md")


def shipped(name: str) -> list[Path]:
    """The files of a shipped policy: of ``nls-a`` for every problem, of ``jobshop-a`` the one."""
    kinds = ["ranking", "construction"] if name == "nls" else []
    if name.startswith("nls-"):
        kinds = [name.removeprefix("nls-")]
    files = sorted(file for suffix in SUFFIXES for file in MODELS.glob(f"*{suffix}"))
    return [file for file in files if name == file.stem or file.stem.partition("-")[2] in kinds]


def shipped_names() -> list[str]:
    """``nls-a`` and the like, as far as they are shipped."""
    return sorted({f"nls-{file.stem.partition('-')[2]}" for file in MODELS.glob("*.onnx")})


def read_model(file: str | PathLike[str]) -> ModelFile:
    """Card and size of a model file.

    Raises:
        InputError: no such file, another format, or a damaged one.
    """
    path = Path(file)
    if path.suffix not in SUFFIXES:
        known = " or ".join(SUFFIXES)
        raise InputError("not a model file", file=file, remedy=f"give one that ends in {known}")
    if not path.is_file():
        raise InputError("no such model file", file=file, remedy="check the path")
    if path.suffix == ".onnx":
        from neurols.policy.onnx import OnnxPolicy

        policy = OnnxPolicy(path)  # loads it whole, so a damaged file is told
        return ModelFile(path, policy.card, policy.parameters)
    header = _safetensors_header(path)
    with reading_card(path):
        card = ModelCard.from_json(header.get("__metadata__", {}).get(METADATA_KEY), file)
        shapes = [entry["shape"] for name, entry in header.items() if name != "__metadata__"]
        return ModelFile(path, card, sum(math.prod(shape) for shape in shapes))


def _safetensors_header(path: Path) -> dict[str, Any]:
    """The JSON that a safetensors file begins with, its length before it; and is the rest there?"""
    try:
        data = path.read_bytes()
        length = int.from_bytes(data[:8], "little")
        header: dict[str, Any] = json.loads(data[8 : 8 + length])
        tensors = [entry for name, entry in header.items() if name != "__metadata__"]
        end = 8 + length + max((entry["data_offsets"][1] for entry in tensors), default=0)
        whole = end == len(data)
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
        whole = False
    if not whole:
        raise InputError(
            "the model file cannot be read",
            file=path,
            remedy="the file is damaged or truncated; fetch or train it again",
        )
    return header
