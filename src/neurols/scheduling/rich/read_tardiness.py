"""Job shops with weighted tardiness, in JSON::

    {"name": "ft10-f1.3", "base": "ft10", "machines": 10,
     "jobs": [[[0, 29], [1, 78]], ...], "weights": [...], "due_dates": [...], "release": [...]}

``jobs`` holds [machine, duration] pairs, machines from 0. ``base`` names the job shop that the
instance was made from.
"""

from __future__ import annotations

from typing import Any

from neurols.errors import InputError
from neurols.files.json_lines import line_of
from neurols.scheduling.read_json import parse_object
from neurols.scheduling.rich.fields import refuse_unknown
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    RichScheduling,
)
from neurols.scheduling.rich.read_fjs import PathName, built, chains
from neurols.scheduling.rich.validation import Path
from neurols.scheduling.validation import shown

_KEYS = ("name", "base", "machines", "jobs", "weights", "due_dates", "release")


def read_tardiness(text: str, file: PathName, name: str) -> RichScheduling:
    """The instance in a text of the format.

    Raises:
        InputError: the text breaks the format.
    """
    data = parse_object(text, file)
    refuse_unknown(data, _KEYS, text, file, ())
    jobs = _list(data, "jobs", None, text, file)
    weights, due_dates = (
        _list(data, key, len(jobs), text, file) for key in ("weights", "due_dates")
    )
    release = (
        _list(data, "release", len(jobs), text, file) if "release" in data else [0] * len(jobs)
    )
    operations = []
    for j, job in enumerate(jobs):
        for pair in job if isinstance(job, list) else [job]:
            operations.append(Operation(j, (tuple(pair) if isinstance(pair, list) else pair,)))
    machines = data.get("machines")
    if not isinstance(machines, int) or isinstance(machines, bool) or not 0 < machines < 10**6:
        raise InputError(
            f'"machines" is {shown(machines)}, not the number of machines',
            file=file,
            line=line_of(text, ["machines"]),
            remedy="give a whole number from 1",
        )

    def line(path: Path) -> int:
        match path:
            case ("operations", int(number), *_):
                job = operations[number].job
                k = sum(1 for o in operations[:number] if o.job == job)
                return line_of(text, ["jobs", job, k])
            case ("jobs", int(job), str(key)):
                keys = {"weight": "weights", "due_date": "due_dates", "release_date": "release"}
                return line_of(text, [keys.get(key, "jobs"), job])
        return line_of(text, [part for part in path[:1] if isinstance(part, str)])

    return built(
        lambda: RichScheduling(
            name=data.get("name") or name,
            machines=tuple(Machine() for _ in range(machines)),
            jobs=tuple(
                Job(release_date=r, due_date=d, weight=w)
                for r, d, w in zip(release, due_dates, weights, strict=True)
            ),
            operations=tuple(operations),
            precedences=chains(operations),
            objective=Objective(weighted_tardiness=1),
        ),
        file,
        line,
    )


def _list(
    data: dict[str, Any], key: str, length: int | None, text: str, file: PathName
) -> list[Any]:
    value = data.get(key)
    if isinstance(value, list) and length in (None, len(value)):
        return value
    found = f"{len(value)} values" if isinstance(value, list) else shown(value)
    wanted = "a list" if length is None else f"a list of one value for each of {length} jobs"
    raise InputError(
        f'"{key}" is {found}, not {wanted}',
        file=file,
        line=line_of(text, [key]),
        remedy=f"give {wanted}",
    )
