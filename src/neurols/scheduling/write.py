"""Instances as text and into files, in the formats that read.py reads."""

from __future__ import annotations

import json
from os import PathLike, fspath

from neurols.files.whole_file import write_text
from neurols.scheduling import formats
from neurols.scheduling.formats import Format
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read_json import MARK, VERSION
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.solution_file import read_solution, write_solution

__all__ = [
    "json_text",
    "read_solution",
    "standard_text",
    "taillard_text",
    "write",
    "write_solution",
]


def standard_text(instance: JobShop) -> str:
    """The standard format: single blanks, machines from 0, every line ended by a line feed.

    Name and bounds are lost. Published checksums of the Taillard instances refer to this text.
    """
    lines = [f"{len(instance.jobs)} {instance.machines}"]
    lines += [" ".join(f"{m} {duration}" for m, duration in job) for job in instance.jobs]
    return "\n".join(lines) + "\n"


def taillard_text(instance: JobShop) -> str:
    """Taillard's format with labelled blocks, machines from 1. Name and bounds are lost."""
    lines = [f"{len(instance.jobs)} {instance.machines}", "Times"]
    lines += [" ".join(str(duration) for _, duration in job) for job in instance.jobs]
    lines.append("Machines")
    lines += [" ".join(str(machine + 1) for machine, _ in job) for job in instance.jobs]
    return "\n".join(lines) + "\n"


def json_text(instance: JobShop) -> str:
    """The project's JSON, which loses nothing; one line per job, so that differences show."""
    head = {
        "format": MARK,
        "version": VERSION,
        "name": instance.name,
        "machines": instance.machines,
        "best_known": instance.best_known,
        "known_lower_bound": instance.known_lower_bound,
    }
    lines = ["{"]
    lines += [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    jobs = ",\n".join(f"    {json.dumps(job, separators=(',', ':'))}" for job in instance.jobs)
    return "\n".join([*lines, '  "jobs": [', jobs, "  ]", "}"]) + "\n"


_WRITERS = {
    Format.STANDARD: standard_text,
    Format.TAILLARD: taillard_text,
    Format.JSON: json_text,
}


def write(
    instance: JobShop | RichScheduling, path: str | PathLike[str], format: str | None = None
) -> None:
    """Write an instance; an older file stays whole until the new one is complete.

    Args:
        instance: what to write.
        path: the file.
        format: of a job shop ``standard``, ``taillard`` or ``json``, by default ``json`` where
            the file's name ends in .json and ``standard`` elsewhere; of any other ``json`` or
            ``fjs``, by default ``fjs`` where the name ends in .fjs or .txt and it can hold it.

    Raises:
        InputError: the format is unknown or the file cannot be written.
    """
    if isinstance(instance, RichScheduling):
        from neurols.scheduling.rich.write import write as write_rich

        write_rich(instance, path, format)
        return
    if format is not None:
        chosen = formats.named(format, path)
    else:
        chosen = Format.JSON if fspath(path).lower().endswith(".json") else Format.STANDARD
    write_text(path, _WRITERS[chosen](instance))
