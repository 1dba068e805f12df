"""From studies of ``neurols tune`` to the short-budget presets: ``make tuned STUDIES=FOLDER``.

Settings are shipped where they beat the former ones on fresh instances, for sure; of the others
the record stays, so that nobody need look again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.registry import problem_named
from neurols.tune.space import tunable

LEVEL = 0.01
"""p-value of the paired test on fresh instances below which settings are shipped."""


def is_better(record: Mapping[str, Any]) -> bool:
    """Whether what was found beats what was there, on instances that no trial has seen."""
    fresh = record["fresh_instances"]
    return bool(fresh["change_percent"] < 0 and fresh["p_value"] < LEVEL)


def collect(folder: Path) -> list[dict[str, Any]]:
    """The records that ``neurols tune`` wrote into a folder, in the order of the presets.

    Raises:
        InputError: a study ended before its settings met fresh instances, is about a variant of a
            controller, or there is none.
    """
    found = []
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["fresh_instances"] is None:
            raise InputError("this study was interrupted", file=path, remedy="resume it first")
        known = tunable(record["problem"])
        if record["controller"] not in known:
            raise InputError(
                f"settings of {record['controller']!r} alone are not shipped",
                file=path,
                remedy=f"tune one of {', '.join(known)}",
            )
        found.append({"study": path.stem, "shipped": is_better(record), **record})
    if not found:
        raise InputError("no study has ended here", file=folder, remedy="run 'neurols tune' first")
    return sorted(found, key=_place)


def ship(folder: Path, file: Path | None = None) -> list[dict[str, Any]]:
    """Write the records of a folder, of one problem, into its file in the package.

    Records of other controllers stay as they are there.

    Raises:
        InputError: the records are of several problems, or of one without a file.
    """
    new = collect(folder)
    owners = {record["problem"] for record in new}
    if file is None:
        short = problem_named(min(owners)).short_budget()
        if len(owners) > 1 or short is None:
            raise InputError(
                f"studies of {', '.join(sorted(owners))}", file=folder, remedy="ship one problem"
            )
        file = short.file
    fresh = {(record["problem"], record["controller"]) for record in new}
    old = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    stay = [one for one in old if (one["problem"], one["controller"]) not in fresh]
    records = sorted([*stay, *new], key=_place)
    lines = ",\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return records


def _place(record: Mapping[str, Any]) -> int:
    return tunable(record["problem"]).index(record["controller"])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        ship(Path(name))
