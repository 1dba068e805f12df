"""What could be won by deciding better? Measured before anything is trained, without PyTorch.

    python research/headroom.py jobshop --actions an --sizes 15x15,20x15 --output headroom.csv

Over one action set, on generated validation instances: random play, the best of many plays, every
constant action, a look-ahead of one step; beside them online bandits and classical controllers.
A learned policy has something to learn where the best plays lie well below the best constant.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from headroom_table import Row, as_csv, summary, table
from numpy.typing import NDArray

from neurols.errors import InputError
from neurols.menu import Menu
from neurols.policy.actions import ActionSet, action_set
from neurols.registry import problem_named, problem_of
from neurols.search.budget import available_cores
from neurols.search.solve import solve
from neurols.train.environment import SearchEnvironment
from neurols.train.plays import always, at_random, play_once

PROBLEMS = ("jobshop", "cvrp")
SIZES = {"jobshop": "15x15,20x15,20x20,30x15", "cvrp": "100,200"}
ITERATIONS = {"jobshop": 100, "cvrp": 200}
LOOK_AHEADS = {"jobshop": 8, "cvrp": 2}
ONLINE = (
    "bandit:preset=plain,kind=epsilon-greedy",
    "bandit:preset=plain,kind=ucb",
    "roulette:preset=plain",
)
CLASSICAL = ("ils:preset=plain", "vns:preset=plain", "sa:preset=plain", "auto")
"""The controllers to beat, over the operators of the action sets; and `auto`."""

_FIRST_INSTANCE = 20_000_000  # apart from the seeds of training and of its validation


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is measured."""

    problem: str
    sizes: tuple[str, ...]
    """Sizes of the generated instances, taken in turn."""
    instances: int = 24
    iterations: int = 100
    """Steps of every play."""
    actions: str | ActionSet = "anp"
    """Action set of the plays."""
    plays: int = 64
    """Random plays of each instance."""
    repeats: int = 4
    """Plays of each constant action and seeds of each controller; their mean counts."""
    look_ahead: int = 8
    """Instances on which the look-ahead is played: it costs |A| times the square of the steps."""
    reference: int = 100
    """The reference is the best cost seen, or that of `auto` with so many times the steps."""
    seed: int = 1
    """Of instances and plays."""

    def __post_init__(self) -> None:
        for name in ("instances", "iterations", "plays", "repeats", "reference"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}", remedy="give 1 or more")
        if self.problem not in PROBLEMS:
            known = " or ".join(PROBLEMS)
            raise InputError(f"unknown problem {self.problem!r}", remedy=f"use {known}")
        if not self.sizes:
            raise InputError("no sizes are given", remedy="give 15x15, or 100 for customers")


def measure(plan: Plan, *, threads: int = 1) -> list[Row]:
    """Play everything. The same plan gives the same rows, whatever the number of threads."""
    instances = _instances(plan)
    actions = action_set(plan.problem, plan.actions)
    found: list[_Played] = []
    best = {id(one): float("inf") for one in instances}
    for _, play in list(_parts(plan, actions, found)):
        for played in play(instances, threads):
            best[id(played.instance)] = min(best[id(played.instance)], played.lowest)
            found.append(played)
    return [
        Row(one.name, one.size, method, kind, cost, 100 * (cost / best[id(one)] - 1))
        for one, method, kind, cost, _ in found
        if method != _REFERENCE
    ]


class _Played(NamedTuple):
    instance: Any
    method: str
    kind: str
    cost: float
    lowest: float
    """The lowest cost that was seen on the way to it."""


_Play = Callable[[Sequence[Any], int], Iterator[_Played]]
_REFERENCE = "reference"


