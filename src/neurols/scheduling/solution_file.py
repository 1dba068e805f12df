"""Job-shop solutions in JSON files::

{"instance": "ta01", "problem": "jobshop", "cost": 1231, "machines": […], "start": […]}
"""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

from neurols.errors import InputError
from neurols.files.json_lines import line_of
from neurols.files.whole_file import read_text, write_text
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read_json import parse_object
from neurols.scheduling.solution import Schedule
from neurols.scheduling.validation import shown, whole


def write_solution(
    solution: Schedule,
    instance: JobShop,
    path: str | PathLike[str],
    **further: Any,
) -> None:
    """Write a solution; an older file stays whole until the new one is complete.

    Args:
        solution: what to write.
        instance: what it solves.
        path: the file.
        further: what else the file shall tell, e.g. ``seed=1``; must be fit for JSON.

    Raises:
        InputError: the file cannot be written.
    """
    head = {"instance": instance.name, "problem": "jobshop", "cost": solution.cost, **further}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for key, rows in solution.to_json().items():
        listed = ",\n".join(f"    {json.dumps(row, separators=(',', ':'))}" for row in rows)
        lines.append(f'  "{key}": [\n{listed}\n  ]')
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read_solution(path: str | PathLike[str]) -> dict[str, Any]:
    """A solution from a file, with ``machines``, ``start`` or both, and ``cost`` where stated.

    What ``solve --json`` prints is read as well. Whether the solution fits an instance is for
    the checker to say.

    Raises:
        InputError: the file cannot be read or holds no job-shop solution.
    """
    text = read_text(path)
    data = parse_object(text, path)
    prefix: list[str | int] = []
    nested = data.pop("solution", None)
    if isinstance(nested, dict):
        prefix = ["solution"]
        data |= nested
    if data.get("problem", "jobshop") != "jobshop":
        raise InputError(
            f"this solves a problem of kind {shown(data['problem'])}",
            file=path,
            line=line_of(text, ["problem"]),
            remedy="give a solution of a job shop",
        )
    found = [key for key in ("machines", "start") if data.get(key) is not None]
    if not found:
        raise InputError(
            'this JSON has neither "machines" nor "start"',
            file=path,
            line=1,
            remedy="give a file that 'neurols solve --output' wrote",
        )
    for key in found:
        _check_rows(data[key], [*prefix, key], text, path)
    return data


def _check_rows(rows: Any, where: list[str | int], text: str, path: str | PathLike[str]) -> None:
    """Refuse what is no list of lists of whole numbers, at its line."""

    def refuse(value: object, place: list[str | int]) -> InputError:
        return InputError(
            f'"{where[-1]}" holds {shown(value)} where a {kinds[len(place) - len(where)]} belongs',
            file=path,
            line=line_of(text, place),
            remedy="give a list of whole numbers per row",
        )

    kinds = ("list", "list", "whole number")
    if not isinstance(rows, list):
        raise refuse(rows, where)
    for number, row in enumerate(rows):
        if not isinstance(row, list):
            raise refuse(row, [*where, number])
        for place, value in enumerate(row):
            if whole(value) is None:
                raise refuse(value, [*where, number, place])
