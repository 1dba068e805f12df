"""Built-in instances by name, and groups of them. Nothing is read from disk."""

from __future__ import annotations

from functools import lru_cache

from neurols.errors import InputError
from neurols.scheduling import fisher_thompson, general_suite, generate, large_suite
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read_standard import read_standard
from neurols.scheduling.taillard import ROWS as TAILLARD


def names() -> tuple[str, ...]:
    """All built-in names: ``ft06``, ``ft10``, ``ft20``, ``ta01`` to ``ta80``, generated suites."""
    return (*fisher_thompson.TEXTS, *TAILLARD, *general_suite.NAMES, *large_suite.NAMES)


def groups() -> dict[str, tuple[str, ...]]:
    """Group to names: ``taillard``, ``taillard:15x15`` and the like, ``general-shops`` …"""
    result = {"fisher-thompson": tuple(fisher_thompson.TEXTS), "taillard": tuple(TAILLARD)}
    for name, row in TAILLARD.items():
        group = f"taillard:{row.jobs}x{row.machines}"
        result[group] = (*result.get(group, ()), name)
    return result | {"general-shops": general_suite.NAMES, "large-shops": large_suite.NAMES}


def suite(name: str) -> list[str]:
    """The names in a group; an instance's name is a group of one.

    Raises:
        InputError: there is no such group; the message suggests near ones.
    """
    wanted = name.lower()
    if wanted in names():
        return [wanted]
    known = groups()
    if wanted not in known:
        raise _unknown("suite", name, [*known, *names()], f"groups are {', '.join(known)}")
    return list(known[wanted])


@lru_cache(maxsize=16)
def _load(name: str) -> JobShop:
    if name in fisher_thompson.TEXTS:
        optimum = fisher_thompson.OPTIMA[name]
        shop = read_standard(fisher_thompson.TEXTS[name], name, name)
        return JobShop(shop.jobs, name, shop.machines, optimum, optimum)
    if name in general_suite.NAMES:
        return general_suite.load(name)
    if name in large_suite.NAMES:
        return large_suite.load(name)
    row = TAILLARD[name]
    shop = generate.taillard(row.jobs, row.machines, row.time_seed, row.machine_seed)
    return JobShop(shop.jobs, name, shop.machines, row.best_known, row.lower_bound)


def load(name: str) -> JobShop:
    """The built-in instance of that name, in small or capital letters.

    Raises:
        InputError: there is none; the message suggests near ones.
    """
    wanted = name.lower()
    if wanted not in names():
        raise _unknown("instance", name, names(), "built in are ft06, ft10, ft20, ta01 to ta80")
    return _load(wanted)


def with_known_bounds(instance: JobShop) -> JobShop:
    """The instance with the bounds of the built-in one that has its name and its very jobs."""
    wanted = instance.name.lower()
    if instance.best_known is not None or wanted not in names():
        return instance
    known = load(wanted)
    if (known.jobs, known.machines) != (instance.jobs, instance.machines):
        return instance
    return JobShop(
        instance.jobs,
        instance.name,
        instance.machines,
        known.best_known,
        known.known_lower_bound,
    )


def _unknown(what: str, name: str, known: list[str] | tuple[str, ...], else_: str) -> InputError:
    from difflib import get_close_matches  # only a slip pays for it

    near = get_close_matches(name.lower(), known, n=3, cutoff=0.6)
    remedy = f"did you mean {' or '.join(near)}? {else_}" if near else else_
    return InputError(f"unknown {what} {name!r}", remedy=remedy)
