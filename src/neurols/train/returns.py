"""Returns and advantages of stretches of episodes."""

from __future__ import annotations

import torch
from torch import Tensor


def n_step_returns(rewards: Tensor, dones: Tensor, gamma: float) -> tuple[Tensor, Tensor]:
    """Return R and discount D of [..., n] rewards and ends, so that the target is R + D·Q(s_{t+n}).

    R = Σ_k γ^k r_{t+k} Π_{j<k} (1 − d_{t+j}),  D = γ^n Π_{j<n} (1 − d_{t+j})
    (Sutton and Barto 2018, section 7.1): nothing is counted beyond the end of an episode.
    """
    steps = rewards.shape[-1]
    alive = torch.cumprod(1.0 - dones.to(rewards.dtype), dim=-1)
    before = torch.cat([torch.ones_like(alive[..., :1]), alive[..., :-1]], dim=-1)
    powers = gamma ** torch.arange(steps, device=rewards.device, dtype=rewards.dtype)
    return (rewards * powers * before).sum(-1), gamma**steps * alive[..., -1]


def advantages(
    rewards: Tensor, dones: Tensor, values: Tensor, last: Tensor, gamma: float, trace: float
) -> Tensor:
    """Generalised advantages [T, B] of T steps of B searches (Schulman et al. 2016, equation 16).

    A_t = δ_t + γλ(1 − d_t)·A_{t+1} with δ_t = r_t + γ(1 − d_t)·V_{t+1} − V_t; `last` is V_T, and
    nothing is counted beyond the end of an episode.
    """
    found = torch.zeros_like(rewards)
    ahead, following = torch.zeros_like(last), last
    for t in reversed(range(rewards.shape[0])):
        alive = 1.0 - dones[t].to(rewards.dtype)
        delta = rewards[t] + gamma * alive * following - values[t]
        ahead = delta + gamma * trace * alive * ahead
        found[t] = ahead
        following = values[t]
    return found
