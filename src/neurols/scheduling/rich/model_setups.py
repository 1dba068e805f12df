"""Setup times of a model, between families, jobs or operations, as matrices between families."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from neurols.errors import InputError

Key = tuple[str | None, int | None, int | None]
"""Family, job and operation, as far as setups depend on them."""

Matrix = tuple[tuple[int, ...], ...]

_FAMILY, _JOB, _OPERATION = 0, 1, 2
_KINDS = ("family", "job", "operation")


class Setups:
    """Setup times as they were given, by machine."""

    def __init__(self) -> None:
        self._times: dict[tuple[int, int, Any, Any], int] = {}
        """By machine, kind, and what the setup leads from and to."""
        self._listed: set[str] = set()

    def list_families(self, families: Iterable[str]) -> None:
        """Families of a table of setup times, which may have more of them than operations do."""
        self._listed.update(families)

    def add(self, machine: int, before: Any, after: Any, duration: int) -> None:
        """Note a setup; a later one replaces an earlier one."""
        kinds = [_kind(item) for item in (before, after)]
        if kinds[0] != kinds[1]:
            raise InputError(
                f"a setup from {before!r} to {after!r} mixes a {_KINDS[kinds[0]]} and a"
                f" {_KINDS[kinds[1]]}",
                remedy="give two families, two jobs or two operations",
            )
        ends = (before, after) if kinds[0] == _FAMILY else (before.index, after.index)
        self._times[machine, kinds[0], *ends] = duration

    def resolve(
        self,
        initial: Sequence[str | None],
        families: Sequence[str | None],
        jobs: Sequence[int],
    ) -> tuple[tuple[str, ...], list[int | None], list[int | None], list[Matrix]]:
        """Families that tell apart what setups tell apart.

        Args:
            initial: per machine its initial family.
            families: per operation its family.
            jobs: per operation its job.

        Returns:
            Names of the families, per operation and per machine its family, matrices by machine.
        """
        self._check_names(initial, families)
        used = {kind for _, kind, _, _ in self._times}
        keys: list[Key] = [
            (family, job if _JOB in used else None, number if _OPERATION in used else None)
            for number, (family, job) in enumerate(zip(families, jobs, strict=True))
        ]
        starts: list[Key] = [(family, None, None) for family in initial]
        nothing: Key = (None, None, None)
        known = {key: n for n, key in enumerate(dict.fromkeys([*keys, *starts]) if used else ())}
        known.pop(nothing, None)
        numbers = {key: n for n, key in enumerate(known)}
        if not used:  # names alone are kept, for tables and pictures
            named = dict.fromkeys(f for f in (*families, *initial) if f is not None)
            numbers = {(family, None, None): n for n, family in enumerate(named)}
        matrices = [self._matrix(machine, list(numbers)) for machine in range(len(initial))]
        return (
            _names(list(numbers)),
            [numbers.get(key) for key in keys],
            [numbers.get(key) for key in starts],
            matrices,
        )

    def _check_names(self, initial: Sequence[str | None], families: Sequence[str | None]) -> None:
        """A single setup of a family that nothing has is a slip."""
        known = {family for family in (*initial, *families) if family is not None} | self._listed
        for _, kind, *ends in self._times:
            for family in ends:
                if kind == _FAMILY and family not in known:
                    from neurols.scheduling.rich.fields import nearest

                    raise InputError(
                        f"a setup time is given for family {family!r}, which no operation has",
                        remedy=f"{nearest(family, known)}the families are"
                        f" {', '.join(sorted(known)) or 'none'}",
                    )

    def _matrix(self, machine: int, keys: list[Key]) -> Matrix:
        own = {
            rest: time
            for (on, *rest_), time in self._times.items()
            if on == machine
            for rest in [tuple(rest_)]
        }
        if not any(own.values()):
            return ()
        return tuple(
            tuple(
                next(
                    (
                        own[kind, a[kind], b[kind]]
                        for kind in (_OPERATION, _JOB, _FAMILY)
                        if (kind, a[kind], b[kind]) in own
                    ),
                    0,
                )
                for b in keys
            )
            for a in keys
        )


def _kind(item: Any) -> int:
    from neurols.scheduling.rich.model import JobRef, OperationRef

    if isinstance(item, str):
        return _FAMILY
    if isinstance(item, JobRef):
        return _JOB
    if isinstance(item, OperationRef):
        return _OPERATION
    raise InputError(
        f"a setup cannot lead from or to {item!r}",
        remedy="give a family's name, a job or an operation",
    )


def _names(keys: list[Key]) -> tuple[str, ...]:
    """Readable names, each once."""
    names = []
    for family, job, operation in keys:
        parts = [] if family is None else [family]
        parts += [] if job is None else [f"job {job}"]
        parts += [] if operation is None else [f"operation {operation}"]
        names.append(", ".join(parts))
    taken: set[str] = set()
    for n, name in enumerate(names):
        while names[n] in taken:
            names[n] = f"{name} ({n})"
        taken.add(names[n])
    return tuple(names)
