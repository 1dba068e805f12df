"""What a model file says of itself, whichever of the two formats it has. Needs no PyTorch."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.policy.spec import METADATA_KEY, ModelCard

SUFFIXES = (".onnx", ".safetensors")
MODELS = Path(__file__).resolve().parents[1] / "models"
"""Where the shipped policies lie."""


@dataclass(frozen=True)
class ModelFile:
    """A model file, read but not loaded for use."""

    path: Path
    card: ModelCard
    parameters: int
    """Numbers that were learned."""

    @property
    def notes(self) -> Path:
        """The Markdown card beside the file, there or not."""
        return self.path.with_suffix(".md")


def shipped(name: str) -> list[Path]:
    """The files of a shipped policy: of ``nls-a`` for every problem, of ``jobshop-a`` the one."""
    kind = "fast" if name == "nls" else name.removeprefix("nls-") if name[:4] == "nls-" else None
    files = sorted(file for suffix in SUFFIXES for file in MODELS.glob(f"*{suffix}"))
    return [file for file in files if name == file.stem or kind == file.stem.partition("-")[2]]


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

        card = OnnxPolicy(path).card  # loads it whole, so a damaged file is told
        return ModelFile(path, card, _onnx_parameters(path.read_bytes()))
    header = _safetensors_header(path)
    card = ModelCard.from_json(header.get("__metadata__", {}).get(METADATA_KEY), file)
    shapes = [entry["shape"] for name, entry in header.items() if name != "__metadata__"]
    return ModelFile(path, card, sum(math.prod(shape) for shape in shapes))


def _safetensors_header(path: Path) -> dict[str, Any]:
    """The JSON that a safetensors file begins with, its length before it; and is the rest there?"""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    try:
        header: dict[str, Any] = json.loads(data[8 : 8 + length])
        tensors = [entry for name, entry in header.items() if name != "__metadata__"]
        end = 8 + length + max((entry["data_offsets"][1] for entry in tensors), default=0)
    except (ValueError, TypeError, KeyError, AttributeError):
        end = -1
    if end != len(data):
        raise InputError(
            "the model file cannot be read",
            file=path,
            remedy="the file is damaged or truncated; fetch or train it again",
        )
    return header


# -- how many numbers an ONNX file holds: the wire format of its three messages, and no more

_GRAPH, _INITIALIZER, _METADATA = 7, 5, 14  # of ModelProto, GraphProto and ModelProto
_DIMS, _DATA_TYPE, _FLOAT = 1, 2, 1  # of TensorProto
_VALUE = 2  # of StringStringEntryProto


def _onnx_parameters(model: bytes) -> int:
    """Numbers in the weight matrices of the graph, and of the one in its metadata.

    Vectors and scalars that the exporter made of formulas are not told from biases: all count.
    """
    import base64

    total = 0
    for field, value in _fields(model):
        if field == _GRAPH and isinstance(value, bytes):
            total += sum(_size(one) for number, one in _fields(value) if number == _INITIALIZER)
        elif field == _METADATA and isinstance(value, bytes):
            entry = dict(_fields(value))
            if entry.get(1) == b"neurols.encoder":
                total += _onnx_parameters(base64.b64decode(entry[_VALUE]))
    return total


def _size(tensor: int | bytes) -> int:
    assert isinstance(tensor, bytes)
    dims: list[int] = []
    kind = 0
    for field, value in _fields(tensor):
        if field == _DIMS:
            dims += [value] if isinstance(value, int) else _varints(value)
        elif field == _DATA_TYPE and isinstance(value, int):
            kind = value
    return math.prod(dims) if kind == _FLOAT and dims else 0


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """Numbers and values of a message's fields (protocol buffers' wire format)."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        wire = key & 7
        if wire == 0:
            value, place = _varint(message, place)
            yield key >> 3, value
            continue
        if wire == 2:
            length, place = _varint(message, place)
        else:
            length = 8 if wire == 1 else 4
        yield key >> 3, message[place : place + length]
        place += length


def _varint(message: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[place]
        place += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, place


def _varints(packed: bytes) -> list[int]:
    values, place = [], 0
    while place < len(packed):
        value, place = _varint(packed, place)
        values.append(value)
    return values
