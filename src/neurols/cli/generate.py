"""``neurols generate``: random instances into files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neurols.cli.console import CannotPrint, say
from neurols.cli.inputs import check_count, check_seed
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.registry import Instance

app = typer.Typer(rich_markup_mode=None, help="Generate random instances and write them to files.")

_MOST_FILES = 1_000_000

Count = Annotated[int, typer.Option(metavar="K", help="How many instances.")]
Seed = Annotated[
    int,
    typer.Option(metavar="S", help="Seed; instances of different seeds have nothing in common."),
]
Output = Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files; made if needed.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]


@app.command("jobshop")
def jobshop(
    jobs: Annotated[int, typer.Option(metavar="N", help="Number of jobs.")] = 15,
    machines: Annotated[int, typer.Option(metavar="M", help="Number of machines.")] = 15,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = Path("."),
    low: Annotated[int, typer.Option(metavar="D", help="Least duration.")] = 1,
    high: Annotated[int, typer.Option(metavar="D", help="Greatest duration.")] = 99,
    wide: Annotated[bool, typer.Option(help="Durations over orders of magnitude?")] = False,
    stages: Annotated[
        int,
        typer.Option(
            metavar="K",
            help="Groups of machines that all jobs pass in turn: 1 is a job shop, M a flow shop.",
        ),
    ] = 1,
    general: Annotated[
        bool,
        typer.Option(
            "--general", help="General shops: the options below; else all visit all once."
        ),
    ] = False,
    shortest: Annotated[int, typer.Option(metavar="K", help="Least operations of a job.")] = 1,
    longest: Annotated[
        int | None, typer.Option(metavar="K", help="Most operations of a job.")
    ] = None,
    recirculation: Annotated[bool, typer.Option(help="May a job come back to a machine?")] = True,
    flow: Annotated[bool, typer.Option(help="Do machines follow in rising order?")] = False,
    zero_share: Annotated[
        float, typer.Option(metavar="SHARE", help="Share of operations that take no time.")
    ] = 0.1,
    format: Annotated[
        str, typer.Option(metavar="NAME", help="standard, taillard or json.")
    ] = "standard",
    force: Force = False,
) -> None:
    """Generate job shops.

    \b
    neurols generate jobshop --jobs 15 --machines 15 --count 8 --seed 1 --output shops
    neurols generate jobshop --jobs 30 --machines 10 --stages 10 --wide --high 10000 --output flow
    neurols generate jobshop --jobs 20 --machines 5 --general --flow --output plants
    """
    from neurols.scheduling.formats import Format, named
    from neurols.scheduling.generate import general_shop, random_shop
    from neurols.scheduling.write import write

    chosen = named(format)
    stem = f"{'general' if general else 'jobshop'}-{jobs}x{machines}"

    def make(number: int, name: str) -> Instance:
        if not general:
            return random_shop(jobs, machines, number, low, high, name, stages=stages, wide=wide)
        return general_shop(
            jobs,
            machines,
            number,
            shortest=shortest,
            longest=longest,
            recirculation=recirculation,
            flow=flow,
            zero_share=zero_share,
            low=low,
            high=high,
            wide=wide,
            name=name,
        )

    suffix = ".json" if chosen is Format.JSON else ".txt"
    _generate(
        make, lambda shop, path: write(shop, path, chosen), stem, suffix, count, seed, output, force
    )


@app.command("cvrp")
def cvrp(
    customers: Annotated[int, typer.Option(metavar="N", help="Number of customers.")] = 100,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = Path("."),
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

    _generate(
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


def _generate(
    make: Callable[[int, str], Instance],
    write: Callable[[Any, Path], None],
    stem: str,
    suffix: str,
    count: int,
    seed: int,
    output: Path,
    force: bool,
) -> None:
    """Make and write the instances one by one, once nothing can go wrong any more."""
    check_count(count, "--count", 1)
    check_seed(seed)
    if count > _MOST_FILES:
        raise InputError(f"--count is {count}", remedy=f"give at most {_MOST_FILES:,}")
    digits = max(2, len(str(count)))
    names = [f"{stem}-s{seed}-{number:0{digits}d}" for number in range(1, count + 1)]
    paths = [output / f"{name}{suffix}" for name in names]
    # Seeds apart by more than the greatest count: no instance of one seed is one of another.
    first = seed * (_MOST_FILES + 1)
    make(first, names[0])  # wrong sizes are told before a folder is made
    if not force:
        for path in paths:
            if path.exists():
                raise InputError(
                    "the file exists", file=path, remedy="give --force to overwrite it"
                )
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(
            f"this folder cannot be made: {reason}", file=output, remedy="choose another"
        ) from None
    unsaid: CannotPrint | None = None
    for number, (name, path) in enumerate(zip(names, paths, strict=True)):
        write(make(first + number, name), path)
        try:
            say(str(path))
        except CannotPrint as error:  # the files are wanted all the same
            unsaid = error
    if unsaid is not None:
        raise unsaid
