"""Generated validation instances. Benchmarks are refused: tuned on, they prove nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance
    from neurols.tune.protocol import Protocol

_BENCHMARK = re.compile(r"(ta\d*|ft\d*|x-n.*|ul-n.*|taillard.*|uchoa.*|fisher.*)", re.IGNORECASE)
_SHOP = re.compile(r"(\d{1,4})x(\d{1,4})")
_CUSTOMERS = re.compile(r"\d{1,6}")
_STRETCH = 10_000_000  # seeds of instances: a stretch for every seed of a study and each purpose


def check_sizes(problem: str, sizes: tuple[str, ...]) -> None:
    """Refuse what is no size, benchmarks above all.

    Raises:
        InputError: the message says what a size looks like.
    """
    pattern, example = (
        (_SHOP, "15x15,20x15 (jobs x machines)")
        if problem == "jobshop"
        else (_CUSTOMERS, "100,200 (customers)")
    )
    for size in sizes:
        if _BENCHMARK.fullmatch(size):
            raise InputError(
                f"{size!r} is a benchmark: settings tuned on it would prove nothing there",
                remedy=f"give sizes of generated instances, such as {example}",
            )
        if not pattern.fullmatch(size):
            raise InputError(f"{size!r} is no size", remedy=f"give sizes such as {example}")
    if not sizes:
        raise InputError("no sizes are given", remedy=f"give sizes such as {example}")


def validation_instances(protocol: Protocol, *, fresh: bool = False) -> list[Instance]:
    """The instances of a protocol, sizes in turn.

    Args:
        protocol: the experiment.
        fresh: others of the same kind, which no trial has seen, for the final comparison.
    """
    check_sizes(protocol.problem, protocol.sizes)
    first = (2 * protocol.seed + fresh) * _STRETCH
    sizes = [protocol.sizes[k % len(protocol.sizes)] for k in range(protocol.instances)]
    return [_instance(protocol.problem, size, first + k) for k, size in enumerate(sizes)]


def _instance(problem: str, size: str, seed: int) -> Instance:
    if problem == "jobshop":
        from neurols.scheduling import random_shop

        jobs, machines = map(int, size.split("x"))
        return random_shop(jobs, machines, seed)
    from neurols.routing.generate import mixed

    return mixed(int(size), seed)
