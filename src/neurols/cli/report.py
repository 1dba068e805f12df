"""``neurols report``: pages, tables and pictures from stored records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from neurols.cli.console import note, say
from neurols.errors import InputError


def report(
    records: Annotated[
        list[Path],
        typer.Argument(
            metavar="RECORDS...",
            help="Folders that 'neurols bench --output' wrote, or folders that hold such.",
            show_default=False,
        ),
    ],
    output: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for the pages.", show_default=False)
    ],
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Also keep the records there, compressed, and report on all that it holds.",
            show_default=False,
        ),
    ] = None,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Also write the records as Parquet (needs pyarrow).")
    ] = False,
) -> None:
    """Make pages of results from stored records: Markdown, LaTeX, CSV and pictures.

    The same records give the same bytes. With --keep, new records go into a folder of packed
    records first and the report is about all of it. A README.md there introduces the index.

    \b
    neurols report results/paper-jobshop --output report
    neurols report results/clock --keep records --output report
    """
    from neurols.benchmark import parquet as parquet_file
    from neurols.benchmark.archive import find_archives, pack, read_archive
    from neurols.benchmark.pages import write_page
    from neurols.benchmark.summary import write_index
    from neurols.files.whole_file import make_folder, read_text

    if parquet and not parquet_file.available():
        raise InputError(
            "Parquet needs the package 'pyarrow'", remedy="pip install 'neurols[parquet]'"
        )
    if output.exists() and not output.is_dir():
        raise InputError("this is no folder", file=output, remedy="name a folder with --output")
    folders = find_archives(records)
    if keep is not None:
        for folder in folders:
            pack(read_archive(folder), keep)
        folders = find_archives([keep])
    archives = [read_archive(folder) for folder in folders]
    make_folder(output)
    for archive in archives:
        if archive.changed:
            names = ", ".join(archive.changed[:3]) + (", …" if len(archive.changed) > 3 else "")
            note(
                f"{archive.name}: the data of {names} changed between the runs;"
                " records of the earlier data are left out"
            )
        say(str(write_page(archive, output, as_parquet=parquet)))
    introduction = (keep or records[0]) / "README.md"
    told = read_text(introduction) if introduction.is_file() else ""
    say(str(write_index(archives, output, told)))
