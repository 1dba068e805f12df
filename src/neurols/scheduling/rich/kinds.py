"""Kinds of generated instances by name, for suites, tuning and training."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from neurols.errors import InputError
from neurols.scheduling.rich import generate_extras as extras
from neurols.scheduling.rich import generate_flow as flow
from neurols.scheduling.rich import generate_shops as shops
from neurols.scheduling.rich.instance import Objective, RichScheduling

SIZE_WORDS = "15x10 (jobs x machines) or brandimarte:15x10"
_MOST_DIGITS = 4


def _hurink(kind: str) -> Callable[[int, int, int], RichScheduling]:
    return lambda n, m, seed: shops.hurink(n, m, seed, kind=kind)


def _setups(n: int, m: int, seed: int) -> RichScheduling:
    width = tuple(extras.WIDTHS)[seed % 3]
    return extras.with_setups(shops.job_shop(n, m, seed), seed, width, initial=seed % 2 == 0)


def _flexible_setups(n: int, m: int, seed: int) -> RichScheduling:
    width = tuple(extras.WIDTHS)[seed % 3]
    return extras.with_setups(shops.brandimarte(n, m, seed, durations=(10, 99)), seed, width)


def _tardiness(n: int, m: int, seed: int) -> RichScheduling:
    return extras.with_due_dates(shops.job_shop(n, m, seed), seed, (1.3, 1.6)[seed % 2])


def _flexible_tardiness(n: int, m: int, seed: int) -> RichScheduling:
    shop = extras.with_release_dates(shops.hurink(n, m, seed, kind="rdata"), seed)
    return extras.with_due_dates(shop, seed, 1.5, Objective(weighted_tardiness=1))


def _calendars(n: int, m: int, seed: int) -> RichScheduling:
    return extras.with_calendars(shops.brandimarte(n, m, seed, durations=(10, 99)), seed)


def _assembly(n: int, m: int, seed: int) -> RichScheduling:
    shop = flow.assembly(n, m, seed)
    if seed % 2:
        return shop
    return extras.with_due_dates(shop, seed, 1.0, Objective(total_tardiness=1), weighted=False)


def _plant(n: int, m: int, seed: int) -> RichScheduling:
    """Alternative machines, setups, release and due dates, breaks and lags at once."""
    shop = shops.brandimarte(n, m, seed, durations=(10, 99))
    shop = extras.with_setups(shop, seed, "narrow")
    shop = extras.with_lags(extras.with_calendars(shop, seed), seed, 0.2)
    shop = extras.with_release_dates(shop, seed)
    return extras.with_due_dates(shop, seed, 1.6, Objective(weighted_tardiness=1, setup_time=1))


def _hybrid(n: int, m: int, seed: int) -> RichScheduling:
    """``m`` counts stages."""
    return flow.hybrid_flow_shop(n, m, seed, unrelated=seed % 2 == 1)


KINDS: dict[str, Callable[[int, int, int], RichScheduling]] = {
    "brandimarte": shops.brandimarte,
    "hurink-edata": _hurink("edata"),
    "hurink-rdata": _hurink("rdata"),
    "hurink-vdata": _hurink("vdata"),
    "dauzere-paulli": shops.dauzere_paulli,
    "behnke-geiger": shops.behnke_geiger,
    "setups": _setups,
    "flexible-setups": _flexible_setups,
    "tardiness": _tardiness,
    "flexible-tardiness": _flexible_tardiness,
    "calendars": _calendars,
    "assembly": _assembly,
    "plant": _plant,
    "hybrid-flow-shop": _hybrid,
    "permutation-flow-shop": flow.flow_shop,
}
"""A generator for jobs, machines and seed by the name of the kind."""


def generated(size: str, seed: int) -> RichScheduling:
    """An instance of a kind and size; of every kind in turn where none is named.

    Args:
        size: ``15x10``, or with its kind ``brandimarte:15x10``.
        seed: of the random numbers.

    Raises:
        InputError: it is no size, or no such kind is known.
    """
    kind, separator, shape = size.rpartition(":")
    if separator and kind not in KINDS:
        raise InputError(f"unknown kind {kind!r}", remedy=f"use {', '.join(KINDS)}")
    jobs, _, machines = shape.partition("x")
    if not (
        jobs.isdecimal() and machines.isdecimal() and max(len(jobs), len(machines)) <= _MOST_DIGITS
    ):
        raise InputError(f"{size!r} is no size", remedy=f"give sizes such as {SIZE_WORDS}")
    chosen = kind if separator else tuple(KINDS)[seed % len(KINDS)]
    made = KINDS[chosen](int(jobs), int(machines), seed)
    return replace(made, name=f"{chosen}-{jobs}x{machines}-{seed}")
