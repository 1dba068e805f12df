"""Steps a second of the engine on one core, driver included. Prints a Markdown table.

python benchmarks/engine.py [--output benchmarks/engine.md]
"""

from __future__ import annotations

import argparse
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

import neurols
from neurols import _core
from neurols.routing.generate import mixed
from neurols.routing.problem import RoutingProblem
from neurols.scheduling import random_shop

SECONDS = 2.0


def steps_a_second(instance: neurols.JobShop | neurols.VehicleRouting, controller: str) -> float:
    """Of one search that is not allowed to stop early."""
    result = neurols.solve(
        instance, controller=controller, cpu_limit=SECONDS, searches=1, threads=1, seed=1
    )
    return result.iterations / result.cpu_seconds


def jobshop_rows() -> list[tuple[str, str, str]]:
    rows = []
    for name, operator, least in [
        ("ta01", "cet+tabu", 200_000),
        ("ta01", "cei+tabu", 150_000),
        ("ta41", "cei+tabu", 70_000),
        ("ta51", "cei+tabu", 0),
    ]:
        rate = steps_a_second(neurols.load(name), f"tabu:operator={operator}")
        rows.append((f"{name}, {operator}", f"{rate:,.0f} /s", f"≥ {least:,}" if least else ""))
    # Random shops of these shapes are often solved to their bound at once; flow-like ones are not.
    small, large = (
        1e6
        / steps_a_second(random_shop(jobs, machines, seed=1, stages=2), "tabu:operator=cei+tabu")
        for jobs, machines in [(100, 20), (200, 50)]
    )
    rows.append(("100x20, cei+tabu", f"{1e6 / small:,.0f} /s", "≥ 20,000"))
    rows.append(("200x50, cei+tabu", f"{1e6 / large:,.0f} /s", ""))
    rows.append(("200x50 against 100x20, time a step", f"{large / small:.2f}", "≤ 5.5"))
    return rows


def routing_rows() -> list[tuple[str, str, str]]:
    """Sweeps and ruins, from the savings solution on."""
    sweep = 1e3 * sweep_seconds(mixed(100, seed=1))
    rows = [("2-opt sweep, 100 customers", f"{sweep:.3f} ms", "≤ 0.15 ms")]
    rates = {}
    for customers in (100, 200, 300, 1000, 10_000):
        rates[customers] = steps_a_second(mixed(customers, seed=2), "sa")
        least = "≥ 150,000" if customers <= 300 else ""
        rows.append(
            (f"ruin and recreate, {customers:,} customers", f"{rates[customers]:,.0f} /s", least)
        )
    for customers in (100, 200, 300):  # what auto takes there on the clock
        rate = steps_a_second(mixed(customers, seed=2), "sa:operator=overload")
        rows.append((f"the same with overload, {customers} customers", f"{rate:,.0f} /s", ""))
    share = rates[10_000] / rates[1000]
    rows.append(("10,000 customers against 1,000, steps a second", f"{share:.2f}", "≥ 0.5"))
    return rows


def sweep_seconds(instance: neurols.VehicleRouting) -> float:
    """CPU seconds of a 2-opt sweep over a random solution, mean of many."""
    operators = list(_core.RoutingWorkspace.operator_names)
    settings = _core.WorkspaceSettings()
    settings.construction = "random"
    total = 0.0
    repeats = 200
    for seed in range(repeats):
        space = RoutingProblem().workspace(instance, settings, None)
        rng = _core.Rng(seed)
        space.construct(rng)
        started = time.process_time()
        space.propose(operators.index("2-opt"), rng)
        total += time.process_time() - started
    return total / repeats


def batch_rows() -> list[tuple[str, str, str]]:
    """Wall-clock efficiency of searches on two threads."""
    instance = neurols.load("ta41")

    def seconds(threads: int) -> float:
        started = time.perf_counter()
        neurols.solve(instance, iterations=100_000, searches=8, threads=threads, seed=1)
        return time.perf_counter() - started

    return [("8 searches, 2 threads, efficiency", f"{seconds(1) / seconds(2) / 2:.2f}", "≥ 0.85")]


def memory_rows() -> list[tuple[str, str, str]]:
    """Peak memory of processes that build and search something large."""
    shop = (
        "from neurols.scheduling import random_shop\n"
        "neurols.solve(random_shop(1000, 100, 1), iterations=200, seed=1)\n"
    )
    routes = (
        "from neurols.routing.generate import mixed\n"
        "result = neurols.solve(mixed(30_000, seed=2), time_limit=10, threads=1, seed=1)\n"
        "assert result.cost < result.initial_cost\n"
    )
    return [
        ("1,000x100 shop, peak memory", f"{peak_mebibytes(shop)} MiB", "< 200 MiB"),
        ("30,000 customers, peak memory", f"{peak_mebibytes(routes)} MiB", "< 2,048 MiB"),
    ]


def peak_mebibytes(work: str) -> str:
    code = (
        "import neurols, resource\n"
        f"{work}"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def start_rows() -> list[tuple[str, str, str]]:
    """CPU seconds of `neurols --help`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "neurols", "--help"], check=True, stdout=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [("neurols --help, CPU", f"{used:.2f} s", "< 0.4 s")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path)
    output = parser.parse_args().output
    rows = [*jobshop_rows(), *routing_rows(), *batch_rows(), *memory_rows()]
    rows += start_rows()
    lines = [f"Python {platform.python_version()}, {platform.machine()}, one core.", ""]
    lines += ["| what | measured | target |", "|---|---|---|"]
    lines += [f"| {what} | {measured} | {target} |" for what, measured, target in rows]
    text = "\n".join(lines) + "\n"
    print(text)
    if output is not None:
        output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
