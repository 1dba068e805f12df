"""Settings of a training run: a dataclass an algorithm, whose field docs are the help texts."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from neurols.errors import InputError


@dataclass(frozen=True, kw_only=True)
class DQNConfig:
    """Double DQN with implicit quantiles, n-step returns and prioritised replay."""

    seed: int = 1
    """Seed of weights, exploration, replay and episodes."""
    epochs: int = 80
    """Epochs; each ends with a validation."""
    epoch_transitions: int = 51200
    """Decisions collected in an epoch, over all searches."""
    minutes: float = 0.0
    """Wall-clock limit; schedules then run over whichever ends first. 0 is no limit."""
    device: str = "auto"
    """auto, cpu or cuda."""
    gamma: float = 0.99
    """Discount of a step."""
    n_step: int = 3
    """Rewards summed before the value of the state reached is used."""
    reward_scale: float = 100.0
    """Rewards are multiplied by this: relative improvements become percent, the scale on which
    the loss turns from quadratic to linear."""
    batch: int = 512
    """Transitions in an update."""
    replay_ratio: float = 4.0
    """How often a transition is learned from, on average: updates × batch / transitions."""
    warmup: int = 8192
    """Transitions that a bucket collects before it is learned from."""
    replay_capacity: int = 200_000
    """Transitions kept for each bucket."""
    replay_gigabytes: float = 8.0
    """Memory for all buckets' replay together; capacities shrink to fit."""
    alpha: float = 0.6
    """Prioritised replay: 0 draws uniformly, 1 proportionally to the error."""
    beta: float = 0.4
    """Prioritised replay: strength of the importance weights at the start."""
    beta_end: float = 1.0
    """The same at the end of training."""
    learning_rate: float = 5e-4
    """Step size of Adam at the start."""
    learning_rate_end: float = 5e-5
    """Step size at the end."""
    schedule: str = "cosine"
    """How the step size falls: constant, linear or cosine."""
    gradient_clip: float = 10.0
    """Largest norm of a gradient; 0 is no limit."""
    target_update: int = 500
    """Updates between copies of the network to the target network; 0 with target_rate."""
    target_rate: float = 0.0
    """Share of the network that flows into the target network at each update, instead."""
    quantiles: int = 8
    """Quantile fractions drawn for the prediction."""
    target_quantiles: int = 8
    """Quantile fractions drawn for the target."""
    kappa: float = 1.0
    """Where the quantile Huber loss turns from quadratic to linear."""
    epsilon_start: float = 0.95
    """Share of random actions at the start."""
    epsilon_end: float = 0.05
    """Share of random actions at the end of the schedule."""
    epsilon_fraction: float = 0.7
    """Part of training over which ε falls."""
    epsilon_spread: float = 0.0
    """Spread ε over the searches as Ape-X does (7 there); 0 is the same ε for all."""
    precision: str = "auto"
    """auto (bf16 on CUDA), float32 or bf16 (CUDA only)."""
    cuda_graph: bool = True
    """On CUDA, record an update once per bucket and replay it: several times faster."""
    compile: str = "none"
    """On CUDA, compile none of the network, its graph layers (layers), or all of it (network):
    the more, the faster an update and the later the first."""
    checkpoint_epochs: int = 10
    """Epochs between checkpoints to resume from; searches begin anew there. 0 is none."""
    checkpoint_replay: bool = False
    """Keep the replay in the checkpoint: a resumed run then repeats the curve exactly (CPU)."""

    def __post_init__(self) -> None:
        for name in ("epochs", "epoch_transitions", "n_step", "batch", "replay_capacity"):
            _require(getattr(self, name) >= 1, f"{name} must be at least 1")
        for name in ("quantiles", "target_quantiles"):
            _require(getattr(self, name) >= 1, f"{name} must be at least 1")
        for name in ("gamma", "alpha", "beta", "beta_end", "epsilon_start", "epsilon_end"):
            _require(0 <= getattr(self, name) <= 1, f"{name} must lie between 0 and 1")
        for name in ("epsilon_fraction", "target_rate"):
            _require(0 <= getattr(self, name) <= 1, f"{name} must lie between 0 and 1")
        for name in ("learning_rate", "reward_scale", "kappa", "replay_ratio", "replay_gigabytes"):
            _require(getattr(self, name) > 0, f"{name} must be positive")
        for name in ("minutes", "warmup", "gradient_clip", "target_update", "epsilon_spread"):
            _require(getattr(self, name) >= 0, f"{name} must not be negative")
        _one_of(self, "device", "auto", "cpu", "cuda")
        _one_of(self, "schedule", "constant", "linear", "cosine")
        _one_of(self, "precision", "auto", "float32", "bf16")
        _one_of(self, "compile", "none", "layers", "network")
        _require(
            (self.target_update > 0) != (self.target_rate > 0),
            "give either target_update (copies now and then) or target_rate (a steady flow), "
            "and set the other to 0",
        )
        _require(
            self.replay_capacity >= max(self.batch, self.warmup),
            f"replay_capacity is {self.replay_capacity}, too small for warmup {self.warmup} "
            f"and batch {self.batch}",
        )
        _require(
            self.schedule == "constant" or self.learning_rate_end <= self.learning_rate,
            "learning_rate_end must not exceed learning_rate",
        )
        _require(
            not (self.device == "cpu" and self.precision == "bf16"),
            "bf16 is for CUDA; on a CPU set precision to float32",
        )
        _require(
            not (self.checkpoint_replay and not self.checkpoint_epochs),
            "checkpoint_replay needs checkpoint_epochs above 0",
        )

    @classmethod
    def preset(cls, name: str, **changes: Any) -> DQNConfig:
        """`default` or `paper` (Falkner et al. 2022, appendix), with changes."""
        if name not in PRESETS:
            raise InputError(f"no training preset {name!r}; there are {', '.join(PRESETS)}")
        unknown = sorted(set(changes) - {f.name for f in fields(cls)})
        if unknown:
            raise InputError(f"unknown training settings {', '.join(unknown)}")
        return replace(PRESETS[name], **changes)

    def to_dict(self) -> dict[str, Any]:
        """For cards and checkpoints."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class PPOConfig:
    """Proximal policy optimisation with generalised advantages."""

    seed: int = 1
    """Seed of weights, actions and episodes."""
    epochs: int = 40
    """Epochs; each ends with a validation."""
    epoch_iterations: int = 8
    """Iterations in an epoch: act, then learn from it."""
    minutes: float = 0.0
    """Wall-clock limit; schedules then run over whichever ends first. 0 is no limit."""
    device: str = "auto"
    """auto, cpu or cuda."""
    rollout: int = 50
    """Decisions of every search in an iteration."""
    passes: int = 3
    """How often an iteration's decisions are learned from."""
    minibatches: int = 8
    """Updates in a pass."""
    gamma: float = 1.0
    """Discount of a step; episodes end, so none is needed."""
    trace: float = 0.95
    """λ of the generalised advantages: 0 trusts the critic, 1 what came of the episode."""
    reward_scale: float = 100.0
    """Rewards are multiplied by this: relative improvements become percent."""
    clip: float = 0.2
    """How far an action's probability may move in an iteration before learning stops pushing."""
    value_weight: float = 0.5
    """Weight of the critic's loss."""
    entropy_weight: float = 0.003
    """Weight of the actions' entropy, which keeps the policy from settling too soon; it fades."""
    instance_critic: bool = False
    """The critic is a network of its own, which is told what earlier episodes gained on the same
    instance: so the head-room of an instance is not taken for the merit of a decision."""
    graph_from: float = 0.0
    """Part of training after which the policy sees the graph of the solution. Until then it decides
    by the scalars alone, at a small part of the price; the graph begins without a say."""
    learning_rate: float = 1e-3
    """Step size of Adam at the start."""
    learning_rate_end: float = 1e-5
    """Step size at the end."""
    schedule: str = "cosine"
    """How the step size falls: constant, linear or cosine."""
    gradient_clip: float = 1.0
    """Largest norm of a gradient; 0 is no limit."""
    averaging: float = 0.99
    """What is validated and kept is the average of the weights; its memory of an update."""
    checkpoint_epochs: int = 1
    """Epochs between checkpoints to resume from; searches begin anew there. 0 is none."""

    def __post_init__(self) -> None:
        for name in ("epochs", "epoch_iterations", "rollout", "passes", "minibatches"):
            _require(getattr(self, name) >= 1, f"{name} must be at least 1")
        for name in ("gamma", "trace", "averaging", "graph_from"):
            _require(0 <= getattr(self, name) <= 1, f"{name} must lie between 0 and 1")
        for name in ("learning_rate", "reward_scale", "clip"):
            _require(getattr(self, name) > 0, f"{name} must be positive")
        for name in ("minutes", "gradient_clip", "checkpoint_epochs"):
            _require(getattr(self, name) >= 0, f"{name} must not be negative")
        for name in ("value_weight", "entropy_weight"):
            _require(getattr(self, name) >= 0, f"{name} must not be negative")
        _one_of(self, "device", "auto", "cpu", "cuda")
        _one_of(self, "schedule", "constant", "linear", "cosine")
        _require(
            self.schedule == "constant" or self.learning_rate_end <= self.learning_rate,
            "learning_rate_end must not exceed learning_rate",
        )

    def to_dict(self) -> dict[str, Any]:
        """For cards and checkpoints."""
        return asdict(self)


def _require(holds: bool, sentence: str) -> None:
    if not holds:
        raise InputError(sentence)


def _one_of(config: object, name: str, *choices: str) -> None:
    value = getattr(config, name)
    _require(value in choices, f"{name} is {value!r}; it must be {' or '.join(choices)}")


PRESETS: dict[str, DQNConfig] = {
    "default": DQNConfig(),
    "paper": DQNConfig(
        epochs=80,
        epoch_transitions=19200,
        batch=128,
        replay_ratio=4.0,  # an update every 32 decisions: the paper does not say how many
        warmup=1280,
        replay_capacity=32_000,
        beta_end=0.4,
        learning_rate_end=5e-4,
        schedule="constant",
        gradient_clip=0.0,
    ),
}
