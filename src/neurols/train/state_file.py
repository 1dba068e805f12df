"""The folder of a native policy's training: its state, from which it goes on, and its curve."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.whole_file import write_rows, write_text

_STATE, _CURVE = "state.json", "training.csv"


def store(folder: Path, state: Mapping[str, Any], curve: Sequence[Mapping[str, float]]) -> None:
    """Write both, each whole or not at all."""
    write_text(folder / _STATE, json.dumps({**state, "curve": curve}))
    if curve:
        write_rows(folder / _CURVE, list(curve[0]), curve)


def stored(folder: Path, needed: Collection[str]) -> dict[str, Any]:
    """The state in a folder.

    Raises:
        InputError: there is none, or it cannot be read or lacks something.
    """
    file = folder / _STATE
    try:
        state: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        missing = {"config", "curve", *needed} - state.keys()
    except OSError:
        raise InputError("no training to resume", file=file, remedy="start a new one") from None
    except (ValueError, AttributeError, RecursionError):
        missing = {"everything"}
    if missing:
        raise InputError(
            "the state of the training cannot be read", file=file, remedy="start a new one"
        )
    return state


def settings_in(state: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of the training, lists as the tuples that they were."""
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in state["config"].items()
    }


def check_same(
    folder: Path, state: Mapping[str, Any], wanted: Mapping[str, Any], free: Collection[str]
) -> None:
    """Raise ``InputError`` where a run would go on under other settings than it was started with.

    Args:
        folder: of the run.
        state: as it was stored.
        wanted: the settings now.
        free: those that may differ.
    """
    before = settings_in(state)
    odd = [name for name in wanted if name not in free and wanted[name] != before.get(name)]
    if odd:
        raise InputError(
            f"the training was started with other settings ({', '.join(odd)})",
            file=folder / _STATE,
            remedy="resume with the same settings, or start in another folder",
        )
