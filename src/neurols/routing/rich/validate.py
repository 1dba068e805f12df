"""The rules that the data of a rich routing instance must meet, whichever way it comes in.

Each message names the client, depot, shipment or vehicle type at fault and says what to give
instead. Files and lines belong to the readers. Whether a feasible plan exists is not asked here;
see ``infeasible``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .validate_fleet import check_vehicle_types
from .validate_numbers import amounts, time, whole_multiple

if TYPE_CHECKING:
    from .instance import Client, Profile, RichRouting

ROUNDINGS = ("none", "nearest", "truncate", "dimacs", "exact")
OBJECTIVES = ("cost", "vehicles")
BALANCES = ("longest", "spread")
MOST_DECIMALS = 9
_LARGEST = 2**61
"""No sum of costs or times may pass this in whole units: the core counts in 64 bits."""
_ROWS = 256  # of a matrix that are looked at together
_FIRST = 100  # the highest priority


def check_instance(instance: RichRouting) -> None:
    """Raise ``InputError`` for the first thing that is wrong with the data."""
    for what, found in (
        ("depot", instance.depots),
        ("client", instance.clients),
        ("vehicle type", instance.vehicle_types),
        ("profile", instance.profiles),
    ):
        if not found:
            raise InputError(f"there is no {what}", remedy=f"give at least one {what}")
    for what, value in (("decimals", instance.decimals), ("cost_decimals", instance.cost_decimals)):
        if type(value) is not int or not 0 <= value <= MOST_DECIMALS:
            raise InputError(
                f"{what} is {value!r}", remedy=f"give a number from 0 to {MOST_DECIMALS}"
            )
    _one_of(instance.objective, "objective", OBJECTIVES)
    _one_of(instance.rounding, "rounding", ROUNDINGS)
    _one_of(instance.balance.of, "balance", BALANCES)
    whole_multiple(instance.balance.price, instance.cost_decimals, "the price of balance")
    for profile in range(len(instance.profiles)):
        _check_profile(instance, profile)
    _check_coordinates(instance)
    _check_depots(instance)
    for client in range(len(instance.clients)):
        _check_client(instance, client)
    _check_groups(instance)
    _check_shipments(instance)
    check_vehicle_types(instance)
    _check_magnitude(instance)


def _one_of(value: str, what: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise InputError(f"{what} is {str(value)[:40]!r}", remedy=f"use {' or '.join(known)}")


def _check_profile(instance: RichRouting, number: int) -> None:
    profile = instance.profiles[number]
    what = f"profile {number}" + (f" ({profile.name})" if profile.name else "")
    _check_matrix(instance, profile.distances, f"a distance of {what}")
    if profile.durations is not profile.distances:
        _check_matrix(instance, profile.durations, f"a duration of {what}")
    _check_speeds(instance, profile, what)


def _check_matrix(instance: RichRouting, matrix: Any, what: str) -> None:
    import numpy as np

    shape = (instance.locations, instance.locations)
    if getattr(matrix, "shape", None) != shape or matrix.dtype.kind not in "if":
        raise InputError(
            f"{what}: the matrix has the shape {getattr(matrix, 'shape', None)}",
            remedy=f"give numbers in {shape[0]} rows and columns, one for each location",
        )
    for first in range(0, shape[0], _ROWS):
        rows = matrix[first : first + _ROWS]
        scaled = rows * float(instance.scale)
        wrong = ~np.isfinite(scaled) | (rows < 0)
        with np.errstate(invalid="ignore"):  # infinite ones are wrong already
            whole = np.rint(scaled)
            wrong |= np.abs(scaled - whole) > 1e-6 * np.maximum(1.0, np.abs(scaled) * 1e-6)
            wrong |= (whole == 0) & (rows > 0)
        if wrong.any():
            row, column = (int(at) for at in np.argwhere(wrong)[0])
            raise InputError(
                f"{what}, from {instance.label(first + row)} to {instance.label(column)},"
                f" is {rows[row, column]}",
                remedy=f"give finite numbers, 0 or more, of at most {instance.decimals} decimals",
            )


def _check_speeds(instance: RichRouting, profile: Profile, what: str) -> None:
    before = -math.inf
    for start, speed in profile.speeds:
        time(start, instance.decimals, f"the start of a period of {what}")
        if start <= before:
            raise InputError(
                f"the periods of {what} are out of order at {start}", remedy="give rising starts"
            )
        if type(speed) is not int or not 1 <= speed <= 100_000:
            raise InputError(
                f"the speed of {what} from {start} on is {speed!r}",
                remedy="give a whole number of percent, 1 or more",
            )
        before = start


def _check_coordinates(instance: RichRouting) -> None:
    import numpy as np

    points = instance.coordinates
    if points is None:
        return
    if points.shape != (instance.locations, 2) or not np.isfinite(points).all():
        raise InputError(
            f"the coordinates have the shape {points.shape} or are not all finite",
            remedy=f"give x and y of each of the {instance.locations} locations",
        )


def _check_depots(instance: RichRouting) -> None:
    for number, depot in enumerate(instance.depots):
        what = instance.label(number)
        time(depot.opens, instance.decimals, f"the opening time of {what}")
        time(depot.closes, instance.decimals, f"the closing time of {what}", endless=True)
        time(depot.service_duration, instance.decimals, f"the service duration of {what}")
        if depot.opens > depot.closes:
            raise InputError(
                f"{what} opens at {depot.opens} and closes at {depot.closes}",
                remedy="let it close after it opens",
            )


def _check_client(instance: RichRouting, number: int) -> None:
    client = instance.clients[number]
    what = instance.label(len(instance.depots) + number)
    amounts(client.delivery, instance.dimensions, f"the delivery of {what}")
    amounts(client.pickup, instance.dimensions, f"the pickup of {what}")
    time(client.service_duration, instance.decimals, f"the service duration of {what}")
    time(client.release_time, instance.decimals, f"the release time of {what}")
    _check_priority(client.priority, what)
    _check_windows(instance, client, what)
    if instance.backhaul and any(client.delivery) and any(client.pickup):
        raise InputError(
            f"{what} has a delivery and a pickup, and backhauls come after linehauls",
            remedy="make two clients of it",
        )
    if client.prize is not None:
        whole_multiple(client.prize, instance.cost_decimals, f"the prize of {what}")
        if client.group is not None:
            raise InputError(
                f"{what} is in a group and has a prize", remedy="give the prize to the group"
            )
    allowed = client.allowed_vehicle_types
    if allowed is not None:
        if not allowed:
            raise InputError(f"{what} allows no vehicle type", remedy="name at least one, or None")
        for kind in allowed:
            if not 0 <= kind < len(instance.vehicle_types):
                raise InputError(
                    f"{what} allows vehicle type {kind}, which there is not",
                    remedy=f"they are 0 to {len(instance.vehicle_types) - 1}",
                )


def _check_priority(priority: object, what: str) -> None:
    if isinstance(priority, bool) or not isinstance(priority, int) or not 0 <= priority <= _FIRST:
        raise InputError(
            f"the priority of {what} is {str(priority)[:40]!r}",
            remedy=f"give a whole number from 0 to {_FIRST}",
        )


def _check_windows(instance: RichRouting, client: Client, what: str) -> None:
    before = -math.inf
    for start, end in client.windows:
        time(start, instance.decimals, f"the start of a time window of {what}")
        time(end, instance.decimals, f"the end of a time window of {what}", endless=True)
        if start > end:
            raise InputError(
                f"a time window of {what} ends at {end}, before it starts at {start}",
                remedy="give (earliest, latest)",
            )
        if start <= before:
            raise InputError(
                f"the time windows of {what} are out of order or overlap at {start}",
                remedy="give them in rising order, apart from each other",
            )
        before = end
    if client.late_price is not None:
        whole_multiple(client.late_price, instance.cost_decimals, f"the late price of {what}")
        if not client.windows or math.isinf(client.windows[-1][1]):
            raise InputError(
                f"{what} has a price for lateness, but nothing to be late for",
                remedy="give a time window that ends",
            )


def _check_groups(instance: RichRouting) -> None:
    member: dict[int, int] = {}
    for number, group in enumerate(instance.groups):
        what = f"group {number}" + (f" ({group.name})" if group.name else "")
        if not group.clients:
            raise InputError(f"{what} has no clients", remedy="name at least one client")
        for client in group.clients:
            if not 0 <= client < len(instance.clients):
                raise InputError(
                    f"{what} names client {client}, which there is not",
                    remedy=f"there are {len(instance.clients)} clients",
                )
            if client in member:
                raise InputError(
                    f"{_client(instance, client)} is in two groups", remedy="leave it in one"
                )
            member[client] = number
        whole_multiple(group.prize, instance.cost_decimals, f"the prize of {what}")
        if group.required and group.prize:
            raise InputError(
                f"{what} is required and has a prize", remedy="say required=False, or remove it"
            )
    for number, one in enumerate(instance.clients):
        if one.group != member.get(number):
            raise InputError(
                f"{_client(instance, number)} says group {one.group}, but is listed in"
                f" {member.get(number)}",
                remedy="let client and group name each other",
            )


def _check_shipments(instance: RichRouting) -> None:
    used: dict[int, int] = {}
    for number, shipment in enumerate(instance.shipments):
        what = f"shipment {number}" + (f" ({shipment.name})" if shipment.name else "")
        amounts(shipment.amount, instance.dimensions, f"the amount of {what}")
        for client in (shipment.pickup, shipment.delivery):
            if not 0 <= client < len(instance.clients):
                raise InputError(
                    f"{what} names client {client}, which there is not",
                    remedy=f"there are {len(instance.clients)} clients",
                )
            if client in used:
                raise InputError(
                    f"{_client(instance, client)} is an end of two shipments",
                    remedy="add a client of its own for each end",
                )
            if instance.clients[client].group is not None:
                raise InputError(
                    f"{_client(instance, client)} is an end of {what} and in a group",
                    remedy="take it out of the group",
                )
            used[client] = number
        ends = [instance.clients[end].prize is None for end in (shipment.pickup, shipment.delivery)]
        if ends[0] != ends[1]:
            raise InputError(
                f"one end of {what} has a prize and the other has none",
                remedy="give both a prize, or neither",
            )
        if shipment.max_time_on_board is not None:
            time(shipment.max_time_on_board, instance.decimals, f"the time on board of {what}")


def _client(instance: RichRouting, client: int) -> str:
    return instance.label(len(instance.depots) + client)


def _check_magnitude(instance: RichRouting) -> None:
    """Whole numbers of the core must not overflow, whatever the plan."""
    longest = max(
        float(matrix.max())
        for profile in instance.profiles
        for matrix in (profile.distances, profile.durations)
    )
    # Times beyond the last window come from legs, services and waiting for a window.
    ends = [end for client in instance.clients for window in client.windows for end in window]
    ends += [depot.opens for depot in instance.depots]
    ends += [client.release_time for client in instance.clients]
    latest = max((end for end in ends if math.isfinite(end)), default=0)
    served = sum(client.service_duration for client in instance.clients)
    total = (2 * instance.locations + 1) * longest + latest + served
    dearest = max(
        max(kind.unit_distance_cost, kind.unit_duration_cost + kind.unit_overtime_cost)
        for kind in instance.vehicle_types
    )
    fixed = sum(client.prize or 0 for client in instance.clients)
    fixed += len(instance.clients) * max(kind.fixed_cost for kind in instance.vehicle_types)
    if (total * (dearest + 1) + fixed) * instance.cost_scale > _LARGEST:
        raise InputError(
            f"the numbers are too large to be counted to {instance.decimals} decimals"
            f" (costs: {instance.decimals + instance.cost_decimals})",
            remedy="use fewer decimals or larger units",
        )
