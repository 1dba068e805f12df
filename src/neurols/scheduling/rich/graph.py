"""The graph of precedences: successors, predecessors, an order that respects it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import Precedence, RichScheduling


def successors(instance: RichScheduling) -> list[list[Precedence]]:
    """Per operation the precedences that it comes first in."""
    rows: list[list[Precedence]] = [[] for _ in instance.operations]
    for precedence in instance.precedences:
        rows[precedence.before].append(precedence)
    return rows


def predecessors(instance: RichScheduling) -> list[list[Precedence]]:
    """Per operation the precedences that it comes second in."""
    rows: list[list[Precedence]] = [[] for _ in instance.operations]
    for precedence in instance.precedences:
        rows[precedence.after].append(precedence)
    return rows


def topological(instance: RichScheduling) -> list[int]:
    """The operations, each after its predecessors; fewer than all where there is a cycle."""
    after = successors(instance)
    waiting = [0] * len(instance.operations)
    for precedence in instance.precedences:
        waiting[precedence.after] += 1
    ready = [number for number, count in enumerate(waiting) if count == 0][::-1]
    order: list[int] = []
    while ready:
        number = ready.pop()
        order.append(number)
        for precedence in after[number]:
            waiting[precedence.after] -= 1
            if waiting[precedence.after] == 0:
                ready.append(precedence.after)
    return order
