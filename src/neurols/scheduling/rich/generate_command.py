"""Commands of ``neurols generate`` for rich scheduling: their options and what they make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli.generate import HERE, Count, Force, Output, Seed, write_instances

if TYPE_CHECKING:
    from neurols.scheduling.rich.instance import RichScheduling

Jobs = Annotated[int, typer.Option(metavar="N", help="Number of jobs.")]
Machines = Annotated[int, typer.Option(metavar="M", help="Number of machines.")]
Low = Annotated[int | None, typer.Option(metavar="D", help="Least duration.")]
High = Annotated[int | None, typer.Option(metavar="D", help="Greatest duration.")]
Setups = Annotated[
    str,
    typer.Option(
        metavar="WIDTH",
        help="Setup times up to a share of the greatest duration: none, narrow (25 %), medium"
        " (50 %) or wide (125 %).",
    ),
]
Families = Annotated[
    int | None,
    typer.Option(
        metavar="K", help="Setup families; 0 for one per job; a third of the jobs by default."
    ),
]
Release = Annotated[
    float,
    typer.Option(metavar="SHARE", help="Jobs come in over this share of the load; 0: all at once."),
]
Tightness = Annotated[
    float | None,
    typer.Option(
        metavar="F", help="Due dates at F times the work of the job: 1.3 is tight, 1.6 loose."
    ),
]
ObjectiveName = Annotated[
    str | None,
    typer.Option(
        metavar="TERM",
        help="Such as makespan, weighted_tardiness, total_completion, late_jobs, setup_time; by"
        " default weighted tardiness with --due-dates, else the makespan.",
    ),
]
Breaks = Annotated[
    float, typer.Option(metavar="SHARE", help="Share of time that is break on every machine.")
]
Pausing = Annotated[
    float, typer.Option(metavar="SHARE", help="Share of operations that may pause over breaks.")
]
Lags = Annotated[
    float, typer.Option(metavar="SHARE", help="Share of precedences that have a minimum lag.")
]
Blocking = Annotated[bool, typer.Option("--blocking", help="No buffers between machines.")]


def flexible(
    jobs: Jobs = 15,
    machines: Machines = 8,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = HERE,
    like: Annotated[
        str,
        typer.Option(
            metavar="FAMILY",
            help="brandimarte, hurink-edata, hurink-rdata, hurink-vdata, dauzere-paulli,"
            " behnke-geiger, or job-shop for one machine per operation.",
        ),
    ] = "brandimarte",
    low: Low = None,
    high: High = None,
    setups: Setups = "none",
    families: Families = None,
    release: Release = 0,
    due_dates: Tightness = None,
    objective: ObjectiveName = None,
    breaks: Breaks = 0,
    pausing: Pausing = 0.5,
    lags: Lags = 0,
    blocking: Blocking = False,
    force: Force = False,
) -> None:
    """Generate flexible job shops, with setups, due dates and calendars where asked for.

    \b
    neurols generate flexible --jobs 15 --machines 8 --count 5 --output shops
    neurols generate flexible --like hurink-vdata --setups wide --due-dates 1.5
    neurols generate flexible --like job-shop --breaks 0.15 --objective total_completion
    """
    from neurols.errors import InputError
    from neurols.scheduling.rich import generate_shops as shops

    makers: dict[str, Callable[..., RichScheduling]] = {
        "brandimarte": shops.brandimarte,
        "dauzere-paulli": shops.dauzere_paulli,
        "behnke-geiger": shops.behnke_geiger,
        "job-shop": shops.job_shop,
    }
    base, _, kind = like.partition("-")
    if base == "hurink" and kind in ("edata", "rdata", "vdata"):
        makers[like] = lambda *size, **more: shops.hurink(*size, kind=kind, **more)
    if like not in makers:
        raise InputError(
            f"--like is {like!r}",
            remedy="use brandimarte, hurink-edata, hurink-rdata, hurink-vdata, dauzere-paulli,"
            " behnke-geiger or job-shop",
        )
    durations = _durations(low, high, default=_DURATIONS.get(base, (1, 99)))

    def make(number: int, name: str) -> RichScheduling:
        shop = makers[like](jobs, machines, number, name, durations=durations)
        shop = _with_times(shop, number, setups, families, breaks, pausing, lags, blocking)
        return _with_dates(shop, number, release, due_dates, objective)

    _write(make, f"{like}-{jobs}x{machines}", count, seed, output, force)


def flow_shop(
    jobs: Jobs = 20,
    machines: Machines = 5,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = HERE,
    permutation: Annotated[
        bool, typer.Option(help="Must all machines see the jobs in the same order?")
    ] = True,
    low: Low = None,
    high: High = None,
    setups: Setups = "none",
    families: Families = 0,
    release: Release = 0,
    due_dates: Tightness = None,
    objective: ObjectiveName = None,
    blocking: Blocking = False,
    force: Force = False,
) -> None:
    """Generate flow shops: all jobs visit the machines in the same order.

    \b
    neurols generate flow-shop --jobs 50 --machines 10 --count 10
    neurols generate flow-shop --setups wide --due-dates 2 --no-permutation
    """
    from neurols.scheduling.rich.generate_flow import flow_shop as maker

    durations = _durations(low, high, default=(1, 99))

    def make(number: int, name: str) -> RichScheduling:
        shop = maker(jobs, machines, number, name, permutation=permutation, durations=durations)
        shop = _with_times(shop, number, setups, families, 0, 0, 0, blocking)
        return _with_dates(shop, number, release, due_dates, objective)

    kind = "permutation-flow-shop" if permutation else "flow-shop"
    _write(make, f"{kind}-{jobs}x{machines}", count, seed, output, force)


def hybrid_flow_shop(
    jobs: Jobs = 20,
    stages: Annotated[int, typer.Option(metavar="K", help="Number of stages.")] = 5,
    machines: Annotated[int, typer.Option(metavar="M", help="Machines of a stage.")] = 3,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = HERE,
    unrelated: Annotated[
        bool,
        typer.Option("--unrelated", help="Stages differ in machines, and machines in speed."),
    ] = False,
    skipping: Annotated[
        float, typer.Option(metavar="SHARE", help="Share of stages that a job does not need.")
    ] = 0,
    low: Low = None,
    high: High = None,
    setups: Setups = "none",
    families: Families = 0,
    release: Release = 0,
    due_dates: Tightness = None,
    objective: ObjectiveName = None,
    force: Force = False,
) -> None:
    """Generate hybrid flow shops: stages of parallel machines.

    \b
    neurols generate hybrid-flow-shop --jobs 30 --stages 4 --machines 3
    neurols generate hybrid-flow-shop --unrelated --skipping 0.2 --setups medium
    """
    from neurols.scheduling.rich.generate_flow import hybrid_flow_shop as maker

    durations = _durations(low, high, default=(1, 99))

    def make(number: int, name: str) -> RichScheduling:
        shop = maker(
            jobs,
            stages,
            number,
            name,
            machines=machines,
            unrelated=unrelated,
            skipping=skipping,
            durations=durations,
        )
        shop = _with_times(shop, number, setups, families, 0, 0, 0, False)
        return _with_dates(shop, number, release, due_dates, objective)

    _write(make, f"hybrid-flow-shop-{jobs}x{stages}", count, seed, output, force)


def assembly(
    jobs: Annotated[int, typer.Option(metavar="N", help="Number of products.")] = 10,
    machines: Machines = 8,
    count: Count = 1,
    seed: Seed = 1,
    output: Output = HERE,
    parts: Annotated[
        int, typer.Option(metavar="K", help="Most parts that go into an assembly.")
    ] = 4,
    low: Low = None,
    high: High = None,
    setups: Setups = "none",
    families: Families = None,
    release: Release = 0,
    due_dates: Tightness = None,
    objective: ObjectiveName = None,
    breaks: Breaks = 0,
    pausing: Pausing = 0.5,
    force: Force = False,
) -> None:
    """Generate assembly: products whose parts are made first, parts of parts before them.

    \b
    neurols generate assembly --jobs 10 --machines 8
    neurols generate assembly --due-dates 0.8 --objective total_tardiness
    """
    from neurols.scheduling.rich.generate_flow import assembly as maker

    durations = _durations(low, high, default=(1, 50))

    def make(number: int, name: str) -> RichScheduling:
        shop = maker(
            jobs, machines, number, name, parts=(min(2, parts), parts), durations=durations
        )
        shop = _with_times(shop, number, setups, families, breaks, pausing, 0, False)
        return _with_dates(shop, number, release, due_dates, objective)

    _write(make, f"assembly-{jobs}x{machines}", count, seed, output, force)


COMMANDS: dict[str, Callable[..., None]] = {
    "flexible": flexible,
    "flow-shop": flow_shop,
    "hybrid-flow-shop": hybrid_flow_shop,
    "assembly": assembly,
}
_DURATIONS = {"brandimarte": (1, 20), "dauzere": (10, 100), "behnke": (10, 50)}


def _durations(low: int | None, high: int | None, default: tuple[int, int]) -> tuple[int, int]:
    from neurols.errors import InputError

    least = default[0] if low is None else low
    most = max(default[1], least) if high is None else high
    if not 0 <= least <= most or most < 1:
        raise InputError(
            f"no duration lies from {least} to {most}",
            remedy="give 0 <= --low <= --high, and --high 1 or more",
        )
    return least, most


def _with_times(
    shop: RichScheduling,
    seed: int,
    setups: str,
    families: int | None,
    breaks: float,
    pausing: float,
    lags: float,
    blocking: bool,
) -> RichScheduling:
    from neurols.scheduling.rich import generate_extras as extras

    if setups != "none":
        shop = extras.with_setups(shop, seed, setups, families)
    if breaks:
        shop = extras.with_calendars(shop, seed, breaks, pausing)
    if lags:
        shop = extras.with_lags(shop, seed, lags)
    return extras.with_blocking(shop) if blocking else shop


def _with_dates(
    shop: RichScheduling,
    seed: int,
    release: float,
    tightness: float | None,
    objective: str | None,
) -> RichScheduling:
    from dataclasses import replace

    from neurols.errors import InputError
    from neurols.scheduling.rich import generate_extras as extras
    from neurols.scheduling.rich.fields import nearest
    from neurols.scheduling.rich.instance import Objective

    known = tuple(Objective.__dataclass_fields__)
    if objective is not None and objective not in known:
        raise InputError(
            f"--objective is {objective!r}",
            remedy=f"{nearest(objective, known)}use {', '.join(known)}",
        )
    if release:
        shop = extras.with_release_dates(shop, seed, release)
    if tightness is not None:
        shop = extras.with_due_dates(shop, seed, tightness)
    return replace(shop, objective=Objective(**{objective: 1})) if objective else shop


def _write(
    make: Callable[[int, str], RichScheduling],
    stem: str,
    count: int,
    seed: int,
    output: Path,
    force: bool,
) -> None:
    from neurols.scheduling.rich.write import write

    write_instances(make, write, stem, ".json", count, seed, output, force)
