"""Files of small native policies: one tensor, and a record of what it is for."""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from neurols.errors import InputError
from neurols.files.whole_file import make_folder, write_bytes
from neurols.policy.damage import LONGEST_CARD, reading_card, unreadable

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TENSOR = "weights"


def write(
    file: str | PathLike[str], kind: str, about: dict[str, Any], weights: NDArray[np.float32]
) -> None:
    """Write a policy, whole or not at all.

    Args:
        file: where to.
        kind: what reads it again, such as ``neurols.fast``.
        about: what the weights are for.
        weights: the tensor.

    Raises:
        InputError: the weights are not finite, or the disk is full, say.
    """
    tensor = np.ascontiguousarray(weights, dtype=np.float32)
    if not np.isfinite(tensor).all():
        raise InputError("weights that are not finite are not written", file=file)
    make_folder(Path(file).parent)
    write_bytes(file, save({_TENSOR: tensor}, {kind: json.dumps(about)}))


def read(
    file: str | PathLike[str], kind: str, problem: str | None = None
) -> tuple[dict[str, Any], NDArray[np.float32]]:
    """What a policy is for, and its weights.

    Raises:
        InputError: the file cannot be read, holds something else, or is for another problem.
    """
    path = Path(file)
    if not path.is_file():
        raise InputError("no such policy", file=file, remedy="check the path")
    try:
        with safe_open(path, framework="numpy") as handle:
            text = (handle.metadata() or {})[kind]
            weights = handle.get_tensor(_TENSOR)
    except KeyError:
        raise InputError(
            "the file holds no fast policy",
            file=file,
            remedy="give one that 'neurols train --learn ranking' wrote",
        ) from None
    except (SafetensorError, OSError, ValueError, TypeError) as error:
        raise InputError(
            f"the policy cannot be read ({str(error).splitlines()[0][:120]})",
            file=file,
            remedy="the file is damaged or truncated; fetch or train it again",
        ) from None
    if len(text) > LONGEST_CARD:
        raise unreadable(file, f"it has {len(text):,} characters")
    with reading_card(file):
        about: dict[str, Any] = json.loads(text)
        if not isinstance(about["problem"], str):
            raise TypeError("the problem is no text")
    if not np.isfinite(weights).all():
        raise InputError(
            "the policy holds weights that are not finite",
            file=file,
            remedy="the file is damaged; fetch or train it again",
        )
    if problem is not None and about["problem"] != problem:
        raise InputError(
            f"the policy is for problem {about['problem']!r}, not for {problem!r}",
            file=file,
            remedy="give one that was trained for it",
        )
    return about, weights


def is_kind(file: str | PathLike[str], kind: str) -> bool:
    """Does the file hold a policy of this kind, whatever else may be wrong with it?"""
    try:
        with safe_open(file, framework="numpy") as handle:
            return kind in (handle.metadata() or {})
    except (SafetensorError, OSError, ValueError, TypeError):
        return False


def check_shape(
    file: str | PathLike[str], weights: NDArray[np.float32], shape: tuple[int, ...]
) -> None:
    """Raise ``InputError`` where a file holds another number of weights than its record says."""
    expected = int(np.prod(shape))
    if weights.size != expected:
        raise InputError(
            f"the policy holds {weights.size} weights instead of {expected}",
            file=file,
            remedy="the file is damaged; fetch or train it again",
        )
