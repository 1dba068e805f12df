"""Checks of the vehicle types of a rich routing instance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from neurols.errors import InputError

from .validate_numbers import amounts, time, whole_multiple

if TYPE_CHECKING:
    from .instance import RichRouting, VehicleType


def check_vehicle_types(instance: RichRouting) -> None:
    """Raise ``InputError`` for the first thing that is wrong with a vehicle type."""
    for number in range(len(instance.vehicle_types)):
        _check_type(instance, instance.vehicle_types[number], instance.type_label(number))
    _check_order(instance)


def _check_type(instance: RichRouting, kind: VehicleType, what: str) -> None:
    if kind.number is not None and (type(kind.number) is not int or kind.number < 1):
        raise InputError(
            f"the number of {what} is {kind.number!r}",
            remedy="give 1 or more, or None for no limit",
        )
    amounts(kind.capacity, instance.dimensions, f"the capacity of {what}")
    amounts(kind.initial_load, instance.dimensions, f"the initial load of {what}")
    for load, most in zip(kind.initial_load, kind.capacity, strict=False):
        if load > most:
            raise InputError(
                f"{what} starts with a load of {load} and carries {most}",
                remedy="lower the initial load",
            )
    _check_depots(instance, kind, what)
    for key in ("fixed_cost", "unit_distance_cost", "unit_duration_cost", "unit_overtime_cost"):
        words = key.replace("_", " ")
        whole_multiple(getattr(kind, key), instance.cost_decimals, f"the {words} of {what}")
    start, end = kind.shift
    time(start, instance.decimals, f"the start of the shift of {what}")
    time(end, instance.decimals, f"the end of the shift of {what}", endless=True)
    if start > end:
        raise InputError(
            f"the shift of {what} ends at {end}, before it starts at {start}",
            remedy="give (start, end)",
        )
    for key in ("max_duration", "max_overtime", "max_distance"):
        words = key.replace("max_", "longest ")
        time(getattr(kind, key), instance.decimals, f"the {words} of {what}", endless=True)
    if math.isinf(kind.max_duration) and (kind.max_overtime or kind.unit_overtime_cost):
        raise InputError(
            f"{what} has overtime, but no longest duration",
            remedy="give max_duration, from where overtime counts",
        )
    _check_breaks(instance, kind, what)
    if not 0 <= kind.profile < len(instance.profiles):
        raise InputError(
            f"{what} has profile {kind.profile}, which there is not",
            remedy=f"they are 0 to {len(instance.profiles) - 1}",
        )


def _check_depots(instance: RichRouting, kind: VehicleType, what: str) -> None:
    used = [kind.start_depot, *kind.reload_depots]
    used += [] if kind.end_depot is None else [kind.end_depot]
    for depot in used:
        if not 0 <= depot < len(instance.depots):
            raise InputError(
                f"{what} names depot {depot}, which there is not",
                remedy=f"they are 0 to {len(instance.depots) - 1}",
            )
    if len(set(kind.reload_depots)) < len(kind.reload_depots):
        raise InputError(f"{what} names a reload depot twice", remedy="name each once")
    most = kind.max_reloads
    if most is not None and (type(most) is not int or most < 0):
        raise InputError(
            f"the most reloads of {what} are {most!r}", remedy="give 0 or more, or None"
        )
    if most and not kind.reload_depots:
        raise InputError(
            f"{what} may reload, but names no depot for it", remedy="give reload_depots"
        )


def _check_breaks(instance: RichRouting, kind: VehicleType, what: str) -> None:
    before = -math.inf
    for rest in kind.breaks:
        time(rest.earliest, instance.decimals, f"the earliest start of a break of {what}")
        time(rest.latest, instance.decimals, f"the latest start of a break of {what}", endless=True)
        time(rest.duration, instance.decimals, f"the duration of a break of {what}")
        if rest.earliest > rest.latest:
            raise InputError(
                f"a break of {what} starts from {rest.earliest} to {rest.latest}",
                remedy="give earliest before latest",
            )
        if rest.earliest < before:
            raise InputError(
                f"the breaks of {what} are out of order at {rest.earliest}",
                remedy="give them in the order in which they are taken",
            )
        before = rest.earliest


def _check_order(instance: RichRouting) -> None:
    if not instance.vehicle_order:
        return
    counted = [0] * len(instance.vehicle_types)
    for kind in instance.vehicle_order:
        if not 0 <= kind < len(counted):
            raise InputError(
                f"the vehicle order names type {kind}, which there is not",
                remedy=f"they are 0 to {len(counted) - 1}",
            )
        counted[kind] += 1
    for kind, count in enumerate(counted):
        if count != instance.vehicle_types[kind].number:
            raise InputError(
                f"the vehicle order holds {count} of {instance.type_label(kind)}, which has"
                f" {instance.vehicle_types[kind].number}",
                remedy="let the numbers agree",
            )
