"""A training run in its folder: its request, how it is resumed, and its model card.

``run.json`` keeps the request, so that ``--resume`` needs nothing but the folder. PyTorch is needed
to train and not to look at a run.
"""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.files.whole_file import make_folder, write_text
from neurols.policy.actions import ActionSet
from neurols.train.config import DQNConfig, PPOConfig
from neurols.train.training_data import TrainingData

MODEL = "policy.onnx"
CARD = "policy.md"
CHECKPOINT = "checkpoint.safetensors"
BEST = "best.safetensors"
_REQUEST = "run.json"
Settings = DQNConfig | PPOConfig
_ALGORITHMS: dict[str, type[Settings]] = {"dqn": DQNConfig, "ppo": PPOConfig}
_EXPORT_SECONDS = 3.0
_COMPARISON_SHARE = 0.15  # of a time limit, at most
_TOLERANCE = 1.05  # of a time limit, before the comparison with other policies is left out
_MAY_CHANGE = ("epochs", "minutes", "device", "threads")


@dataclass(frozen=True)
class Run:
    """What is trained, how, and with which network."""

    data: TrainingData
    training: Settings
    network: str
    """Preset of the network."""
    commit: str = "not known"

    @property
    def algorithm(self) -> str:
        """``dqn`` or ``ppo``."""
        return "dqn" if isinstance(self.training, DQNConfig) else "ppo"

    def save(self, folder: Path) -> None:
        """Write the request; the folder is made where needed."""
        make_folder(folder)
        text = json.dumps({"algorithm": self.algorithm, **asdict(self)}, indent=2) + "\n"
        write_text(folder / _REQUEST, text)

    @classmethod
    def load(cls, folder: Path) -> Run:
        """The request of an earlier run.

        Raises:
            InputError: there is none, or another version wrote it.
        """
        file = folder / _REQUEST
        if not file.is_file():
            raise InputError(
                "no training run to resume",
                file=folder,
                remedy="give the --output of an earlier run",
            )
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            data: dict[str, Any] = {
                k: tuple(v) if isinstance(v, list) else v for k, v in told["data"].items()
            }
            data["actions"] = ActionSet.from_json(data["actions"])
            return cls(
                TrainingData(**data),
                _ALGORITHMS[told["algorithm"]](**told["training"]),
                told["network"],
                told.get("commit", "not known"),
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InputError(
                f"the run's request cannot be read ({error})",
                file=file,
                remedy="it is damaged or of another version; start a new run",
            ) from None

    def changed(self, wanted: Mapping[str, Any], file: Path) -> Run:
        """The same run with what the user gave now; most of it must be as it was.

        Raises:
            InputError: a setting differs that the run was begun with.
        """
        changes: dict[str, dict[str, Any]] = {"data": {}, "training": {}}
        begun: dict[str, Any] = {
            **asdict(self.training),
            **asdict(self.data),
            **self.data.actions.to_json(),
            "actions": str(self.data.actions.kind),
            "network": self.network,
        }
        for name, value in wanted.items():
            part = "data" if name in _names(TrainingData) else "training"
            had = begun.get(name)
            if value == had:
                continue
            if name not in _MAY_CHANGE:
                raise InputError(
                    f"the run had {name} = {_shown(had)}, now it is {_shown(value)}",
                    file=file,
                    remedy="resume without that, or start a new run with another --output",
                )
            changes[part][name] = value
        return Run(
            replace(self.data, **changes["data"]),
            replace(self.training, **changes["training"]),
            self.network,
            self.commit,
        )


def _names(kind: type[TrainingData]) -> set[str]:
    return {field.name for field in fields(kind)}


def _shown(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def check_libraries() -> None:
    """Training needs what solving does not.

    Raises:
        InputError: something is not installed.
    """
    needed = ("torch", "safetensors", "onnx", "onnxscript")
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise InputError(
            f"training needs {', '.join(missing)}, which is not installed",
            remedy="pip install 'neurols[train]'",
        )


def train_run(run: Run, folder: Path, *, resume: bool, progress: bool) -> str:
    """Train to the end, export the policy and write its card; what the card says of the result."""
    import logging
    import time

    began = time.monotonic()
    from neurols.policy.network import NetworkConfig
    from neurols.train.fitting import comparison_seconds, fitted, measured
    from neurols.train.training_data import train_policy

    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # what it lacks is not missed here
    network = NetworkConfig.preset(run.network)
    training, comparison, limit = run.training, 0.0, math.inf
    if training.minutes:
        paces = measured(run.data, training, network)
        if not resume:  # an earlier run goes on as it began
            run = replace(run, data=fitted(run.data, training, paces))
            run.save(folder)
        limit = 60 * training.minutes
        comparison = comparison_seconds(run.data, paces)
        left = limit - _EXPORT_SECONDS
        if comparison < _COMPARISON_SHARE * limit:
            left -= comparison
        training = replace(training, minutes=max(left, 0.5 * limit) / 60)
    model = train_policy(
        run.data,
        folder,
        training=training,
        network=network,
        resume=resume,
        progress=progress,
        began=began,
    )
    if time.monotonic() - began + comparison < limit * _TOLERANCE:
        return _finish(model, run)
    verdict = "The time limit left no room for a comparison with other policies."
    write_card(model, run, verdict)
    return verdict


def export_best(run: Run, folder: Path, verdict: str) -> Path | None:
    """What a run that broke off had come to, as a policy with its card; None for nothing."""
    if not (folder / BEST).exists():
        return None
    from neurols.policy.checkpoint import load_model
    from neurols.policy.onnx import export

    model = folder / MODEL
    export(*load_model(folder / BEST), model)
    write_card(model, run, verdict)
    return model


def _finish(model: Path, run: Run) -> str:
    from neurols.train.judge import judge

    verdict = judge(model, run.data, instances=run.data.validation).sentences()
    write_card(model, run, verdict)
    return verdict


def write_card(model: Path, run: Run, verdict: str) -> None:
    """The Markdown card beside the model."""
    from neurols.policy.card import facts, markdown
    from neurols.policy.model_file import read_model

    known = {**facts(read_model(model)), "commit": run.commit}
    title = f"{run.data.problem}-{run.data.actions.kind}"
    unknown = "How it does on instances of other sizes and budgets than those it was trained on."
    text = markdown(title, known, {"Results": verdict, "Not known": unknown})
    write_text(model.parent / CARD, text)


def commit() -> str:
    """The commit of the sources, where they are a checkout; else the version."""
    from neurols import __version__

    root = Path(__file__).resolve().parents[3]
    if not (root / ".git").exists():  # installed; a repository around it is somebody else's
        return f"version {__version__}"
    try:
        told = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty"],
            capture_output=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return f"version {__version__}"
    return told.stdout.strip() if told.returncode == 0 else f"version {__version__}"
