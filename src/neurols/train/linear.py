"""Training of linear policies by an evolution strategy (Salimans et al., 2017). No PyTorch.

Every generation draws pairs of opposite changes of the weights, plays episodes with each on the
same instances and random numbers, and moves the weights along the changes by their ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.policy.actions import ActionSet, action_set
from neurols.policy.linear import LinearPolicy
from neurols.registry import problem_of
from neurols.train.environment import SearchEnvironment

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SPREAD = 0.3
"""Standard deviation of the changes."""
_RATE = 0.6
"""Length of a step, in units of the spread."""


def train_linear(
    instances: Sequence[Any],
    *,
    actions: str | ActionSet = "anp",
    iterations: int = 100,
    generations: int = 50,
    pairs: int = 12,
    threads: int = 1,
    seed: int = 1,
) -> LinearPolicy:
    """Train a policy that decides over the scalars of the search.

    Args:
        instances: of one problem; each plays one episode a candidate.
        actions: kind of action set, ``a``, ``an`` or ``anp``, or a set of your own.
        iterations: steps of an episode.
        generations: updates of the weights.
        pairs: pairs of opposite changes a generation.
        threads: threads of the searches.
        seed: of weights and episodes.

    Returns:
        The policy of the generation that did best on fresh random numbers.

    Raises:
        InputError: there is no instance, or the action set does not fit the problem.
    """
    if generations < 1 or pairs < 1:
        raise InputError("nothing to train", remedy="give at least one generation and one pair")
    if not instances:
        raise InputError("training needs an instance")
    problem = problem_of(instances[0])
    chosen = action_set(problem, actions)
    played = SearchEnvironment(
        instances,
        chosen,
        len(instances),
        steps=iterations,
        threads=threads,
        in_order=True,
        graph=False,
    )
    policy = LinearPolicy.zero(problem.name, chosen, played.spec.scalar_names)
    random = np.random.default_rng(seed)
    found, least = policy, _mean_cost(played, policy, seed)
    untrained = least
    for generation in range(generations):
        episode = seed + generation + 1
        changes = random.normal(size=(pairs, *policy.weights.shape)).astype(np.float32)
        costs = [
            _mean_cost(played, _moved(policy, sign * _SPREAD * change), episode)
            for change in changes
            for sign in (1, -1)
        ]
        ranks = _ranks(costs)
        gradient = sum(
            (ranks[2 * k] - ranks[2 * k + 1]) * change for k, change in enumerate(changes)
        )
        length = float(np.sqrt(np.mean(np.square(gradient)))) or 1.0
        policy = _moved(policy, -_RATE * _SPREAD * np.asarray(gradient) / length)
        cost = _mean_cost(played, policy, seed)
        if cost < least:
            found, least = policy, cost
    card = {"training": {"instances": len(instances), "iterations": iterations,
                         "generations": generations, "pairs": pairs, "seed": seed},
            "cost_over_initial": {"untrained": untrained, "trained": least}}  # fmt: skip
    return replace(found, card=card)


def _moved(policy: LinearPolicy, change: NDArray[Any]) -> LinearPolicy:
    return replace(policy, weights=(policy.weights + change).astype(np.float32))


def _ranks(costs: Sequence[float]) -> NDArray[np.float64]:
    """Ranks of the costs from -0.5, the least, to 0.5."""
    ranks = np.argsort(np.argsort(costs)).astype(np.float64)
    return ranks / max(1, len(costs) - 1) - 0.5


def _mean_cost(played: SearchEnvironment, policy: LinearPolicy, seed: int) -> float:
    """Best over initial cost, one episode an instance, in the mean."""
    draws = np.random.default_rng(seed)
    seen = played.reset(seed)
    costs = np.full(played.count, np.nan)
    while np.isnan(costs).any():
        logits = policy.logits(seen["scalars"])
        # The largest of logits with Gumbel noise is a draw from their softmax.
        noise = draws.gumbel(size=logits.shape)
        seen, _, ends = played.step((logits + noise).argmax(axis=1))
        if ends.any():
            first = ends & np.isnan(costs)
            costs[first] = played.episode_costs()[np.isnan(costs[ends])]
    return float(costs.mean())
