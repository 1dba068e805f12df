"""``neurols solve --server URL``: the search runs in a service, files are written here."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import typer

from neurols.cli.console import complain, say_facts, say_json
from neurols.errors import InputError
from neurols.files.json_text import parse_json

_INTERRUPTED = 130


def solve_remotely(
    server: str,
    instance: str,
    *,
    controller: str,
    time: float | None,
    seed: int,
    outputs: list[Path],
    plot: Path | None,
    as_json: bool,
    quiet: bool,
    refused: Mapping[str, object],
) -> None:
    """Post an instance, follow its search, and fetch the plan.

    Args:
        server: address of the service; ``NEUROLS_TOKEN`` is its token.
        instance: a file here, or one of the service's examples.
        controller: its name.
        time: seconds of the search.
        seed: of the random numbers.
        outputs: files to write the plan to.
        plot: file to draw it to.
        as_json: whether to print JSON.
        quiet: whether to show no progress.
        refused: options that a service does not have, by name; none may be set.
    """
    from neurols.client import Client
    from neurols.plotting.titles import amount

    for option, value in refused.items():
        if value not in (None, False):
            raise InputError(f"{option} does not go with --server", remedy="leave one of them out")
    client = Client(server, os.environ.get("NEUROLS_TOKEN"))
    job = client.submit(instance, time_limit=10 if time is None else time,
                        controller=controller, seed=seed)  # fmt: skip
    interrupted = False
    try:
        job = _followed(client, job, None if quiet or as_json else complain)
    except KeyboardInterrupt:
        interrupted = True
        client.stop(job["id"])
        job = _followed(client, job, None)
    if job["state"] == "failed":
        raise InputError(f"the search failed: {job['error']}", file=instance)
    files = [*outputs, *([] if plot is None else [plot])]
    for path in files:
        client.save(job["id"], path)
    if as_json:
        say_json(job["result"] | {"solution": _solution(client, job["id"])})
    else:
        found = job["result"]
        say_facts(
            [
                ("instance", f"{found['instance']} ({found['problem']}, {found['size']})"),
                ("cost", amount(job["cost"])),
                ("controller", found["controller"]),
                ("search", found["resolved_controller"]),
                ("iterations", f"{job['iterations']:,}"),
                ("seconds", f"{job['seconds']:.2f}"),
                ("stopped by", "interrupted" if interrupted else found["stopped_by"]),
                ("server", f"{server} (job {job['id']}, neurols {found['version']})"),
                *(("written", str(path)) for path in files),
            ]
        )
    if interrupted:
        raise typer.Exit(_INTERRUPTED)


def _followed(
    client: Any, job: dict[str, Any], tell: Callable[[str], None] | None
) -> dict[str, Any]:
    """The job once it is over; what it finds is told as it comes."""
    best = None
    for seen in client.events(job["id"]):
        job = seen
        if tell is not None and job["cost"] is not None and job["cost"] != best:
            best = job["cost"]
            tell(f"{job['seconds']:8.1f} s  best {best:,}")
    return job


def _solution(client: Any, number: str) -> Any:
    with tempfile.TemporaryDirectory(prefix="neurols-") as folder:
        path = Path(folder) / "plan.json"
        client.save(number, path)
        return parse_json(path.read_text(encoding="utf-8"), path)
