"""From tables to a scheduling problem."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from neurols.errors import InputError
from neurols.scheduling.rich.instance import Objective, RichScheduling
from neurols.scheduling.rich.model import JobRef, MachineRef, Model, OperationRef
from neurols.tables.faults import shown
from neurols.tables.layout import nearest, plain
from neurols.tables.read import Record, Tables
from neurols.tables.settings import yes

_REPEATED = 30  # breaks, where the table does not say how many
_MOST_BREAKS = 10_000
_TERM = re.compile(r"(?:(\d{1,9}(?:\.\d{1,9})?)\s*\*?\s*)?([a-z][a-z ]{2,40})")
_DATES = {"release": "release_date", "due": "due_date", "deadline": "deadline", "weight": "weight"}


def build(tables: Tables) -> RichScheduling:
    """The problem that the tables describe.

    Raises:
        InputErrors: the tables have mistakes, each named by sheet, row and column.
        InputError: no schedule can keep calendars, deadlines and lags.
    """
    made = _Builder(tables)
    tables.faults.raise_any()
    try:
        return replace(made.model.data(), clock=tables.clock)
    except InputError as error:
        raise InputError(error.cause, file=tables.faults.file, remedy=error.remedy) from None


class _Builder:
    """A model put together from records; mistakes are noted, not raised."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.model = Model(tables.name)
        self.machines: dict[str, MachineRef] = {}
        self.jobs: dict[str, JobRef] = {}
        self.operations: dict[tuple[str, str], OperationRef] = {}
        self.families = {plain(r["family"]) for r in tables["operations"] if r["family"]}
        self._machines()
        self._jobs()
        self._operations()
        self._setups()
        self._precedences()
        self._objective()

    def whole(self, record: Record, column: str) -> int | None:
        """A time of a record in whole units; anything else is a mistake."""
        value = record[column]
        if value is None:
            return None
        nearest_whole: int = round(value)
        if abs(value - nearest_whole) > 1e-6:
            unit = self.tables.clock.unit
            cause = f"{shown(record.raw[column])} is {value:g}, no whole number of {unit}"
            remedy = "set 'time unit' to seconds in the table 'settings'"
            self.tables.fault(record, column, cause, remedy)
        return nearest_whole

    # -- Machines ---------------------------------------------------------------------------------

    def _machines(self) -> None:
        records = {}
        for record in self.tables["machines"]:
            name = record["machine"]
            if name is None:
                continue
            if plain(name) in records:
                self.tables.fault(record, "machine", f"{shown(name)} is there twice")
            records[plain(name)] = record
        names = {plain(record["machine"]): record["machine"] for record in records.values()}
        for record in self.tables["operations"]:
            for name in record["machine"] or ():
                if self.tables["machines"] and plain(name) not in names:
                    cause = f"unknown machine {shown(name)}"
                    remedy = f"{nearest(name, names)}list it in the table 'machines'"
                    self.tables.fault(record, "machine", cause, remedy)
                names.setdefault(plain(name), name)
        breaks = self._breaks(names)
        for key, name in names.items():
            found = records.get(key)
            options: dict[str, Any] = {}
            if found is not None:
                initial = found["initial family"]
                if initial is not None:
                    options["initial_family"] = self._family(found, "initial family", initial)
                options["available_from"] = self.whole(found, "available from") or 0
                options["setup_during_breaks"] = found["setup in breaks"] or False
                options["blocking"] = found["blocking"] or False
            self.machines[key] = self.model.add_machine(name, breaks=breaks[key], **options)

    def _breaks(self, names: dict[str, str]) -> dict[str, list[tuple[int, int]]]:
        found: dict[str, list[tuple[int, int]]] = {key: [] for key in names}
        for record in self.tables["breaks"]:
            start, end = self.whole(record, "start"), self.whole(record, "end")
            if start is None or end is None:
                continue
            if end <= start:
                self.tables.fault(record, "end", "the break ends before it starts")
                continue
            for key in self._chosen(record, found):
                found[key].extend(self._repeated(record, start, end))
        return {key: _joined(breaks) for key, breaks in found.items()}

    def _chosen(self, record: Record, known: dict[str, Any]) -> list[str]:
        """The machines of a record, all of them where it names none."""
        keys = []
        for name in record["machine"] or ():
            if plain(name) in known:
                keys.append(plain(name))
            else:
                remedy = f"{nearest(name, known)}name one of 'operations' or 'machines'"
                self.tables.fault(record, "machine", f"unknown machine {shown(name)}", remedy)
        return keys if record["machine"] else list(known)

    def _repeated(self, record: Record, start: int, end: int) -> Iterator[tuple[int, int]]:
        repeat = record["repeat"]
        if repeat is None:
            yield start, end
            return
        clock = self.tables.clock
        step = {"daily": 1, "weekdays": 1, "weekly": 7}.get(plain(repeat))
        day, left = divmod(86400, clock.seconds)
        if step is None or left:
            self.tables.fault(record, "repeat", f"{shown(repeat)} is not daily, weekdays or weekly")
            return
        if plain(repeat) == "weekdays" and clock.zero is None:
            remedy = "set 'day zero' in the table 'settings'"
            self.tables.fault(record, "repeat", "without dates no day is a weekday", remedy)
            return
        times = record["times"] or _REPEATED
        if times > _MOST_BREAKS:
            self.tables.fault(record, "times", f"more than {_MOST_BREAKS:,} breaks")
            return
        number = 0
        while times:
            since = number * step * day
            moment = clock.moment(start + since)
            if plain(repeat) != "weekdays" or (moment is not None and moment.weekday() < 5):
                yield start + since, end + since
                times -= 1
            number += 1

    def _family(self, record: Record, column: str, name: str) -> str:
        if plain(name) not in self.families:
            remedy = f"{nearest(name, self.families)}use a family of the table 'operations'"
            self.tables.fault(record, column, f"unknown family {shown(name)}", remedy)
        return plain(name)

    # -- Jobs and operations ----------------------------------------------------------------------

    def _jobs(self) -> None:
        dates: dict[str, dict[str, Any]] = {}
        names: dict[str, str] = {}
        linked: dict[str, bool] = {}
        own = set()
        for record in [*self.tables["jobs"], *self.tables["operations"]]:
            name = record["job"]
            if name is None:
                continue
            key = plain(name)
            if "linked" in record.values:
                linked[key] = record["linked"]
            names.setdefault(key, name)
            for column, field in _DATES.items():
                if record[column] is None:
                    continue
                value = record[column] if column == "weight" else self.whole(record, column)
                if dates.setdefault(key, {}).setdefault(field, value) != value:
                    cause = f"another {column} than in a row before, for job {shown(name)}"
                    self.tables.fault(record, column, cause, "say it once")
        for record in self.tables["jobs"]:
            if record["job"] is not None and plain(record["job"]) in own:
                self.tables.fault(record, "job", f"{shown(record['job'])} is there twice")
            own.add(plain(record["job"] or ""))
        for record in self.tables["operations"]:
            if own and record["job"] is not None and plain(record["job"]) not in own:
                remedy = f"{nearest(record['job'], own)}list it in the table 'jobs'"
                self.tables.fault(record, "job", f"unknown job {shown(record['job'])}", remedy)
        with_work = {plain(r["job"]) for r in self.tables["operations"] if r["job"] is not None}
        for record in self.tables["jobs"]:
            if record["job"] is not None and plain(record["job"]) not in with_work:
                cause = f"job {shown(record['job'])} has no operation"
                self.tables.fault(record, "job", cause, "add rows to the table 'operations'")
        for key, name in names.items():
            self.jobs[key] = self.model.add_job(
                name=name, linked=linked.get(key, True), **dates.get(key, {})
            )

    def _operations(self) -> None:
        """Rows of one job and operation are the modes of one operation."""
        rows: dict[tuple[str, str], list[Record]] = {}
        for number, record in enumerate(self.tables["operations"]):
            if record["job"] is None:
                continue
            given = record["operation"]
            key = (plain(record["job"]), f"row {number}" if given is None else plain(given))
            rows.setdefault(key, []).append(record)
        for key, records in rows.items():
            modes = self._modes(records)
            if not modes:
                continue
            first = records[0]
            earliest = self._same(records, "earliest")
            self.operations[key] = self.model.add_operation(
                self.jobs[key[0]],
                modes,
                family=None if (f := self._same(records, "family")) is None else plain(f),
                may_pause=bool(self._same(records, "may pause")),
                name=first["operation"] or "",
                earliest_start=0 if earliest is None else round(earliest),
            )

    def _modes(self, records: list[Record]) -> dict[MachineRef, int]:
        modes: dict[MachineRef, int] = {}
        for record in records:
            duration = self.whole(record, "duration")
            for name in record["machine"] or ():
                machine = self.machines[plain(name)]
                if machine in modes:
                    cause = f"{shown(name)} is there twice for this job and operation"
                    self.tables.fault(record, "machine", cause, "name the operations apart")
                elif duration is not None:
                    modes[machine] = duration
        return modes

    def _same(self, records: list[Record], column: str) -> Any:
        """What the rows of an operation agree on; rows without a value do not count."""
        value = None
        for record in records:
            if record[column] is None:
                continue
            if column == "earliest":
                self.whole(record, column)
            if value is not None and record[column] != value:
                cause = f"another {column} than in a row before, for the same operation"
                self.tables.fault(record, column, cause, "say it once")
            value = record[column]
        return value

    # -- Setups, precedences, objective -----------------------------------------------------------

    def _setups(self) -> None:
        seen: set[tuple[str, str, str]] = set()
        for record in self.tables["setups"]:
            ends = [record["from"], record["to"]]
            duration = self.whole(record, "duration")
            if None in ends or duration is None:
                continue
            before, after = (self._family(record, c, record[c]) for c in ("from", "to"))
            for key in self._chosen(record, self.machines):
                if (key, before, after) in seen:
                    cause = f"from {shown(ends[0])} to {shown(ends[1])} is there twice"
                    self.tables.fault(record, None, cause)
                    break
                seen.add((key, before, after))
                if before in self.families and after in self.families:
                    self.model.add_setup_time(self.machines[key], before, after, duration)

    def _precedences(self) -> None:
        for record in self.tables["precedences"]:
            ends = [self._end(record, "job", "operation")]
            other = "after job" if record["after job"] is not None else "job"
            ends.append(self._end(record, other, "after operation"))
            least = self.whole(record, "min lag") or 0
            most = self.whole(record, "max lag")
            if most is not None and most < least:
                self.tables.fault(record, "max lag", "the greatest lag is below the least")
            if ends[0] is None or ends[1] is None:
                continue
            self.model.add_precedence(ends[0], ends[1], least, most)

    def _end(self, record: Record, job: str, operation: str) -> OperationRef | None:
        if record[job] is None or record[operation] is None:
            return None
        if plain(record[job]) not in self.jobs:
            remedy = f"{nearest(record[job], self.jobs)}use one of 'operations'"
            self.tables.fault(record, job, f"unknown job {shown(record[job])}", remedy)
            return None
        found = self.operations.get((plain(record[job]), plain(record[operation])))
        if found is None:
            known = [name for of, name in self.operations if of == plain(record[job])]
            cause = f"job {shown(record[job])} has no operation {shown(record[operation])}"
            remedy = f"{nearest(record[operation], known)}name it in the table 'operations'"
            self.tables.fault(record, operation, cause, remedy)
        return found

    def _objective(self) -> None:
        settings = self.tables.settings
        permutation = settings.get("permutation")
        if permutation is not None:
            answer = yes(permutation)
            if answer is None:
                settings.fault(self.tables.faults, "permutation", "this is neither yes nor no")
            self.model.set_permutation(bool(answer))
        text = settings.get("objective")
        if text is None:
            return
        weights: dict[str, float] = {}
        known = [plain(name) for name in Objective.__dataclass_fields__]
        for part in re.split(r"[+,;]", str(text)):
            term = _TERM.fullmatch(plain(part))
            name = plain(term.group(2)) if term else plain(part)
            if name not in known:
                cause = f"unknown term {shown(name)} of the objective"
                remedy = f"{nearest(name, known)}use {', '.join(known)}"
                settings.fault(self.tables.faults, "objective", cause, remedy)
            elif term:
                weights[name.replace(" ", "_")] = float(term.group(1) or 1)
        if weights:
            self.model.set_objective(**weights)


def _joined(breaks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Breaks in order, those that touch or overlap as one."""
    made: list[tuple[int, int]] = []
    for start, end in sorted(breaks):
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made
