"""How soon Ctrl-C gives a checked solution, whenever it is pressed after `neurols solve` began.

python benchmarks/interrupt.py [--repeats 5] [--busy] [--output benchmarks/interrupt.md]

Seconds from the press to the end of the process, plan written: on the clock, which is what a user
waits, and of CPU, which a busy machine spoils less. The median of the repeats is shown. --busy
presses when the process has had so many CPU seconds instead of so many seconds after its start.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import neurols
from neurols.registry import problem_of
from neurols.routing.generate import mixed
from neurols.routing.write import write_instance as write_city
from neurols.scheduling import random_shop
from neurols.scheduling.write import write as write_shop

MOMENTS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)  # seconds after the start


def instances(folder: Path) -> dict[str, Path]:
    """Job shops and routing, small and large, as files."""
    files = {}
    for jobs, machines in ((15, 15), (50, 20), (200, 20)):
        name = f"{jobs}x{machines}"
        files[f"job shop {name}"] = folder / f"{name}.txt"
        write_shop(random_shop(jobs, machines, seed=4), files[f"job shop {name}"])
    for customers in (100, 1000, 3000, 5000, 10000):
        files[f"{customers:,} customers"] = folder / f"{customers}.vrp"
        write_city(files[f"{customers:,} customers"], mixed(customers, seed=2))
    return files


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far, to the nanosecond."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def wait(process: subprocess.Popen[str], moment: float, busy: bool) -> None:
    """Until the moment, or the end of the process if that comes first."""
    if not busy:
        time.sleep(moment)
        return
    while process.poll() is None and cpu_seconds(process.pid) < moment:
        time.sleep(0.001)


def press(instance: Path, plan: Path, moment: float, busy: bool) -> tuple[float, float] | str:
    """Wall-clock and CPU seconds from Ctrl-C to the end, or what else came of it."""
    plan.unlink(missing_ok=True)
    command = [sys.executable, "-m", "neurols", "solve", str(instance), "--time", "60"]
    process = subprocess.Popen(
        [*command, "--output", str(plan)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait(process, moment, busy)
    if process.poll() is not None:
        return "solved by then"
    before, pressed = cpu_seconds(process.pid), time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, status, used = os.wait4(process.pid, 0)
    waited = time.perf_counter() - pressed
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.stderr is not None
    with process.stderr:
        error = process.stderr.read()
    if (process.returncode, error) == (0, ""):
        return "solved by then"
    if (process.returncode, error) != (130, ""):
        return f"exit code {process.returncode}" + (", traceback" if "Traceback" in error else "")
    if not plan.exists():
        return "before it began"
    loaded = neurols.load(instance)
    neurols.check(loaded, problem_of(loaded).read_solution(loaded, plan))
    return waited, used.ru_utime + used.ru_stime - before


def cell(outcomes: list[tuple[float, float] | str]) -> str:
    """The medians of what went well, and how often something else came of it."""
    times = [each for each in outcomes if not isinstance(each, str)]
    told = [" / ".join(f"{median(column):.2f}" for column in zip(*times, strict=True))]
    others = Counter(each for each in outcomes if isinstance(each, str))
    told += [f"{count} x {what}" for what, count in others.items()]
    return "; ".join(filter(None, told))


def table(repeats: int, busy: bool) -> list[str]:
    """Rows of instances, columns of moments."""
    heads = [f"{moment:g} s" for moment in MOMENTS]
    lines = ["| pressed after | " + " | ".join(heads) + " |", "|---|" + "---|" * len(MOMENTS)]
    with TemporaryDirectory() as name:
        folder = Path(name)
        for title, file in instances(folder).items():
            plan = folder / ("plan.sol" if file.suffix == ".vrp" else "plan.json")
            cells = []
            for moment in MOMENTS:
                cells.append(cell([press(file, plan, moment, busy) for _ in range(repeats)]))
            lines.append(f"| {title} | " + " | ".join(cells) + " |")
            print(lines[-1], flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--busy", action="store_true")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    heading = (
        "Seconds from Ctrl-C to the end of `neurols solve FILE --time 60 --output PLAN`: wall-clock"
        f" / CPU, median of {options.repeats}. Plans pass the checker, and the exit code is 130."
    )
    command = f"python benchmarks/interrupt.py --repeats {options.repeats}"
    if options.busy:
        command += " --busy"
    rows = table(options.repeats, options.busy)
    text = "\n".join([f"`{command}`", "", heading, "", *rows, ""])
    print(text)
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
