"""``neurols generate vrptw`` and the other families of rich routing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neurols.cli.generate import HERE, Count, Force, Output, Seed, write_instances
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance

Clients = Annotated[int, typer.Option(metavar="N", help="Number of clients.")]


def _write(instance: Any, path: Path) -> None:
    from neurols.files.whole_file import write_text

    from .json_form import to_json

    write_text(path, json.dumps(to_json(instance)) + "\n")


def _command(family: str, words: str) -> Callable[..., None]:
    """The command of a family without classes of its own."""

    def command(
        clients: Clients = 100,
        count: Count = 1,
        seed: Seed = 1,
        output: Output = HERE,
        force: Force = False,
    ) -> None:
        from .generate import KINDS

        def make(number: int, name: str) -> Instance:
            from dataclasses import replace

            return replace(KINDS[family](clients, number), name=name)

        stem = f"{family}-n{clients}"
        write_instances(make, _write, stem, ".json", count, seed, output, force)

    command.__doc__ = (
        f"Generate instances with {words}.\n\n\b\n"
        f"neurols generate {family} --clients 100 --count 8 --seed 1 --output routes"
    )
    return command


def _windows_command(family: str, words: str) -> Callable[..., None]:
    """The command of a family with Solomon's classes."""

    def command(
        clients: Clients = 100,
        count: Count = 1,
        seed: Seed = 1,
        output: Output = HERE,
        layout: Annotated[
            str | None,
            typer.Option(
                metavar="CLASS", help="r1, r2, c1, c2, rc1 or rc2.  [default: the seed chooses]"
            ),
        ] = None,
        force: Force = False,
    ) -> None:
        from . import generate

        make_one = getattr(generate, family)
        if layout is not None and layout not in ("r1", "r2", "c1", "c2", "rc1", "rc2"):
            raise InputError(f"unknown class {layout!r}", remedy="use r1, r2, c1, c2, rc1 or rc2")

        def make(number: int, name: str) -> Instance:
            made: Instance = make_one(clients, number, layout, name=name)
            return made

        stem = f"{family}-{layout + '-' if layout else ''}n{clients}"
        write_instances(make, _write, stem, ".json", count, seed, output, force)

    command.__doc__ = (
        f"Generate instances with {words}.\n\n\b\n"
        f"neurols generate {family} --clients 100 --layout rc1 --count 8 --output routes"
    )
    return command


COMMANDS: dict[str, Callable[..., None]] = {
    "vrptw": _windows_command("vrptw", "time windows (Solomon, 1987)"),
    "pcvrptw": _windows_command("pcvrptw", "time windows and optional clients"),
    "mtvrptwr": _windows_command("mtvrptwr", "time windows, several trips and release times"),
    "pdptw": _windows_command("pdptw", "pickups and deliveries within windows (Li and Lim, 2001)"),
    "mdvrptw": _command("mdvrptw", "several depots and time windows (Cordeau et al., 2001)"),
    "sdvrptw": _command("sdvrptw", "clients that only some vehicle types may visit"),
    "hfvrp": _command("hfvrp", "vehicles of several types (Pessoa et al., 2018)"),
    "vrpb": _command("vrpb", "backhauls after linehauls (Queiroga et al., 2020)"),
    "gvrp": _command("gvrp", "groups of which one client is visited (Bektas et al., 2011)"),
    "mixed-routing": _command("mixed", "any mix of constraints"),
}
"""The commands by name."""
