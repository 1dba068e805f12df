"""A price for stops that change their vehicle, for a search that starts from a known plan.

Each vehicle of the plan travels by a profile of its own, in which the way to a stop that another
vehicle was to visit is longer by the price. Only the search sees these ways: the plan is checked,
and its cost told, by the true ones. Where the length of routes is limited, the longer ways count,
so that no route becomes too long.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from neurols.errors import InputError

from .instance import Profile, RichRouting, VehicleType

if TYPE_CHECKING:
    from .replan_rest import Rest

_MOST = 50_000_000  # entries of all matrices


def priced(rest: Rest, price: float) -> RichRouting:
    """The instance of what is left to plan, with the price of each stop that changes its vehicle.

    Raises:
        InputError: the instance is too large, or its routes cost nothing by distance.
    """
    import numpy as np

    instance = rest.instance
    known = rest.vehicle_of()
    size = instance.locations
    profiles: list[Profile] = list(instance.profiles)
    made: dict[tuple[int, float, tuple[int, ...]], int] = {}
    types: list[VehicleType] = []
    for number, kind in enumerate(instance.vehicle_types):
        foreign = tuple(sorted(at for at, own in known.items() if own != number))
        extra = _way(instance, kind, price)
        key = (kind.profile, extra, foreign)
        if foreign and key not in made:
            made[key] = len(profiles)
            if len(profiles) * size * size > _MOST:
                raise InputError(
                    f"{len(instance.vehicle_types)} vehicles and {size} places are too many for a"
                    " price of changes",
                    remedy="use --keep instead, or --freeze-until alone",
                )
            base = profiles[kind.profile]
            ways = base.distances.astype(type(extra)) if instance.decimals else base.distances + 0
            ways[:, foreign] += ways.dtype.type(extra)
            np.fill_diagonal(ways, np.diagonal(base.distances))
            profiles.append(replace(base, distances=ways))
        types.append(replace(kind, profile=made.get(key, kind.profile)))
    return replace(instance, profiles=tuple(profiles), vehicle_types=tuple(types))


def _way(instance: RichRouting, kind: VehicleType, price: float) -> float:
    """As much way as costs the price."""
    if kind.unit_distance_cost <= 0:
        raise InputError(
            "a price of changes needs vehicles whose distance costs something",
            remedy="give all vehicles a cost per distance, if only a small one, or use --keep",
        )
    step: float = 10.0**instance.decimals
    return math.ceil(price / kind.unit_distance_cost * step - 1e-9) / step
