"""Generated validation instances. Benchmarks are refused: tuned on, they prove nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from neurols.errors import InputError
from neurols.registry import is_benchmark, problem_named

if TYPE_CHECKING:
    from neurols.registry import Instance
    from neurols.tune.protocol import Protocol

_STRETCH = 10_000_000  # seeds of instances: a stretch for every seed of a study and each purpose


def check_sizes(problem: str, sizes: tuple[str, ...]) -> None:
    """Refuse what is no size, benchmarks above all.

    Raises:
        InputError: the message says what a size looks like.
    """
    owner = problem_named(problem)
    example = f"give sizes of generated instances, such as {owner.size_words}"
    if not sizes:
        raise InputError("no sizes are given", remedy=example)
    for size in sizes:
        if is_benchmark(size):
            raise InputError(
                f"{size!r} is a benchmark: settings tuned on it would prove nothing there",
                remedy=example,
            )
        owner.generated(size, 0)


def validation_instances(protocol: Protocol, *, fresh: bool = False) -> list[Instance]:
    """The instances of a protocol, sizes in turn.

    Args:
        protocol: the experiment.
        fresh: others of the same kind, which no trial has seen, for the final comparison.
    """
    check_sizes(protocol.problem, protocol.sizes)
    owner = problem_named(protocol.problem)
    first = (2 * protocol.seed + fresh) * _STRETCH
    sizes = [protocol.sizes[k % len(protocol.sizes)] for k in range(protocol.instances)]
    return [owner.generated(size, first + k) for k, size in enumerate(sizes)]
