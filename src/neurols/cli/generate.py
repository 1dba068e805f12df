"""``neurols generate``: random instances into files; each problem brings its own commands."""

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

HERE = Path(".")
_MOST_FILES = 1_000_000

Count = Annotated[int, typer.Option(metavar="K", help="How many instances.")]
Seed = Annotated[
    int,
    typer.Option(metavar="S", help="Seed; instances of different seeds have nothing in common."),
]
Output = Annotated[Path, typer.Option(metavar="DIR", help="Folder for the files; made if needed.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]


def new_app() -> typer.Typer:
    """A command for every kind of instance that some problem generates."""
    from neurols.registry import problems

    app = typer.Typer(
        rich_markup_mode=None, help="Generate random instances and write them to files."
    )
    for problem in problems().values():
        for name, command in problem.generators().items():
            app.command(name)(command)
    return app


def write_instances(
    make: Callable[[int, str], Instance],
    write: Callable[[Any, Path], None],
    stem: str,
    suffix: str,
    count: int,
    seed: int,
    output: Path,
    force: bool,
) -> None:
    """Make and write instances one by one, once nothing can go wrong any more.

    Args:
        make: makes an instance of a number (its seed) and a name.
        write: writes one to a file.
        stem: of the names, such as ``uchoa-n100``.
        suffix: of the files.
        count: how many.
        seed: of the whole; no instance of one seed is one of another.
        output: folder; made if needed.
        force: overwrite files that are there.
    """
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
