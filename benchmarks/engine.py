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
from neurols.problems.jobshop import random_shop

SECONDS = 2.0


def steps_a_second(instance: neurols.JobShop, controller: str) -> float:
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
        1e6 / steps_a_second(hard_shop(jobs, machines), "tabu:operator=cei+tabu")
        for jobs, machines in [(100, 20), (200, 50)]
    )
    rows.append(("100x20, cei+tabu", f"{1e6 / small:,.0f} /s", "≥ 20,000"))
    rows.append(("200x50, cei+tabu", f"{1e6 / large:,.0f} /s", ""))
    rows.append(("200x50 against 100x20, time a step", f"{large / small:.2f}", "≤ 5.5"))
    return rows


def hard_shop(jobs: int, machines: int) -> neurols.JobShop:
    """All jobs visit the first half of the machines before the second: far from its bound."""
    shop = random_shop(jobs, machines, seed=1)
    half = machines // 2
    return neurols.JobShop(
        [sorted(job, key=lambda operation: operation[0] >= half) for job in shop.jobs],
        machines=machines,
    )


def batch_rows() -> list[tuple[str, str, str]]:
    """Wall-clock efficiency of searches on two threads."""
    instance = neurols.load("ta41")

    def seconds(threads: int) -> float:
        started = time.perf_counter()
        neurols.solve(instance, iterations=100_000, searches=8, threads=threads, seed=1)
        return time.perf_counter() - started

    return [("8 searches, 2 threads, efficiency", f"{seconds(1) / seconds(2) / 2:.2f}", "≥ 0.85")]


def memory_rows() -> list[tuple[str, str, str]]:
    """Peak memory of a process that builds and searches a 1,000x100 shop."""
    code = (
        "import neurols, resource\n"
        "from neurols.problems.jobshop import random_shop\n"
        "neurols.solve(random_shop(1000, 100, 1), iterations=200, seed=1)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    peak = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.strip()
    return [("1,000x100 shop, peak memory", f"{peak} MiB", "< 200 MiB")]


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
    rows = [*jobshop_rows(), *batch_rows(), *memory_rows(), *start_rows()]
    lines = [f"Python {platform.python_version()}, {platform.machine()}, one core.", ""]
    lines += ["| what | measured | target |", "|---|---|---|"]
    lines += [f"| {what} | {measured} | {target} |" for what, measured, target in rows]
    text = "\n".join(lines) + "\n"
    print(text)
    if output is not None:
        output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
