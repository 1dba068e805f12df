"""Targets and loss of distributional double Q-learning."""

from __future__ import annotations

import torch
from torch import Tensor


def double_q_targets(
    returns: Tensor, discounts: Tensor, online_next: Tensor, target_next: Tensor
) -> Tensor:
    """Target quantiles [B, K'] = R + D · Z_target(s', argmax_a Q_online(s', a)).

    The online network chooses the action, the target network values it (van Hasselt et al.
    2016). `online_next` is [B, A], `target_next` [B, K', A].
    """
    best = online_next.argmax(dim=1)
    index = best.view(-1, 1, 1).expand(-1, target_next.shape[1], 1)
    value = target_next.gather(2, index).squeeze(2)
    return returns.unsqueeze(1) + discounts.unsqueeze(1) * value


def quantile_huber(
    predicted: Tensor, targets: Tensor, fractions: Tensor, kappa: float = 1.0
) -> tuple[Tensor, Tensor]:
    """Loss [B] and mean absolute error [B] of quantiles [B, K] against targets [B, K'].

    Σ_i mean_j |τ_i − 1{δ_ij < 0}| · L_κ(δ_ij)/κ with δ_ij = target_j − predicted_i and
    L_κ(δ) = δ²/2 for |δ| ≤ κ, else κ(|δ| − κ/2) (Dabney et al. 2018, equation 3).
    """
    delta = targets.unsqueeze(1) - predicted.unsqueeze(2)
    size = delta.abs()
    huber = torch.where(size <= kappa, 0.5 * delta * delta, kappa * (size - 0.5 * kappa))
    tilt = (fractions.unsqueeze(2) - (delta < 0).to(delta.dtype)).abs()
    return (tilt * huber / kappa).mean(2).sum(1), size.mean((1, 2))
