"""Classical rules as teachers: what a policy is drawn towards while it knows nothing yet.

A teacher reads the scalars of an observation and says how likely it would take each action. Early
in training the policy is pulled towards it (kickstarting, Schmitt et al. 2018); the pull fades,
and what remains is what paid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from neurols.policy.spec import ObservationSpec

Teacher = Callable[[Tensor], Tensor]
"""Scalars [B, S] → probabilities [B, A]."""

_COOLING = (0.05, 0.005)  # of an annealing of a few hundred ruins, in small changes
_RARELY = 0.02  # what is left for the actions that a teacher never takes


def annealing(spec: ObservationSpec, preferred: Sequence[str] = ()) -> Teacher:
    """Accept a worsening d with probability exp(−d/T), T falling over the budget.

    What comes next is one of `preferred`, any as likely; where none of them may be chosen, any of
    all operators and perturbations.
    """
    progress = spec.scalar_names.index("progress")
    chance = spec.scalar_names.index("candidate_worse@1")  # exp(−d), d in small changes
    start, end = _COOLING
    choices = _choices(spec, preferred)

    def teach(scalars: Tensor) -> Tensor:
        temperature = start * (end / start) ** scalars[:, progress]
        accepted = scalars[:, chance].clamp_min(1e-30) ** (1 / temperature)
        return _joint(accepted, choices.to(scalars.device))

    return teach


def always(spec: ObservationSpec, preferred: Sequence[str] = ()) -> Teacher:
    """Accept every candidate; what comes next as for `annealing`."""
    choices = _choices(spec, preferred)
    return lambda scalars: _joint(torch.ones_like(scalars[:, 0]), choices.to(scalars.device))


def _choices(spec: ObservationSpec, preferred: Sequence[str]) -> Tensor:
    """Probability of what comes next; action names are ``reject:X`` …, then ``accept:X`` …"""
    names = [name.partition(":")[2] for name in spec.action_names[: spec.actions // 2]]
    chosen = [name in preferred for name in names]
    weight = torch.tensor([float(is_one or not any(chosen)) for is_one in chosen])
    return weight / weight.sum()


def _joint(accepted: Tensor, choices: Tensor) -> Tensor:
    verdict = torch.stack([1 - accepted, accepted], dim=1)
    joint = (verdict.unsqueeze(2) * choices).flatten(1)
    return (1 - _RARELY) * joint + _RARELY / joint.shape[1]
