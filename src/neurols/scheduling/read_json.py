"""The project's own job-shop format, in JSON::

    {"format": "neurols-jobshop", "version": 1, "name": "tiny", "machines": 2,
     "best_known": 7, "known_lower_bound": 7,
     "jobs": [[[0, 3], [1, 2]], [[1, 4]]]}

``jobs`` holds per job the [machine, duration] pairs, machines from 0. ``name``, ``machines``,
``best_known`` and ``known_lower_bound`` may be missing or null.
"""

from __future__ import annotations

from typing import Any

from neurols.errors import InputError
from neurols.files.json_lines import line_of
from neurols.files.json_text import parse_json
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read_standard import PathName
from neurols.scheduling.validation import OperationError, shown

MARK = "neurols-jobshop"
VERSION = 1
_KEYS = ("format", "version", "name", "machines", "best_known", "known_lower_bound", "jobs")


def read_json(text: str, file: PathName, name: str) -> JobShop:
    """The instance in a text of the project's JSON; ``name`` serves where the text has none.

    Raises:
        InputError: the text is no JSON or no job shop.
    """
    data = parse_object(text, file)
    _check_header(data, text, file)
    jobs = data["jobs"]
    if not isinstance(jobs, list):
        raise InputError(
            f'"jobs" is {shown(jobs)}, not a list',
            file=file,
            line=line_of(text, ["jobs"]),
            remedy="give a list of [machine, duration] pairs per job",
        )
    given_name = data.get("name")
    try:
        return JobShop(
            jobs,
            name if given_name is None else given_name,
            data.get("machines"),
            data.get("best_known"),
            data.get("known_lower_bound"),
        )
    except OperationError as error:
        known = (number for number in (error.job, error.operation) if number is not None)
        line = line_of(text, ["jobs", *known])
        raise InputError(error.cause, file=file, line=line, remedy=error.remedy) from None


def parse_object(text: str, file: PathName) -> dict[str, Any]:
    """The JSON object that a text holds.

    Raises:
        InputError: it is no JSON, or no object.
    """
    data = parse_json(text, file)
    if not isinstance(data, dict):
        raise InputError("this JSON is no object", file=file, line=1, remedy="give a JSON object")
    return data


def _check_header(data: dict[str, Any], text: str, file: PathName) -> None:
    if data.get("format") != MARK:
        raise InputError(
            f'"format" is {shown(data["format"])}' if "format" in data else 'no "format" is given',
            file=file,
            line=line_of(text, ["format"]),
            remedy=f'an instance in JSON says "format": "{MARK}", or "neurols-routing"',
        )
    if data.get("version") != VERSION:
        raise InputError(
            f'"version" is {shown(data.get("version"))}',
            file=file,
            line=line_of(text, ["version"]),
            remedy=f'this release reads "version": {VERSION}',
        )
    if "jobs" not in data:
        raise InputError('no "jobs" are given', file=file, line=1, remedy='add "jobs"')
    for key in data:
        if key not in _KEYS:
            raise InputError(
                f"unknown key {shown(key)}",
                file=file,
                line=line_of(text, [key]),
                remedy=f"known are {', '.join(_KEYS)}",
            )
