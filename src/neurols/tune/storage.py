"""Where a study is kept: a file that Optuna writes, and that a killed run resumes from."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.tune.journal import journal_backend
from neurols.tune.protocol import Protocol

SQLITE = (".db", ".sqlite", ".sqlite3")
JOURNAL = (".journal", ".log", ".jsonl")
_NAME = "neurols"
_STARTUP = 12
"""Trials at random before the sampler learns from them."""


def optuna() -> Any:
    """The package, told in one line where it is missing."""
    try:
        module = importlib.import_module("optuna")
    except ImportError:
        raise InputError(
            "tuning needs the package 'optuna'", remedy="pip install 'neurols[tune]'"
        ) from None
    module.logging.set_verbosity(module.logging.WARNING)
    return module


def check_path(path: Path | None) -> None:
    """Refuse a file that no study could be kept in, before any work is done."""
    if path is None:
        return
    if path.suffix.lower() not in (*SQLITE, *JOURNAL):
        raise InputError(
            "a study's file is told by its suffix",
            file=path,
            remedy=f"let it end in {', '.join(SQLITE)} (SQLite) or {', '.join(JOURNAL)} (journal)",
        )
    if not path.parent.is_dir():
        raise InputError("its folder does not exist", file=path, remedy="create the folder first")


def open_study(
    path: Path | None, protocol: Protocol, on_note: Callable[[str], None] = lambda _: None
) -> Any:
    """A new study, or the one in the file, which must be of the same protocol.

    Args:
        path: of the file; None is a study in memory.
        protocol: what is tuned.
        on_note: called with a sentence where a killed run has left something to mend.

    Raises:
        InputError: the file holds something else, or a study of another protocol.
    """
    api = optuna()
    check_path(path)
    try:
        study = api.create_study(
            storage=_storage(api, path, on_note),
            study_name=_NAME,
            direction="minimize",
            load_if_exists=True,
            pruner=api.pruners.NopPruner(),  # trials race against the best one instead
        )
    except InputError:
        raise
    except Exception as error:  # whatever the database driver raises on a file of something else
        reason = " ".join(str(error).split())[:120] or type(error).__name__
        raise InputError(
            f"no study can be opened here: {reason}", file=path, remedy="name another file"
        ) from None
    _compare(study, path, protocol)
    # A seed of its own for every resumption, or the sampler would propose the same again.
    seed = (protocol.seed * 1_000_003 + len(study.trials)) % 2**32
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", api.exceptions.ExperimentalWarning)
        study.sampler = api.samplers.TPESampler(
            seed=seed, n_startup_trials=_STARTUP, multivariate=True, group=True
        )
    return study


def _storage(api: Any, path: Path | None, on_note: Callable[[str], None]) -> Any:
    if path is None:
        return None
    if path.suffix.lower() in SQLITE:
        return f"sqlite:///{path.resolve()}"
    return api.storages.JournalStorage(journal_backend(path, on_note))


def _compare(study: Any, path: Path | None, protocol: Protocol) -> None:
    ours = protocol.to_json()
    kept = study.user_attrs.get("protocol")
    if kept is None:
        study.set_user_attr("protocol", ours)
        return
    differing = [key for key in ours if kept.get(key) != ours[key]]
    if differing:
        key = differing[0]
        raise InputError(
            f"this study was made with {key} {kept.get(key)!r}, not {ours[key]!r}",
            file=path,
            remedy="name another file, or repeat the study's own options",
        )
