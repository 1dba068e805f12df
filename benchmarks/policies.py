"""What learned policies cost and what they are worth; benchmarks/policies.md holds the figures.

    python benchmarks/policies.py latency            a decision on a 15x15 shop, one core
    python benchmarks/policies.py stepping           transitions a second of the environment
    python benchmarks/policies.py compare jobshop    policies beside constants, chance and classics

Instances are generated and were never trained or tuned on. Differences are paired by instance, in
percent of the initial cost; the error is that of the mean over instances.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from multiprocessing import Pool
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

import neurols
from neurols.policy.actions import action_set
from neurols.policy.controller import shipped_model
from neurols.policy.onnx import OnnxPolicy, export
from neurols.policy.spec import ModelCard
from neurols.scheduling import random_shop
from neurols.train.environment import SearchEnvironment
from neurols.train.plays import Act, always, at_random, play_once
from neurols.train.training_data import generated

FIRST_SEED = 40_000_000  # apart from training and validation
STEPS = {"jobshop": 100, "cvrp": 200}
SIZES = {
    "jobshop": ("15x15", "20x15", "20x20", "30x15", "30x20", "50x15", "50x20", "100x20"),
    "cvrp": ("100", "150", "200", "300"),
}
# The first of each is the constant action against which the others are measured.
CONTENDERS = {
    "jobshop": (
        "an constant accept:cei",
        "a constant accept:cet",
        "a policy",
        "an policy",
        "anp policy",
        "a random",
        "an random",
        "anp random",
        "solve late-acceptance:preset=plain",
        "solve sa:preset=plain",
        "solve ils:preset=plain",
        "solve bandit:preset=plain",
        "solve ils:preset=plain-a",
        "solve late-acceptance:preset=plain-a",
    ),
    "cvrp": (
        "an constant accept:2-opt",
        "a policy",
        "an policy",
        "anp policy",
        "a random",
        "an random",
        "anp random",
        "solve vns:preset=plain",
        "solve roulette:preset=plain",
        "solve bandit:preset=plain",
        "solve late-acceptance:preset=plain-a",
        "solve ils:preset=plain-a",
    ),
}


def actor(kind: str, argument: str, environment: SearchEnvironment, seed: int) -> Act:
    """A contender as a function of what the searches show."""
    spec, count = environment.spec, environment.count
    if kind == "constant":
        return always(spec.action_names.index(argument), count)
    if kind == "random":
        return at_random(spec.actions, count, seed)
    rng = np.random.default_rng(seed)
    policy = OnnxPolicy(shipped_model(spec.problem, spec.action_set), spec)
    return lambda seen: (
        policy.q_values(seen) + policy.draws * rng.gumbel(size=(count, spec.actions))
    ).argmax(1)


def final_costs(job: tuple[str, str, int], problem: str, instances: int) -> NDArray[np.float64]:
    """Final over initial cost, in percent, of one contender on all instances of a size."""
    contender, size, seed = job
    first = FIRST_SEED + 1000 * SIZES[problem].index(size)
    pool = [generated(problem, size, first + k) for k in range(instances)]
    kind, _, rest = contender.partition(" ")
    if kind == "solve":
        runs = [
            neurols.solve(i, controller=rest, iterations=STEPS[problem], seed=seed) for i in pool
        ]
        return np.array([100 * run.cost / run.initial_cost for run in runs])
    environment = SearchEnvironment(
        pool,
        action_set(problem, kind),
        instances,
        steps=STEPS[problem],
        in_order=True,
        begin_at_once=False,
    )
    name, _, argument = rest.partition(" ")
    initial, best = play_once(environment, actor(name, argument, environment, seed), seed)
    return 100 * best / initial


def compare(problem: str, instances: int, seeds: int, workers: int) -> None:
    """The table of all contenders."""
    contenders, sizes = CONTENDERS[problem], SIZES[problem]
    jobs = [(c, z, s) for c in contenders for z in sizes for s in range(1, seeds + 1)]
    with Pool(workers) as pool:
        found = pool.map(partial(final_costs, problem=problem, instances=instances), jobs, 1)
    costs = np.array(found).reshape(len(contenders), len(sizes), seeds, instances).mean(2)
    print(f"| {problem}, {STEPS[problem]} steps | difference | {' | '.join(sizes)} |")
    print("|---" * (len(sizes) + 2) + "|")
    for contender, cost in zip(contenders, costs, strict=True):
        gain = cost - costs[0]
        error = gain.std(ddof=1) / np.sqrt(gain.size)
        by_size = " | ".join(f"{one:+.2f}" for one in gain.mean(1))
        print(f"| {contender} | {gain.mean():+.3f} ± {error:.3f} | {by_size} |")


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
    parser.add_argument("--instances", type=int, default=64, help="per size")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=cpu_count() or 1)
    options = parser.parse_args()
    if options.what == "compare":
        compare(options.problem, options.instances, options.seeds, options.workers)
    else:
        {"latency": latency, "stepping": stepping}[options.what]()


if __name__ == "__main__":
    main()
