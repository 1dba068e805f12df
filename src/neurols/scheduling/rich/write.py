"""Rich instances as text and into files: our JSON, or FJS where the instance is no more."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import pairwise
from os import PathLike, fspath
from typing import Any

from neurols.errors import InputError
from neurols.files.whole_file import write_text
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from neurols.scheduling.rich.read_fjs import chains
from neurols.scheduling.rich.read_json import MARK, VERSION


def json_text(instance: RichScheduling) -> str:
    """The project's JSON, which loses nothing; one line per machine and operation."""
    parts = [
        f'"format": "{MARK}"',
        f'"version": {VERSION}',
        f'"name": {json.dumps(instance.name)}',
        f'"best_known": {json.dumps(instance.best_known)}',
        f'"known_lower_bound": {json.dumps(instance.known_lower_bound)}',
        f'"objective": {json.dumps(_changed(instance.objective))}',
        f'"permutation": {json.dumps(instance.permutation)}',
        f'"families": {json.dumps(list(instance.families))}',
        '"machines": ' + _rows([_changed(machine) for machine in instance.machines]),
        '"jobs": [\n' + ",\n".join(_jobs(instance)) + "\n  ]",
        '"precedences": ' + _rows(_precedences(instance)),
    ]
    return "{\n" + ",\n".join(f"  {part}" for part in parts) + "\n}\n"


def fjs_text(instance: RichScheduling) -> str:
    """The FJS format, machines from 1. Names and bounds are lost.

    Raises:
        InputError: the instance holds more than that format can say.
    """
    if not is_plain(instance):
        raise InputError(
            f"{instance.name!r} holds more than the FJS format can say",
            remedy="write it as json",
        )
    modes = sum(len(operation.modes) for operation in instance.operations)
    mean = modes / len(instance.operations)
    lines = [f"{len(instance.jobs)} {len(instance.machines)} {mean:.2f}"]
    for row in instance.operations_of:
        words = [str(len(row))]
        for number in row:
            pairs = instance.operations[number].modes
            words.append(str(len(pairs)))
            words += [f"{machine + 1} {duration}" for machine, duration in pairs]
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def is_plain(instance: RichScheduling) -> bool:
    """Whether the instance is a flexible job shop and nothing more."""
    return (
        instance.objective == Objective(makespan=1)
        and not instance.permutation
        and all(machine == Machine(name=machine.name) for machine in instance.machines)
        and all(job == Job(name=job.name) for job in instance.jobs)
        and all(o == Operation(o.job, o.modes, name=o.name) for o in instance.operations)
        and [o.job for o in instance.operations] == sorted(o.job for o in instance.operations)
        and set(instance.precedences) == set(chains(instance.operations))
    )


def write(instance: RichScheduling, path: str | PathLike[str], format: str | None = None) -> None:
    """Write an instance; an older file stays whole until the new one is complete.

    Args:
        instance: what to write.
        path: the file.
        format: ``json`` or ``fjs``; by default ``fjs`` where the file's name ends in .fjs or .txt
            and the instance is plain, else ``json``.

    Raises:
        InputError: the format is unknown or cannot hold the instance, or the file cannot be
            written.
    """
    if format not in (None, "json", "fjs"):
        raise InputError(f"unknown format {format!r}", file=path, remedy="use json or fjs")
    if format is None:
        as_text = fspath(path).lower().endswith((".fjs", ".fjsp", ".txt"))
        format = "fjs" if as_text and is_plain(instance) else "json"
    write_text(path, json_text(instance) if format == "json" else fjs_text(instance))


def _changed(value: Any, *, leave_out: str = "") -> dict[str, Any]:
    """The fields of a dataclass that differ from their defaults."""
    return {
        field.name: getattr(value, field.name)
        for field in fields(value)
        if field.name != leave_out and getattr(value, field.name) != field.default
    }


def _rows(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "[]"
    return "[\n" + ",\n".join(f"    {json.dumps(row)}" for row in rows) + "\n  ]"


def _jobs(instance: RichScheduling) -> list[str]:
    linked = _linked(instance)
    texts = []
    for number, (job, row) in enumerate(zip(instance.jobs, instance.operations_of, strict=True)):
        head = _changed(job) | ({} if number in linked else {"linked": False})
        words = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
        operations = ",\n".join(
            f"      {json.dumps(_changed(instance.operations[n], leave_out='job'))}" for n in row
        )
        words.append(f'"operations": [\n{operations}\n    ]')
        texts.append("    {" + ", ".join(words) + "}")
    return texts


def _links(instance: RichScheduling, job: int) -> list[Precedence]:
    """What links the operations of a job one after the other."""
    row = instance.operations_of[job]
    return [Precedence(a, b) for a, b in pairwise(row)]


def _linked(instance: RichScheduling) -> set[int]:
    """The jobs whose consecutive operations are linked, without lags."""
    given = set(instance.precedences)
    return {job for job in range(len(instance.jobs)) if given.issuperset(_links(instance, job))}


def _precedences(instance: RichScheduling) -> list[dict[str, Any]]:
    told = {link for job in _linked(instance) for link in _links(instance, job)}
    return [
        {
            "before": instance.places[p.before],
            "after": instance.places[p.after],
            **{key: value for key, value in _changed(p).items() if key not in ("before", "after")},
        }
        for p in instance.precedences
        if p not in told
    ]
