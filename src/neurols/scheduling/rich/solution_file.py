"""Rich schedules in JSON files::

{"instance": "mk01", "problem": "scheduling", "cost": 40, "start": […], "machine": […],
 "machines": […], "objective": {…}}
"""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

from neurols.errors import InputError
from neurols.files.json_lines import line_of
from neurols.files.whole_file import read_text, write_text
from neurols.scheduling.read_json import parse_object
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.rich.named_plan import placements, to_json
from neurols.scheduling.rich.solution import RichSchedule
from neurols.scheduling.validation import shown


def write_solution(
    solution: RichSchedule, instance: RichScheduling, path: str | PathLike[str], **further: Any
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
    form = solution.to_json()
    head = {"instance": instance.name, "problem": "scheduling", "cost": solution.cost, **further}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    for key in ("start", "machine", "machines"):
        listed = ",\n".join(f"    {json.dumps(row, separators=(',', ':'))}" for row in form[key])
        lines.append(f'  "{key}": [\n{listed}\n  ]')
    lines.append(f'  "objective": {json.dumps(form["objective"])}')
    if any(job.name for job in instance.jobs):
        named = (json.dumps(one) for one in to_json(placements(instance, solution)))
        listed = ",\n    ".join(named)
        lines.append(f'  "placements": [\n    {listed}\n  ]')
    write_text(path, "{\n" + ",\n".join(lines) + "\n}\n")


def read_solution(path: str | PathLike[str]) -> dict[str, Any]:
    """A solution from a file: ``start``, ``machine``, ``machines``, and ``cost`` where stated.

    What ``solve --json`` prints is read as well. Whether the solution fits an instance is for the
    checker to say.

    Raises:
        InputError: the file cannot be read or holds no schedule.
    """
    text = read_text(path)
    form = parse_object(text, path)
    nested = form.pop("solution", None)
    if isinstance(nested, dict):
        form |= nested
    if form.get("problem", "scheduling") != "scheduling":
        raise InputError(
            f"this solves a problem of kind {shown(form['problem'])}",
            file=path,
            line=line_of(text, ["problem"]),
            remedy="give a schedule of a rich scheduling problem",
        )
    if form.get("start") is None:
        raise InputError(
            'this JSON has no "start"',
            file=path,
            line=1,
            remedy="give a file that 'neurols solve --output' wrote",
        )
    return form
