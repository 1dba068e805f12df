"""Earliest starts in a disjunctive graph: longest paths along job chains and machine orders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def longest_path(
    lengths: Sequence[int], durations: Sequence[int], sequences: Sequence[Sequence[int]]
) -> tuple[list[int], list[int]]:
    """Heads of all operations, and a cycle (empty where the orders agree).

    Operations are numbered through all jobs. Kahn's order serves: an operation is settled
    once its predecessors in the job and on the machine are.

    Args:
        lengths: number of operations of each job.
        durations: per operation.
        sequences: per machine its operations in processing order.
    """
    count = len(durations)
    successors: list[list[int]] = [[] for _ in range(count)]
    predecessors: list[list[int]] = [[] for _ in range(count)]
    first = 0
    chains: list[Sequence[int]] = list(sequences)
    for length in lengths:
        chains.append(range(first, first + length))
        first += length
    for chain in chains:
        for before, after in pairwise(chain):
            successors[before].append(after)
            predecessors[after].append(before)
    waiting = [len(before) for before in predecessors]
    heads = [0] * count
    ready = [operation for operation in range(count) if not waiting[operation]]
    settled = 0
    while ready:
        operation = ready.pop()
        settled += 1
        end = heads[operation] + durations[operation]
        for after in successors[operation]:
            heads[after] = max(heads[after], end)
            waiting[after] -= 1
            if not waiting[after]:
                ready.append(after)
    return heads, [] if settled == count else _cycle(predecessors, waiting)


def _cycle(predecessors: list[list[int]], waiting: list[int]) -> list[int]:
    """A cycle among the operations that were never settled, in processing order.

    Each of them has a predecessor of the same kind, so walking back must close a loop.
    """
    operation = next(number for number, left in enumerate(waiting) if left)
    place: dict[int, int] = {}
    walk: list[int] = []
    while operation not in place:
        place[operation] = len(walk)
        walk.append(operation)
        operation = next(before for before in predecessors[operation] if waiting[before])
    cycle = walk[place[operation] :][::-1]
    lowest = cycle.index(min(cycle))  # one spelling for one cycle
    return cycle[lowest:] + cycle[:lowest]
