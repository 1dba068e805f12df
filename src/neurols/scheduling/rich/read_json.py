"""The project's JSON of rich scheduling, version 2, which holds the whole model::

    {"format": "neurols-scheduling", "version": 2, "name": "workshop",
     "families": ["steel", "brass"],
     "machines": [{"name": "lathe", "breaks": [[720, 750]], "setup_during_breaks": false,
                   "initial_family": "steel", "setups": [[0, 20], [15, 0]], "blocking": false,
                   "available_from": 0}],
     "jobs": [{"name": "order 17", "release_date": 0, "due_date": 960, "deadline": null,
               "weight": 1, "linked": true,
               "operations": [{"name": "turn", "modes": {"lathe": 45}, "family": "steel",
                               "may_pause": false, "earliest_start": 0}]}],
     "precedences": [{"before": [0, 0], "after": [1, 0], "min_lag": 0, "max_lag": null}],
     "objective": {"makespan": 1}, "permutation": false,
     "best_known": null, "known_lower_bound": null}

Only ``format``, ``version``, ``machines``, ``jobs`` and per operation ``modes`` are required. Modes
are ``{machine: duration}`` by the machines' names, or [machine, duration] pairs by name or number
from 0; families go by name or number. Consecutive operations of a job are linked, one after the
other, unless the job says ``"linked": false``; further precedences name operations as [job,
operation] numbers, and give lags to links where they name linked operations.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from neurols.errors import InputError
from neurols.files.json_lines import line_of
from neurols.scheduling.read_json import parse_object
from neurols.scheduling.rich.fields import refuse_unknown, where
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from neurols.scheduling.rich.read_fjs import PathName, built
from neurols.scheduling.rich.validation import Path
from neurols.scheduling.validation import shown, whole

MARK = "neurols-scheduling"
VERSION = 2

_KEYS = (
    "format",
    "version",
    "name",
    "families",
    "machines",
    "jobs",
    "precedences",
    "objective",
    "permutation",
    "best_known",
    "known_lower_bound",
)
_MACHINE = tuple(field.name for field in fields(Machine))
_JOB = (*(field.name for field in fields(Job)), "linked", "operations")
_OPERATION = tuple(field.name for field in fields(Operation) if field.name != "job")
_PRECEDENCE = tuple(field.name for field in fields(Precedence))
_OBJECTIVE = tuple(field.name for field in fields(Objective))


def read_json(text: str, file: PathName, name: str) -> RichScheduling:
    """The instance in a text of the project's JSON; ``name`` serves where the text has none.

    Raises:
        InputError: the text is no JSON or no scheduling problem; unknown fields are refused.
    """
    return _Reader(text, file).instance(name)


class _Reader:
    """One text. Values are taken with the way to them, which tells the line of a fault."""

    def __init__(self, text: str, file: PathName) -> None:
        self._text = text
        self._file = file
        self._data = parse_object(text, file)
        self._machines: dict[str, int] = {}
        self._families: dict[str, int] = {}

    def instance(self, name: str) -> RichScheduling:
        data = self._data
        self._check_header()
        families = tuple(self._list(data, "families", [], []))
        self._families = {f: n for n, f in enumerate(families) if isinstance(f, str)}
        machine_rows = self._list(data, "machines", [])
        for number, row in enumerate(machine_rows):
            called = row.get("name") if isinstance(row, dict) else None
            if isinstance(called, str) and called:
                if called in self._machines:
                    raise self._error(
                        f"machines {self._machines[called]} and {number} are both named"
                        f" {shown(called)}",
                        ["machines", number, "name"],
                        "give each machine a name of its own",
                    )
                self._machines[called] = number
        machines = tuple(self._machine(number, row) for number, row in enumerate(machine_rows))
        jobs, operations, precedences = self._jobs()
        places: list[tuple[int, int]] = []
        counts = [0] * len(jobs)
        for operation in operations:
            places.append((operation.job, counts[operation.job]))
            counts[operation.job] += 1
        given = self._precedences({place: n for n, place in enumerate(places)})
        told = {(p.before, p.after) for p in given}
        precedences = [p for p in precedences if (p.before, p.after) not in told]
        links = len(precedences)
        precedences += given
        objective = self._objective()
        given_name = data.get("name")

        def line(path: Path) -> int:
            return line_of(self._text, _file_path(path, places, links))

        return built(
            lambda: RichScheduling(
                name=name if given_name is None else given_name,
                machines=machines,
                jobs=tuple(jobs),
                operations=tuple(operations),
                precedences=tuple(precedences),
                families=families,
                objective=objective,
                permutation=data.get("permutation", False),
                best_known=data.get("best_known"),
                known_lower_bound=data.get("known_lower_bound"),
            ),
            self._file,
            line,
        )

    def _check_header(self) -> None:
        data = self._data
        if data.get("format") != MARK:
            given = f'"format" is {shown(data.get("format"))}'
            raise self._error(given, ["format"], f'a rich instance says "format": "{MARK}"')
        if whole(data.get("version")) != VERSION:
            raise self._error(
                f'"version" is {shown(data.get("version"))}',
                ["version"],
                f'this release reads "version": {VERSION} of "{MARK}"',
            )
        refuse_unknown(data, _KEYS, self._text, self._file, ())

    def _machine(self, number: int, row: Any) -> Machine:
        place: list[str | int] = ["machines", number]
        data = self._object(row, place, _MACHINE)
        breaks = self._list(data, "breaks", place, [])
        setups = self._list(data, "setups", place, [])
        for key, rows in (("breaks", breaks), ("setups", setups)):
            for at, entry in enumerate(rows):
                if not isinstance(entry, list):
                    raise self._error(
                        f"{where([*place, key, at])} is {shown(entry)}, not a list",
                        [*place, key, at],
                        "give breaks as [start, end] and setups as a row per family",
                    )
        initial = data.get("initial_family")
        return Machine(
            name=self._name(data, place),
            breaks=tuple(map(tuple, breaks)),
            setup_during_breaks=data.get("setup_during_breaks", False),
            initial_family=self._family(initial, [*place, "initial_family"]),
            setups=tuple(map(tuple, setups)),
            blocking=data.get("blocking", False),
            available_from=data.get("available_from", 0),
        )

    def _jobs(self) -> tuple[list[Job], list[Operation], list[Precedence]]:
        jobs: list[Job] = []
        operations: list[Operation] = []
        links: list[Precedence] = []
        for number, row in enumerate(self._list(self._data, "jobs", [])):
            place: list[str | int] = ["jobs", number]
            data = self._object(row, place, _JOB)
            jobs.append(
                Job(
                    name=self._name(data, place),
                    release_date=data.get("release_date", 0),
                    due_date=data.get("due_date"),
                    deadline=data.get("deadline"),
                    weight=data.get("weight", 1),
                )
            )
            linked = data.get("linked", True)
            if not isinstance(linked, bool):
                raise self._error(
                    f"{where([*place, 'linked'])} is {shown(linked)}",
                    [*place, "linked"],
                    "give true or false",
                )
            first = len(operations)
            for k, entry in enumerate(self._list(data, "operations", place)):
                operations.append(self._operation(number, entry, [*place, "operations", k]))
            if linked:
                links += [Precedence(n, n + 1) for n in range(first, len(operations) - 1)]
        return jobs, operations, links

    def _operation(self, job: int, row: Any, place: list[str | int]) -> Operation:
        data = self._object(row, place, _OPERATION)
        if "modes" not in data:
            raise self._error(f'{where(place)} has no "modes"', place, "give machine and duration")
        given = data["modes"]
        pairs = list(given.items()) if isinstance(given, dict) else given
        at: list[str | int] = [*place, "modes"]
        if not isinstance(pairs, list) or any(
            not isinstance(pair, (list, tuple)) or len(pair) != 2 for pair in pairs
        ):
            raise self._error(
                f"{where(at)} is {shown(given)}",
                at,
                "give {machine: duration} or [machine, duration] pairs",
            )
        return Operation(
            job=job,
            modes=tuple((self._machine_number(m, at), duration) for m, duration in pairs),
            family=self._family(data.get("family"), [*place, "family"]),
            may_pause=data.get("may_pause", False),
            name=self._name(data, place),
            earliest_start=data.get("earliest_start", 0),
        )

    def _precedences(self, numbers: dict[tuple[int, int], int]) -> list[Precedence]:
        found = []
        for n, row in enumerate(self._list(self._data, "precedences", [], [])):
            place: list[str | int] = ["precedences", n]
            data = self._object(row, place, _PRECEDENCE)
            ends = []
            for key in ("before", "after"):
                given = data.get(key)
                number = None
                if isinstance(given, list) and len(given) == 2:
                    job, k = map(whole, given)
                    number = None if job is None or k is None else numbers.get((job, k))
                if number is None:
                    raise self._error(
                        f"{where([*place, key])} is {shown(given)}, which is no operation",
                        [*place, key],
                        "give [job, operation], both from 0",
                    )
                ends.append(number)
            found.append(Precedence(ends[0], ends[1], data.get("min_lag", 0), data.get("max_lag")))
        return found

    def _objective(self) -> Objective:
        given = self._data.get("objective")
        if given is None:
            return Objective(makespan=1)
        return Objective(**self._object(given, ["objective"], _OBJECTIVE))

    def _machine_number(self, given: Any, place: list[str | int]) -> int:
        if isinstance(given, str):
            if given not in self._machines and given.isdecimal() and len(given) < 9:
                return int(given)  # JSON has no other keys than texts
            return self._by_name(given, self._machines, "machine", place)
        return given  # type: ignore[no-any-return]  # judged with all other fields

    def _family(self, given: Any, place: list[str | int]) -> int | None:
        if isinstance(given, str):
            return self._by_name(given, self._families, "family", place)
        return given  # type: ignore[no-any-return]  # judged with all other fields

    def _by_name(self, name: str, known: dict[str, int], what: str, place: list[str | int]) -> int:
        if name in known:
            return known[name]
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=1, cutoff=0.6)
        listed = ", ".join(list(known)[:8]) + (", ..." if len(known) > 8 else "")
        hint = f"did you mean {shown(near[0])}? " if near else ""
        plural = "families" if what == "family" else f"{what}s"
        raise self._error(
            f"{where(place)}: unknown {what} {shown(name)}",
            place,
            f"{hint}the {plural} are {listed or 'without names'}",
        )

    def _name(self, data: dict[str, Any], place: list[str | int]) -> str:
        name = data.get("name")
        return "" if name is None else name

    def _object(self, value: Any, place: list[str | int], known: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._error(
                f"{where(place)} is {shown(value)}, not an object",
                place,
                f"give an object with {', '.join(known)}",
            )
        refuse_unknown(value, known, self._text, self._file, place)
        return value

    def _list(
        self,
        data: dict[str, Any],
        key: str,
        place: list[str | int],
        default: list[Any] | None = None,
    ) -> list[Any]:
        value = data.get(key, default)
        if not isinstance(value, list):
            missing = key not in data
            raise self._error(
                f'no "{key}" are given{" in " + where(place) if place else ""}'
                if missing
                else f"{where([*place, key])} is {shown(value)}, not a list",
                place if missing else [*place, key],
                f'add "{key}"' if missing else "give a list",
            )
        return value

    def _error(self, cause: str, place: list[str | int], remedy: str) -> InputError:
        return InputError(cause, file=self._file, line=line_of(self._text, place), remedy=remedy)


def _file_path(path: Path, places: list[tuple[int, int]], links: int) -> list[str | int]:
    """Where in the file a field of the instance stands."""
    match path:
        case ("operations", int(number), *rest):
            job, k = places[number]
            return ["jobs", job, "operations", k, *rest]
        case ("precedences", int(number), *rest):
            return ["precedences", max(0, number - links), *rest]
    return list(path)