def _parts(plan: Plan, actions: ActionSet, found: Sequence[_Played]) -> Iterator[tuple[str, _Play]]:
    """Every part by its name; `found` holds what the parts before brought."""
    yield (
        _REFERENCE,
        _controller("auto", _REFERENCE, plan.reference * plan.iterations, 1, plan.seed),
    )
    yield "random play", _random(plan, actions)
    for action, name in enumerate(actions.names):
        yield name, _constant(plan, actions, action)
    yield "best constant again", _best_constant(plan, actions, found)
    for kind, specs in (("online", ONLINE), ("classical", CLASSICAL)):
        for spec in specs:
            yield spec, _controller(spec, kind, plan.iterations, plan.repeats, plan.seed)
    if isinstance(plan.actions, str):
        learned = f"nls-{plan.actions}"
        yield learned, _controller(learned, "learned", plan.iterations, plan.repeats, plan.seed)
        yield f"{learned} again", _best_of(plan, learned)
    if plan.look_ahead > 0:
        yield "look-ahead", _look_ahead(plan, actions)


def _random(plan: Plan, actions: ActionSet) -> _Play:
    def play(instances: Sequence[Any], threads: int) -> Iterator[_Played]:
        for one, costs in _play(plan, actions, instances, plan.plays, None, threads):
            least = float(costs.min())
            yield _Played(one, "random play", "random", float(costs.mean()), least)
            yield _Played(one, f"best of {plan.plays} random plays", "oracle", least, least)

    return play


def _constant(plan: Plan, actions: ActionSet, action: int) -> _Play:
    def play(instances: Sequence[Any], threads: int) -> Iterator[_Played]:
        for one, costs in _play(plan, actions, instances, plan.repeats, action, threads):
            mean, least = float(costs.mean()), float(costs.min())
            yield _Played(one, actions.names[action], "constant", mean, least)

    return play


def _best_constant(plan: Plan, actions: ActionSet, found: Sequence[_Played]) -> _Play:
    """As many plays as at random: what luck alone would bring."""

    def play(instances: Sequence[Any], threads: int) -> Iterator[_Played]:
        means = [fmean(p.cost for p in found if p.method == name) for name in actions.names]
        best = int(np.argmin(means))
        method = f"best of {plan.plays} plays of {actions.names[best]}"
        for one, costs in _play(plan, actions, instances, plan.plays, best, threads):
            yield _Played(one, method, "oracle", float(costs.min()), float(costs.min()))

    return play


def _best_of(plan: Plan, spec: str) -> _Play:
    """As many plays as at random, by a policy."""

    def play(instances: Sequence[Any], threads: int) -> Iterator[_Played]:
        method = f"best of {plan.plays} plays of {spec}"
        for one in instances:
            costs = [
                solve(one, controller=spec, iterations=plan.iterations, seed=1000 + number).cost
                for number in range(plan.plays)
            ]
            yield _Played(one, method, "oracle", min(costs), min(costs))

    return play


def _look_ahead(plan: Plan, actions: ActionSet) -> _Play:
    def play(instances: Sequence[Any], threads: int) -> Iterator[_Played]:
        for one in instances[: plan.look_ahead]:
            cost = look_ahead(one, actions, plan.iterations, plan.seed)
            yield _Played(one, "look-ahead of one step", "oracle", cost, cost)

    return play


def _controller(spec: str, kind: str, iterations: int, repeats: int, first_seed: int) -> _Play:
    def play(instances: Sequence[Any], threads: int) -> Iterator[_Played]:
        seeds = range(first_seed, first_seed + repeats)
        for one in instances:
            costs = [
                solve(one, controller=spec, iterations=iterations, seed=seed).cost for seed in seeds
            ]
            method = _REFERENCE if kind == _REFERENCE else spec
            yield _Played(one, method, kind, fmean(costs), min(costs))

    return play


def _instances(plan: Plan) -> list[Any]:
    first = _FIRST_INSTANCE + 100_000 * plan.seed
    return [
        problem_named(plan.problem).generated(plan.sizes[k % len(plan.sizes)], first + k)
        for k in range(plan.instances)
    ]


