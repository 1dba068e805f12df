"""What learned policies cost and what they are worth.

    python benchmarks/policies.py latency               a decision on a 15x15 shop, one core
    python benchmarks/policies.py stepping              transitions a second of the environment
    python benchmarks/policies.py compare cvrp an       a policy beside constants and classics

Instances are generated and were never trained or tuned on. Differences are paired by instance, in
percent of the initial cost; the error is that of the mean over instances, p is that of Wilcoxon's
signed-rank test over them, with Holm's correction over the rows.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import time
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

import neurols
from neurols.benchmark.statistics import holm, wilcoxon
from neurols.policy.actions import ActionSet, action_set
from neurols.policy.controller import shipped_model
from neurols.policy.model_file import read_model
from neurols.policy.onnx import OnnxPolicy, export
from neurols.policy.spec import ModelCard
from neurols.registry import problem_named
from neurols.routing.generate import kool
from neurols.scheduling import random_shop
from neurols.train.environment import SearchEnvironment
from neurols.train.native_play import play
from neurols.train.plays import Act, always, at_random, play_once

FIRST_SEED = 40_000_000  # apart from training and validation
STEPS = {"jobshop": 100, "cvrp": 200}
SIZES = {
    "jobshop": "15x15,20x15,20x20,30x15,30x20,50x15,50x20,100x20",
    "cvrp": "100,200,300,uniform 100,uniform 200,uniform 300",
}
"""Those of routing are of Uchoa's classes, or uniform in the unit square."""
_BANDITS = ("bandit:preset=plain", "bandit:preset=plain,kind=ucb", "roulette:preset=plain")
_SEVERAL = ("vns:preset=plain", *_BANDITS)
_ONE = ("ils", "ils-sa", "late-acceptance", "sa", "sa-restart")
RIVALS = {
    "a": tuple(f"{name}:preset=plain-a" for name in _ONE),
    "an": (*_SEVERAL, "ils:preset=plain"),
    "anp": (*_SEVERAL, "ils:preset=plain"),
}
"""Tuned controllers over the same operators."""
Costs = NDArray[np.float64]


class Instances:
    """Generated instances of one size, and the searches of an action set on them."""

    def __init__(
        self, problem: str, actions: ActionSet, size: str, number: int, count: int, steps: int
    ) -> None:
        family, _, customers = size.rpartition(" ")
        first = FIRST_SEED + 1000 * number
        make = problem_named(problem).generated if not family else _uniform
        self.pool: list[Any] = [make(customers, first + k) for k in range(count)]
        self.steps = steps
        self.environment = SearchEnvironment(
            self.pool,
            actions,
            count,
            steps=steps,
            in_order=True,
            begin_at_once=False,
        )

    def few(self, count: int) -> Instances:
        """The first of them, on which the best constant is chosen."""
        found = copy.copy(self)
        found.pool = self.pool[: max(1, count)]
        found.environment = SearchEnvironment(
            found.pool,
            self.environment.actions,
            len(found.pool),
            steps=self.steps,
            in_order=True,
            begin_at_once=False,
            graph=False,
        )
        return found

    def costs(self, contender: str, model: Path, seed: int) -> Costs:
        """Final over initial cost of one contender on every instance, in percent."""
        kind, _, rest = contender.partition(" ")
        if kind == "controller":
            initial = np.array([self.environment.running(i)[1].initial for i in self._all()])
            final = play(None, rest, self.pool, self.steps, seed)
            shares: Costs = 100 * final / initial
            return shares
        initial, best = play_once(self.environment, self._actor(kind, rest, model, seed), seed)
        return 100 * best / initial

    def _all(self) -> range:
        self.environment.reset(1)
        return range(self.environment.count)

    def _actor(self, kind: str, action: str, model: Path, seed: int) -> Act:
        spec, count = self.environment.spec, self.environment.count
        if kind == "constant":
            return always(spec.action_names.index(action), count)
        if kind == "random":
            return at_random(spec.actions, count, seed)
        rng = np.random.default_rng(seed)
        policy = OnnxPolicy(model)  # also under another restart rule than its own
        return lambda seen: (
            policy.q_values(seen, spec.groups)
            + policy.draws * rng.gumbel(size=(count, spec.actions))
        ).argmax(1)


def _uniform(customers: str, seed: int) -> Any:
    return kool(int(customers), seed)


