"""``neurols generate jobshop``: the command's options and what they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli.generate import HERE, Count, Force, Output, Seed, write_instances

if TYPE_CHECKING:
    from neurols.registry import Instance


def jobshop(
    jobs: Annotated[int, typer.Option(metavar="N", help="Number of jobs.")] = 15,
    machines: Annotated[int, typer.Option(metavar="M", help="Number of machines.")] = 15,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = HERE,
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
    write_instances(
        make, lambda shop, path: write(shop, path, chosen), stem, suffix, count, seed, output, force
    )