def _play(
    plan: Plan,
    actions: ActionSet,
    instances: Sequence[Any],
    plays: int,
    action: int | None,
    threads: int,
) -> Iterator[tuple[Any, NDArray[np.float64]]]:
    """Final costs of so many plays of each instance, at random or always with one action."""
    by_size: dict[str, list[Any]] = {}
    for one in instances:
        by_size.setdefault(one.size, []).append(one)
    for same in by_size.values():
        environment = SearchEnvironment(
            [one for one in same for _ in range(plays)],
            actions,
            len(same) * plays,
            steps=plan.iterations,
            threads=threads,
            in_order=True,
            graph=False,
            begin_at_once=False,
        )
        count = environment.count
        random = at_random(environment.spec.actions, count, plan.seed)
        act = random if action is None else always(action, count)
        best = play_once(environment, act, plan.seed)[1]
        yield from zip(same, best.reshape(len(same), plays), strict=True)


def look_ahead(instance: Any, actions: ActionSet, iterations: int, seed: int) -> float:
    """Final cost of the play that always takes the action whose candidate will be the cheapest.

    It tries every action in a search of its own, with the random numbers that will really come,
    and brings the others to where the chosen one is by repeating what was decided so far.
    """
    from neurols import _core

    problem = problem_of(instance)
    menu = Menu.of(problem)
    decisions = actions.decisions(menu)
    settings = actions.search_settings(menu)
    stop = _core.StopRules()
    stop.iterations = iterations
    workspaces = [
        problem.workspace(instance, actions.workspace_settings(), None) for _ in decisions
    ]

    def begin(number: int, history: Sequence[Any]) -> Any:
        search = _core.Search(workspaces[number], settings, seed)
        search.start(stop)
        for decision in history:
            search.carry_out(decision)
        return search

    history: list[Any] = []
    searches = [begin(number, history) for number in range(len(decisions))]
    while not searches[0].budget_spent:
        for search, decision in zip(searches, decisions, strict=True):
            search.carry_out(decision)
        seen = [search.observation.candidate for search in searches]
        chosen = int(np.argmin(seen))
        history.append(decisions[chosen])
        searches = [
            search if number == chosen else begin(number, history)
            for number, search in enumerate(searches)
        ]
    return float(searches[0].observation.best)


def main() -> None:
    """Measure, print the table, and write every figure as CSV."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("problem", choices=PROBLEMS)
    parser.add_argument("--actions", default="anp", help="a, an or anp of the paper")
    parser.add_argument("--sizes", help="of generated instances, such as 15x15,20x15, or 100")
    parser.add_argument("--iterations", type=int, help="steps of a play")
    parser.add_argument("--instances", type=int, default=24)
    parser.add_argument("--plays", type=int, default=64, help="at random, of each instance")
    parser.add_argument("--look-ahead", type=int, help="instances of the look-ahead; 0 is none")
    parser.add_argument("--reference", type=int, default=100, help="times the steps, by `auto`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=available_cores())
    parser.add_argument("--output", type=Path, help="CSV of all figures")
    given = parser.parse_args()
    sizes = given.sizes or SIZES[given.problem]
    plan = Plan(
        problem=given.problem,
        sizes=tuple(part.strip() for part in sizes.split(",") if part.strip()),
        instances=given.instances,
        iterations=given.iterations or ITERATIONS[given.problem],
        actions=given.actions,
        plays=given.plays,
        look_ahead=LOOK_AHEADS[given.problem] if given.look_ahead is None else given.look_ahead,
        reference=given.reference,
        seed=given.seed,
    )
    rows = measure(plan, threads=given.threads)
    print(
        f"{plan.problem}, action set {plan.actions}, {plan.iterations} steps,"
        f" {plan.instances} generated instances ({', '.join(plan.sizes)}), seed {plan.seed}\n"
        f"gap: above the best cost seen, or `auto` with {plan.reference} times the steps\n"
    )
    print(table(summary(rows)))
    output = given.output or Path(f"headroom-{plan.problem}.csv")
    output.write_text(as_csv(rows), encoding="utf-8")
    print(f"\nwritten to {output}")


if __name__ == "__main__":
    main()
