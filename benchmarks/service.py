"""The service under load: clients that post, watch, stop and fetch, and a kill in the middle.

python benchmarks/service.py --clients 50 --seconds 300 --kill
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import threading
import time
from pathlib import Path

import neurols
from neurols import InputError
from neurols.registry import problem_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
EXAMPLES = ("ft06", "ft10", "demo-cvrp", "rr-vrptw-n50", "rs-brandimarte-10x5")


class Load:
    """What all clients did."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.accepted: dict[str, str] = {}
        self.finished: set[str] = set()
        self.refused = 0
        self.errors: list[str] = []
        self.waits: list[float] = []
        self.lock = threading.Lock()

    def client(self, url: str, seed: int) -> None:
        """Post jobs one after the other, until the time is up; each is watched to its end."""
        rng, client = random.Random(seed), neurols.Client(url)
        while time.monotonic() < self.until:
            name = rng.choice(EXAMPLES)
            begun = time.monotonic()
            try:
                job = client.submit(name, time_limit=0.2, seed=rng.randrange(1000))
            except InputError as error:
                if "queue is full" in str(error):
                    self.refused += 1
                self.note(error)
                time.sleep(0.5)
                continue
            with self.lock:
                self.waits.append(time.monotonic() - begun)
                self.accepted[job["id"]] = name
            while job["state"] in ("queued", "running"):
                try:
                    for seen in client.events(job["id"]):
                        job = seen
                except (InputError, OSError, ValueError) as error:  # the service was killed
                    self.note(error)
                    time.sleep(0.5)
            with self.lock:
                self.finished.add(job["id"])

    def note(self, error: Exception) -> None:
        """Keep what a client was told."""
        with self.lock:
            self.errors.append(str(error)[:100])


def check(client: neurols.Client, number: str, name: str) -> bool:
    """Whether the plan of a job is one, at the cost that is stated."""
    job = client.job(number)
    if job["state"] != "done":
        return False
    instance = neurols.load(name)
    with tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.json"
        client.save(number, plan)
        form = problem_of(instance).read_solution(instance, plan)
    return abs(neurols.check(instance, form) - job["cost"]) < 1e-6


def main() -> None:
    from tests.serve.running import running

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill", action="store_true", help="kill -9 the service half way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print(json.dumps(measured(options, Path(name), running), indent=1))


def measured(options: argparse.Namespace, folder: Path, running: object) -> dict[str, object]:
    """Figures of one run."""
    load = Load(time.monotonic() + options.seconds)
    settings = ("--workers", str(options.workers))
    halves = [options.seconds / 2] * 2 if options.kill else [options.seconds]
    port, threads = (), []
    for half, seconds in enumerate(halves):
        with running(folder, *settings, *port) as (client, process, url):  # type: ignore[operator]
            port = ("--port", url.rsplit(":", 1)[1])
            if not threads:
                threads = [
                    threading.Thread(target=load.client, args=(url, seed))
                    for seed in range(options.clients)
                ]
                for thread in threads:
                    thread.start()
            if half + 1 < len(halves):
                time.sleep(seconds)
                process.kill()  # kill -9, with jobs under way
                process.wait()
                continue
            for thread in threads:
                thread.join()
            good = sum(check(client, number, name) for number, name in load.accepted.items())
    waits = sorted(load.waits)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "clients": options.clients,
        "seconds": options.seconds,
        "killed": options.kill,
        "accepted": len(load.accepted),
        "finished": len(load.finished),
        "checked": good,
        "refused for a full queue": load.refused,
        "errors without a kill": 0 if options.kill else len(load.errors),
        "answer to a post, median s": round(waits[len(waits) // 2], 3),
        "answer to a post, 99 % s": round(waits[int(len(waits) * 0.99)], 3),
        "CPU seconds of the service": round(used.ru_utime + used.ru_stime, 1),
    }


if __name__ == "__main__":
    main()
