"""``neurols generate cvrp``: the command's options and what they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli.generate import HERE, Count, Force, Output, Seed, write_instances
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance


def cvrp(
    customers: Annotated[int, typer.Option(metavar="N", help="Number of customers.")] = 100,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = HERE,
    kind: Annotated[
        str,
        typer.Option(metavar="NAME", help="kool (2019), uchoa (2017), or mixed: classes of uchoa."),
    ] = "uchoa",
    capacity: Annotated[
        int | None, typer.Option(metavar="Q", help="Capacity of a vehicle (kool).")
    ] = None,
    scale: Annotated[
        int | None,
        typer.Option(metavar="K", help="Round coordinates times this, and distances (kool)."),
    ] = None,
    depot: Annotated[
        str, typer.Option(metavar="CLASS", help="random, eccentric or central (uchoa).")
    ] = "random",
    positions: Annotated[
        str, typer.Option(metavar="CLASS", help="random, clustered or random-clustered (uchoa).")
    ] = "random-clustered",
    demand: Annotated[int, typer.Option(metavar="CLASS", help="0 to 6 (uchoa).")] = 1,
    route_length: Annotated[
        str | None,
        typer.Option(metavar="R", help="Mean customers on a route, or a class (uchoa)."),
    ] = None,
    format: Annotated[str, typer.Option(metavar="NAME", help="vrp or json.")] = "vrp",
    force: Force = False,
) -> None:
    """Generate vehicle-routing instances.

    \b
    neurols generate cvrp --customers 100 --count 8 --seed 1 --output routes
    neurols generate cvrp --customers 50 --kind kool --scale 1000 --output routes
    """
    if format not in ("vrp", "json"):
        raise InputError(f"unknown format {format!r}", remedy="use vrp or json")
    if kind not in ("kool", "uchoa", "mixed"):
        raise InputError(f"unknown kind {kind!r}", remedy="use kool, uchoa or mixed")
    from neurols.routing import generate as routing
    from neurols.routing.write import write_instance

    def make(number: int, name: str) -> Instance:
        if kind == "kool":
            return routing.kool(customers, number, capacity, scale=scale, name=name)
        if kind == "mixed":
            return routing.mixed(customers, number, name=name)
        length = _number_or_class(route_length)
        return routing.uchoa(customers, number, depot, positions, demand, length, name=name)

    write_instances(
        make,
        lambda instance, path: write_instance(path, instance),
        f"{kind}-n{customers}",
        f".{format}",
        count,
        seed,
        output,
        force,
    )


def _number_or_class(text: str | None) -> str | float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return text
