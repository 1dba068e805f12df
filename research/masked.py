"""What the shipped graph policies lose without a part of what they see or may do.

    python research/masked.py jobshop 15x15,20x20,30x20 an anp
    python research/masked.py cvrp 100,200 an anp

Nothing is trained anew: the same policy decides while a part of its inputs tells it nothing, or
while an answer is closed to it. What a policy trained without that part would lose is less. The
instances are generated, and no training, validation or tuning has seen them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from neurols.benchmark.statistics import wilcoxon
from neurols.policy.actions import action_set
from neurols.policy.controller import shipped_model
from neurols.policy.onnx import OnnxPolicy
from neurols.policy.spec import DYNAMIC_FIELDS, STATIC_FIELDS, Observation, ObservationSpec
from neurols.registry import problem_named
from neurols.train.environment import SearchEnvironment
from neurols.train.plays import always, play_once

FIRST_SEED = 70_000_000
STEPS = {"jobshop": 100, "cvrp": 200}
INSTANCES = 64
SEEDS = 3
THIRDS = 3
GRAPH = (*STATIC_FIELDS, *(name for name in DYNAMIC_FIELDS if name != "scalars"))

Values = NDArray[np.float64]


def unvisited(seen: Observation, spec: ObservationSpec) -> Observation:
    """As if no solution had been met before."""
    scalars = seen["scalars"].copy()
    memory = [i for i, name in enumerate(spec.scalar_names) if name.startswith(("visits", "rec"))]
    scalars[:, memory] = 0
    return {**seen, "scalars": scalars}


def of_another(seen: Observation, spec: ObservationSpec) -> Observation:
    """The graph of another search beside the scalars of this one."""
    moved = {name: np.roll(seen[name], 1, axis=0) for name in GRAPH}  # type: ignore[literal-required]
    return {**seen, **moved}  # type: ignore[typeddict-item]


def without_graph(seen: Observation, spec: ObservationSpec) -> Observation:
    """The features of all nodes 0."""
    blank = {name: np.zeros_like(seen[name]) for name in ("static_nodes", "dynamic_nodes")}  # type: ignore[literal-required]
    return {**seen, **blank}  # type: ignore[typeddict-item]


def as_it_is(seen: Observation, spec: ObservationSpec) -> Observation:
    """Everything."""
    return seen


class Player:
    """A policy in front of searches of one size; it counts what it chose in each third."""

    def __init__(self, environment: SearchEnvironment, problem: str, kind: str, seed: int) -> None:
        self.spec = environment.spec
        self.policy = OnnxPolicy(shipped_model(problem, kind), self.spec)
        self.chance = np.random.default_rng(seed)
        self.counts = np.zeros((THIRDS, self.spec.actions))
        self.progress = self.spec.scalar_names.index("progress")

    def act(
        self,
        seen: Observation,
        mask: Callable[[Observation, ObservationSpec], Observation],
        closed: Values,
    ) -> NDArray[np.int64]:
        """Draw from the logits of what the mask leaves, without the actions that are closed."""
        logits = self.policy.q_values(mask(seen, self.spec)) - closed
        noisy: Values = logits + self.chance.gumbel(size=logits.shape)
        actions: NDArray[np.int64] = noisy.argmax(1)
        np.add.at(self.counts, (self.third(seen), actions), 1)
        return actions

    def at_rates(self, seen: Observation, rates: Values) -> NDArray[np.int64]:
        """Draw by the rates of the third of the budget alone."""
        bounds = rates.cumsum(1)[self.third(seen)]
        passed: NDArray[np.int64] = (self.chance.random((len(bounds), 1)) > bounds[:, :-1]).sum(1)
        return passed

    def third(self, seen: Observation) -> NDArray[np.int64]:
        share = seen["scalars"][:, self.progress]
        return np.minimum(THIRDS * share, THIRDS - 1).astype(np.int64)


def measure(problem: str, sizes: list[str], kind: str, seeds: int) -> None:
    """Play every variant on every instance, and print the table."""
    found: dict[str, Values] = {}
    for number, size in enumerate(sizes):
        for seed in range(1, seeds + 1):
            for label, cost in _variants(problem, size, kind, seed, number).items():
                found[label] = np.append(found.get(label, ()), cost)
    shape = (len(sizes), seeds, INSTANCES)
    means = {label: cost.reshape(shape).mean(1).ravel() for label, cost in found.items()}
    best = min((label for label in means if label.startswith("constant")), key=_mean_of(means))
    title = f"{problem} {', '.join(sizes)}, {kind}"
    print(f"\n| {title} | final / initial cost, % | difference | p |\n|---|---:|---:|---:|")
    for label, cost in means.items():
        if label.startswith("constant") and label != best:
            continue
        change = cost - means["as it is"]
        error = change.std(ddof=1) / np.sqrt(change.size)
        told = f"{change.mean():+.2f} ± {error:.2f} | {_p(change):.1g}"
        print(
            f"| {label} | {cost.mean():.2f} | {told if label != 'as it is' else '|'} |", flush=True
        )


def _mean_of(means: dict[str, Values]) -> Callable[[str], float]:
    return lambda label: float(means[label].mean())


def _p(change: Values) -> float:
    """Of Wilcoxon's signed-rank test over the instances."""
    return wilcoxon(
        {str(i): x for i, x in enumerate(change)}, {str(i): 0.0 for i in range(change.size)}
    )


def _variants(problem: str, size: str, kind: str, seed: int, number: int) -> dict[str, Values]:
    """The costs of every variant on the instances of one size."""
    generated = problem_named(problem).generated
    pool = [generated(size, FIRST_SEED + 1000 * number + k) for k in range(INSTANCES)]
    environment = SearchEnvironment(
        *(pool, action_set(problem, kind), INSTANCES),
        steps=STEPS[problem],
        in_order=True,
        begin_at_once=False,
    )
    names = environment.spec.action_names
    rejects = np.array([np.inf if name.startswith("reject") else 0.0 for name in names])
    nothing = np.zeros(len(names))
    whole = Player(environment, problem, kind, seed)
    variants = {
        "as it is": (as_it_is, nothing),
        "without the memory of visits": (unvisited, nothing),
        "without the graph": (without_graph, nothing),
        "with the graph of another search": (of_another, nothing),
        "without reject": (as_it_is, rejects),
    }
    found: dict[str, Values] = {}
    for label, (mask, closed) in variants.items():
        player = whole if label == "as it is" else Player(environment, problem, kind, seed)
        found[label] = costs(environment, partial(player.act, mask=mask, closed=closed), seed)
    rates = whole.counts / whole.counts.sum(1, keepdims=True)
    alike = np.full_like(rates, 1 / len(names))
    for label, chances in {"at random, same rates": rates, "at random": alike}.items():
        found[label] = costs(environment, partial(whole.at_rates, rates=chances), seed)
    for action, name in enumerate(names):
        if name.startswith("accept"):
            found[f"constant {name}"] = costs(environment, always(action, INSTANCES), seed)
    return found


def costs(
    environment: SearchEnvironment,
    act: Callable[[Observation], NDArray[np.int64]],
    seed: int,
) -> Values:
    """Final over initial cost of every search, in percent."""
    initial, best = play_once(environment, act, seed)
    shares: Values = 100 * best / initial
    return shares


if __name__ == "__main__":
    for wanted in sys.argv[3:]:
        measure(sys.argv[1], sys.argv[2].split(","), wanted, SEEDS)
