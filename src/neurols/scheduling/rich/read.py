"""Rich instances from texts: the reader for each format."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike

from neurols.scheduling.rich.figures import known_figures
from neurols.scheduling.rich.formats import RichFormat, first_machine
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.rich.read_fjs import UncertainMachines, read_fjs
from neurols.scheduling.rich.read_fjs_setups import read_fjs_setups
from neurols.scheduling.rich.read_json import read_json
from neurols.scheduling.rich.read_setup_types import read_setup_types
from neurols.scheduling.rich.read_tardiness import read_tardiness


def parse(
    text: str, file: str | PathLike[str], name: str, format: RichFormat | str
) -> RichScheduling:
    """The instance in a text of a known format, with its best known cost where it is a benchmark.

    Raises:
        InputError: the text breaks the format; names file, line and remedy.
    """
    return with_figures(_read(text, file, name, format))


def _read(
    text: str, file: str | PathLike[str], name: str, format: RichFormat | str
) -> RichScheduling:
    if format == "json":
        return read_json(text, file, name)
    chosen = RichFormat(format)
    if chosen is RichFormat.TARDINESS:
        return read_tardiness(text, file, name)
    if chosen is RichFormat.SETUP_TYPES:
        return read_setup_types(text, file, name)
    reader = read_fjs_setups if chosen.startswith(RichFormat.SETUPS) else read_fjs
    try:
        return reader(text, file, name, first_machine(chosen))
    except UncertainMachines:
        # A published instance is known by its data, in whose files machines count from 1.
        published = reader(text, file, name, 1)
        if known_figures(published) is None:
            raise
        return published


def with_figures(instance: RichScheduling) -> RichScheduling:
    """The instance with the best known cost and bound of the benchmark that has its very data."""
    if instance.best_known is not None or instance.known_lower_bound is not None:
        return instance
    known = known_figures(instance)
    if known is None:
        return instance
    return replace(instance, best_known=known.best_known, known_lower_bound=known.lower_bound)