def compare(options: argparse.Namespace) -> None:
    """The table of all contenders."""
    problem, kind = options.problem, options.actions
    model = options.model or Path(shipped_model(problem, kind))
    sizes = (options.sizes or SIZES[problem]).split(",")
    steps = options.steps or STEPS[problem]
    actions = read_model(model).card.action_set
    if options.restart:
        actions = actions.changed(restart=options.restart, restart_after=options.restart_after)
    pools = _pools(options, actions, sizes, steps)

    def row(contender: str, model: Path = model, pools: list[Instances] = pools) -> Costs:
        """Means over the seeds [sizes, instances]."""
        return np.array(
            [
                np.mean(
                    [
                        _kept(options, (problem, size, steps), pool, contender, model, seed)
                        for seed in range(1, options.seeds + 1)
                    ],
                    axis=0,
                )
                for size, pool in zip(sizes, pools, strict=True)
            ]
        )

    names = pools[0].environment.spec.action_names
    few = [pool.few(options.instances // 4) for pool in pools]
    constants = {
        f"constant {name}": np.mean([pool.costs(f"constant {name}", model, 1) for pool in few])
        for name in names
    }
    contenders = ["policy", "random", min(constants, key=lambda name: constants[name])]
    contenders += [f"controller {name}" for name in RIVALS[kind]]
    found = {name: row(name) for name in contenders}
    if options.against:
        own = _pools(options, read_model(options.against).card.action_set, sizes, steps)
        found["other policy"] = row("policy", options.against, own)
    policy = found["policy"]
    labelled = {
        name: dict(zip(map(str, range(costs.size)), costs.ravel().tolist(), strict=True))
        for name, costs in found.items()
    }
    tests = {name: wilcoxon(labelled["policy"], labelled[name]) for name in list(found)[1:]}
    adjusted = holm(tests)
    print(f"| {problem} {kind}, {steps} steps | final / initial | policy less | p | ", end="")
    print(" | ".join(sizes) + " |")
    print("|---|" + "---:|" * (3 + len(sizes)))
    for name in sorted(found, key=lambda name: found[name].mean()):
        less = policy - found[name]
        error = less.std(ddof=1) / np.sqrt(less.size)
        told = "| | |" if name == "policy" else f"| {less.mean():+.2f} ± {error:.2f} |"
        chance = "" if name == "policy" else f" {adjusted[name]:.1g} |"
        by_size = " | ".join(f"{one:.2f}" for one in found[name].mean(1))
        print(f"| {name} | {found[name].mean():.2f} {told}{chance} {by_size} |", flush=True)


def _pools(
    options: argparse.Namespace, actions: ActionSet, sizes: list[str], steps: int
) -> list[Instances]:
    return [
        Instances(options.problem, actions, size, number, options.instances, steps)
        for number, size in enumerate(sizes)
    ]


def _kept(
    options: argparse.Namespace,
    place: tuple[Any, ...],
    pool: Instances,
    contender: str,
    model: Path,
    seed: int,
) -> Costs:
    """The costs of a contender, from the folder of rows where they are there."""
    told = (*place, options.instances, contender, seed)
    if not contender.startswith("controller"):
        told += (str(pool.environment.actions),)
    if contender == "policy":
        told += (hashlib.sha256(model.read_bytes()).hexdigest(),)
    if options.rows is None:
        return pool.costs(contender, model, seed)
    file = options.rows / f"{hashlib.sha256(repr(told).encode()).hexdigest()[:24]}.npy"
    if not file.exists():
        options.rows.mkdir(parents=True, exist_ok=True)
        np.save(file, pool.costs(contender, model, seed))
    found: Costs = np.load(file)
    return found


def latency(decisions: int = 2000) -> None:
    """Time of a decision in `solve`, observation, network and step together."""
    instance = random_shop(15, 15, 1)
    with TemporaryDirectory() as folder:
        # Under A a step that improves is taken without a decision.
        controllers = {"nls-an": "nls-an", "nls-anp": "nls-anp"} | paper_networks(Path(folder))
        for name, controller in controllers.items():
            times = {100: np.inf, 100 + decisions: np.inf}
            for steps in (*times, *times, *times):  # the quietest of three: machines are shared
                begin = time.process_time()
                neurols.solve(instance, controller=controller, iterations=steps, seed=1)
                times[steps] = min(times[steps], time.process_time() - begin)
            spent = times[100 + decisions] - times[100]
            print(f"{name}: {1e3 * spent / decisions:.3f} ms a step")


def paper_networks(folder: Path) -> dict[str, str]:
    """Controllers with the paper's network as it begins, where PyTorch is there to export it."""
    try:
        from neurols.policy.network import NetworkConfig, PolicyNetwork
    except ImportError:
        return {}
    shop = random_shop(15, 15, 1)
    spec = SearchEnvironment([shop], action_set("jobshop", "an"), 1, steps=1).spec
    controllers = {}
    for precision in ("float32", "int8"):
        config = NetworkConfig.preset("paper", precision=precision)
        file = folder / f"{precision}.onnx"
        export(PolicyNetwork.for_spec(config, spec), ModelCard.of(spec, config.to_dict()), file)
        controllers[f"the paper's network, {precision}"] = f"nls-an:model={file}"
    return controllers


def stepping(count: int = 2048, seconds: float = 2.0) -> None:
    """Transitions a second under random actions, 15x15."""
    pool = [random_shop(15, 15, seed) for seed in range(64)]
    for threads in sorted({1, *(2**k for k in range(1, 8) if 2**k <= (cpu_count() or 1))}):
        environment = SearchEnvironment(
            pool, action_set("jobshop", "anp"), count, steps=100, threads=threads
        )
        environment.reset(1)
        rng = np.random.default_rng(1)
        actions = rng.integers(environment.spec.actions, size=(50, count))
        begin, steps = time.perf_counter(), 0
        while time.perf_counter() - begin < seconds:
            environment.step(actions[steps % 50])
            steps += 1
        speed = steps * count / (time.perf_counter() - begin)
        print(f"{threads} threads: {speed:,.0f} transitions a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=["latency", "stepping", "compare"])
    parser.add_argument("problem", nargs="?", default="jobshop", choices=list(STEPS))
    parser.add_argument("actions", nargs="?", default="an", choices=list(RIVALS))
    parser.add_argument("--model", type=Path, help="instead of the shipped one")
    parser.add_argument("--against", type=Path, help="another policy, under its own action set")
    parser.add_argument("--sizes", help="such as 15x15,20x20 or 100,uniform 100")
    parser.add_argument("--instances", type=int, default=64, help="per size")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--restart", help="restart rule instead of the model's: targeted@10")
    parser.add_argument("--restart-after", type=int, default=10)
    parser.add_argument("--rows", type=Path, help="folder of rows that need not be played again")
    options = parser.parse_args()
    if options.what == "compare":
        compare(options)
    elif options.what == "latency":
        latency()
    else:
        stepping()


if __name__ == "__main__":
    main()
