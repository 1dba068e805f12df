"""Folders of records, read for reports and packed for keeping.

A packed folder holds ``records.jsonl.xz`` in place of ``records.jsonl``: no solutions, thinner
traces, and those of runs on time alone. Reports look at records as packed, so that they come out
the same before and after.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from neurols.benchmark.anytime import by_stretches
from neurols.benchmark.packing import packed_lines
from neurols.benchmark.plan import Plan
from neurols.benchmark.provenance import FILE_NAME as DESCRIPTION
from neurols.benchmark.provenance import read_description
from neurols.benchmark.runner import Key, Record, key_of
from neurols.benchmark.store import FILE_NAME as RECORDS
from neurols.benchmark.store import record_of
from neurols.benchmark.text import plain
from neurols.errors import InputError

PACKED = RECORDS + ".xz"
_KEYS = (
    *("instance", "fingerprint", "group", "controller", "budget", "seed"),
    *("cost", "best_known", "gap_percent", "iterations", "stopped_by", "cpu_seconds"),
    *("network_seconds", "version", "trace"),
)
_NAMES = ("instance", "group", "controller", "budget", "version")
_TRACE_POINTS = 25
_STRETCH = 1.08  # longer traces have one point in so much time: curves lag by no more than that


class Archive(NamedTuple):
    """The records of a folder and how they were made."""

    name: str
    records: list[Record]
    """As packed, in an order that does not depend on which run ended first."""
    description: dict[str, Any]
    changed: tuple[str, ...] = ()
    """Instances whose data have changed between runs: only records of the latest data are here."""

    @property
    def plan(self) -> Plan | None:
        form = self.description["plan"]
        return None if form is None else Plan.from_json(form)


def find_archives(sources: Iterable[str | PathLike[str]]) -> list[Path]:
    """Folders with records: those given, or those inside them.

    Raises:
        InputError: there are none.
    """
    found: list[Path] = []
    for source in map(Path, sources):
        inside = sorted(path for path in source.iterdir()) if source.is_dir() else []
        here = [path for path in (source, *inside) if _file_of(path) is not None]
        if not here:
            raise InputError(
                "no records here",
                file=source,
                remedy="name a folder that 'neurols bench --output' wrote, or one that holds such",
            )
        found += here[:1] if here[0] == source else here
    names = [path.resolve().name for path in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two folders are named {name!r}", remedy="rename one of them")
    return found


def read_archive(folder: Path) -> Archive:
    """The records of a folder, packed or not, and their description."""
    path = _file_of(folder)
    assert path is not None
    records: dict[Key, Record] = {}
    latest: dict[str, str | None] = {}
    lines = packed_lines(path) if path.name == PACKED else _plain_lines(path)
    for number, (line, whole) in enumerate(lines, 1):
        record = record_of(line) if line else None
        if record is not None:
            records[key_of(record)] = packed(record)
            latest[record["instance"]] = record.get("fingerprint")
        elif line and whole:  # the last one may be torn: the run was killed
            raise InputError("this is no record of a benchmark", file=path, line=number)
    kept = [record for key, record in records.items() if key[4] == latest[key[0]]]
    changed = {key[0] for key in records if key[4] != latest[key[0]]}
    description = read_description(folder)
    if description is None:
        raise InputError(
            f"{DESCRIPTION} is missing",
            file=folder,
            remedy="run the same 'neurols bench' again with --output: it writes the file",
        )
    ordered = _ordered(kept, description)
    return Archive(folder.resolve().name, ordered, description, tuple(sorted(changed)))


def pack(archive: Archive, folder: Path) -> Path:
    """Keep an archive, compressed, in a folder of its name; the same bytes for the same records."""
    from neurols.files.whole_file import make_folder, write_bytes

    target = folder / archive.name
    make_folder(target)
    lines = b"".join(
        json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in archive.records
    )
    write_bytes(target / PACKED, lzma.compress(lines, preset=9 | lzma.PRESET_EXTREME))
    form = json.dumps(archive.description, indent=1)
    write_bytes(target / DESCRIPTION, form.encode() + b"\n")
    return target


def packed(record: Record) -> Record:
    """A record with what reports need, figures of time to five digits."""
    kept = {key: record[key] for key in _KEYS if record.get(key) is not None}
    kept |= {key: plain(kept[key]) for key in _NAMES if key in kept}
    for key in ("cost", "best_known", "gap_percent"):
        kept.setdefault(key, None)
    for key in ("cpu_seconds", "network_seconds"):
        if key in kept:
            kept[key] = float(f"{kept[key]:.5g}")
    if not kept.get("network_seconds"):
        kept.pop("network_seconds", None)
    if record["budget"].endswith(" iterations") or "trace" not in kept:
        kept.pop("trace", None)
    else:
        kept["trace"] = _thin(kept["trace"])
    return kept


def _thin(trace: Sequence[Sequence[float]]) -> list[list[float]]:
    """Where there are many points, one a stretch of time; the first and the last among them."""
    points = [[float(f"{seconds:.4g}"), cost] for seconds, cost in trace]
    return points if len(points) <= _TRACE_POINTS else by_stretches(points, _STRETCH)


def _ordered(records: Iterable[Record], description: dict[str, Any]) -> list[Record]:
    """By budget, contestant, instance and seed; instances in the order of size, then of name."""
    order = {name: place for place, name in enumerate(description["contestants"])}

    def place(record: Record) -> tuple[Any, ...]:
        name = record["controller"]
        return (
            _numbers(record["budget"]),
            order.get(name, len(order)),
            name,
            _numbers(record["group"]),
            record["instance"],
            record["seed"],
        )

    return sorted(records, key=place)


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


def _plain_lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Lines, and whether they were ended."""
    try:
        with path.open("rb") as stream:
            for line in stream:
                yield line.removesuffix(b"\n"), line.endswith(b"\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read: {reason}", file=path) from None


def _file_of(folder: Path) -> Path | None:
    for name in (RECORDS, PACKED):
        if (folder / name).is_file():
            return folder / name
    return None
