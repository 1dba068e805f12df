"""State of a training run: counters, clock, learning curve, and the files that it writes."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from neurols.errors import InputError, TrainingDiverged
from neurols.policy.checkpoint import load_training, save_model, save_training
from neurols.policy.network import NetworkConfig, PolicyNetwork
from neurols.policy.spec import ModelCard, ObservationSpec
from neurols.train.config import DQNConfig, PPOConfig
from neurols.train.log import TrainingLog
from neurols.train.shared import GreedyPolicy, TrainingResult, Validation, judged

_VALIDATION_SHARE = 0.04  # of a wall-clock limit
_COUNTERS = ("epoch", "transitions", "updates", "best_cost", "best_epoch")


class RunRecord:
    """Keeps the best network and the last one, the curve, and the checkpoint to resume from."""

    def __init__(
        self,
        folder: str | PathLike[str],
        config: DQNConfig | PPOConfig,
        network: NetworkConfig,
        specs: Sequence[ObservationSpec],
        validate: Validation,
        card: Mapping[str, Any],
    ) -> None:
        self.folder = Path(folder)
        self.file = self.folder / "checkpoint.safetensors"
        self.epoch = self.transitions = self.updates = self.best_epoch = 0
        self.best_cost = math.inf
        self._config = config
        self._network = network
        self._specs = specs
        self._validate = validate
        self._card = card
        self._log: TrainingLog
        self._earlier = 0.0  # seconds of the runs before this one
        self._started = time.monotonic()
        self._epoch_began = (0.0, 0)
        self._shown = 0.0  # when the loop last reported
        self._longest_round = 0.0
        self._longest_validation = 60 * config.minutes * _VALIDATION_SHARE  # until one was made

    def stored(self) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
        """What the last checkpoint holds, its counters taken over; None where there is none."""
        if not self.file.exists():
            return None
        tensors, state = load_training(self.file)
        self._check_same_run(state)
        for name in _COUNTERS:
            setattr(self, name, state[name])
        self._earlier = state["seconds"]
        return tensors, state

    def begin(self, *, progress: bool) -> None:
        """Start the clock and the log, which goes on where the checkpoint was."""
        self._log = TrainingLog(self.folder, resumed_epoch=self.epoch, progress=progress)
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """Wall-clock time of the run, interruptions not counted."""
        return self._earlier + time.monotonic() - self._started

    def share_done(self, share: float) -> float:
        """Progress in [0, 1]: the share of the work, or that of the clock where it is larger.

        The clock ends the work while there is time for another round and a validation.
        """
        if not self._config.minutes:
            return min(share, 1.0)
        left_over = self._longest_round + self._longest_validation
        limit = 60 * self._config.minutes
        return min(max(share, self.seconds / max(limit - left_over, 0.5 * limit)), 1.0)

    @property
    def out_of_time(self) -> bool:
        """Has the clock ended the work?"""
        return bool(self._config.minutes) and self.share_done(0.0) >= 1.0

    def show(self, share: float, text: str) -> None:
        """Move the progress bar; called at the end of every round of the loop."""
        self._longest_round = max(self._longest_round, self.seconds - self._shown)
        self._shown = self.seconds
        self._log.show(share, f"epoch {self.epoch + 1}  {text}  best {self.best_cost:.4f}")

    def begin_epoch(self) -> None:
        """From here the epoch's speed is measured."""
        self._epoch_began = (self.seconds, self.transitions)
        self._shown = self.seconds

    def end_epoch(
        self,
        policy: GreedyPolicy,
        updates: int,
        costs: Sequence[Any],
        figures: Mapping[str, float],
    ) -> None:
        """Validate, write the epoch down, and keep the network where it is the best so far.

        `costs` are those of the episodes that ended in the epoch, `figures` the algorithm's own.

        Raises:
            TrainingDiverged: what was learned in the epoch is no use; nothing of it is kept.
        """
        if updates > self.updates:
            self._check_finite(policy.network, figures)
        began, before = self._epoch_began
        speed = (self.transitions - before) / max(self.seconds - began, 1e-9)
        self.epoch += 1
        self.updates = updates
        validated = self.seconds
        cost, named = judged(self._validate(policy))
        self._longest_validation = max(self._longest_validation, self.seconds - validated)
        self._log.add(
            {
                "epoch": self.epoch,
                "transitions": self.transitions,
                "updates": updates,
                "seconds": round(self.seconds, 2),
                "cost": cost,
                "training_cost": float(np.concatenate(costs).mean()) if costs else math.nan,
                **figures,
                "transitions_per_second": round(speed, 1),
                **named,
            }
        )
        if cost < self.best_cost:
            self.best_cost, self.best_epoch = cost, self.epoch
            save_model(self.folder / "best.safetensors", policy.network, self._model_card())

    @property
    def checkpoint_due(self) -> bool:
        """Is this the end of an epoch to leave a checkpoint after?"""
        every = self._config.checkpoint_epochs
        return bool(every) and self.epoch % every == 0

    def checkpoint(self, tensors: Mapping[str, Tensor], state: Mapping[str, Any]) -> None:
        """Write what `stored` reads: the algorithm's tensors and state beside the counters."""
        common = {
            "config": self._config.to_dict(),
            "network": self._network.to_dict(),
            "specs": [repr(spec) for spec in self._specs],
            "seconds": self.seconds,
            **{name: getattr(self, name) for name in _COUNTERS},
        }
        save_training(self.file, tensors, {**common, **state})

    def end(self, network: PolicyNetwork, *, complete: bool) -> TrainingResult:
        """Keep the last network, too, and tell how the run went."""
        save_model(self.folder / "last.safetensors", network, self._model_card())
        return TrainingResult(
            best_cost=self.best_cost,
            best_epoch=self.best_epoch,
            model=self.folder / "best.safetensors",
            rows=self._log.rows,
            transitions=self.transitions,
            updates=self.updates,
            seconds=self.seconds,
            complete=complete,
        )

    def close(self) -> None:
        """Finish the log's files."""
        self._log.close()

    def _check_finite(self, network: PolicyNetwork, figures: Mapping[str, float]) -> None:
        odd = [name for name, value in figures.items() if not math.isfinite(value)]
        if not all(bool(part.isfinite().all()) for part in network.parameters()):
            odd.append("a weight")
        if not odd:
            return
        kept = "no earlier epoch left a policy"
        if self.best_epoch:
            kept = f"the policy of epoch {self.best_epoch} is kept"
        raise TrainingDiverged(
            f"training diverged in epoch {self.epoch + 1}: {odd[0]} is not finite; {kept}",
            file=self.folder,
            remedy="start a new run with a smaller --set learning_rate",
        )

    def _model_card(self) -> ModelCard:
        training = {
            **self._card,
            "settings": self._config.to_dict(),
            "sizes": [{"nodes": s.nodes, "groups": s.groups} for s in self._specs],
            "epoch": self.epoch,
            "transitions": self.transitions,
            "updates": self.updates,
            "seconds": round(self.seconds, 1),
            "validation_cost": [row["cost"] for row in self._log.rows],
        }
        return ModelCard.of(self._specs[0], self._network.to_dict(), training)

    def _check_same_run(self, state: Mapping[str, Any]) -> None:
        """The settings must be those of the checkpoint; the run may only last longer."""
        now = {"config": self._config.to_dict(), "network": self._network.to_dict()}
        for kind, settings in now.items():
            for name, value in settings.items():
                if name in ("epochs", "minutes", "device"):
                    continue
                if state[kind].get(name) != value:
                    raise InputError(
                        f"the run had {name} = {state[kind].get(name)!r}, now it is {value!r}",
                        file=self.file,
                        remedy="resume with the same settings, or start without --resume",
                    )
        if state["specs"] != [repr(spec) for spec in self._specs]:
            raise InputError(
                "the run had other environments",
                file=self.file,
                remedy="resume with the same sizes and actions, or start without --resume",
            )
