"""The core's form of classical routing instances, kept for all searches of the same instance."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .instance import VehicleRouting

if TYPE_CHECKING:
    from neurols import _core

    from .numbering import Numbering


class _Identity:
    """An instance as a cache key: its arrays have no hash, but an instance never changes."""

    def __init__(self, instance: VehicleRouting) -> None:
        self.instance = instance

    def __hash__(self) -> int:
        return id(self.instance)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.instance is self.instance


def native_instance(instance: VehicleRouting) -> _core.RoutingInstance:
    """The native form of an instance; built once however many searches run on it."""
    return _core_instance(_Identity(instance))


def search_instance(
    instance: VehicleRouting,
) -> tuple[_core.RoutingInstance, Numbering | None]:
    """The same as searches number its customers, and how they do."""
    return _numbered_instance(_Identity(instance))


@lru_cache(maxsize=8)
def _core_instance(key: _Identity) -> _core.RoutingInstance:
    """The native instance; built once however many searches run on it."""
    return _built(key.instance, core_data(key.instance))


@lru_cache(maxsize=8)
def _numbered_instance(key: _Identity) -> tuple[_core.RoutingInstance, Numbering | None]:
    """The same as searches number it."""
    from .numbering import numbering

    inside = numbering(key.instance)
    if inside is None:
        return _core_instance(key), None
    data = core_data(key.instance)
    data["coordinates"] = data["coordinates"][inside.names]
    data["demands"] = data["demands"][inside.names]
    return _built(key.instance, data), inside


def _built(instance: VehicleRouting, data: dict[str, Any]) -> _core.RoutingInstance:
    from neurols import _core

    try:
        return _core.RoutingInstance(**data)
    except ValueError as error:  # what the validation has not seen, in one line all the same
        raise InputError(f"{instance.name}: {error}") from None


def core_data(instance: VehicleRouting) -> dict[str, Any]:
    """What the native instance is made of."""
    return {
        "coordinates": instance.coordinates,
        "matrix": None if instance.matrix is None else instance.matrix.astype("float64"),
        "metric": str(instance.metric),
        "demands": instance.demands,
        "capacity": instance.capacity,
        # More vehicles than customers are as good as no limit, and may not fit the core's integer.
        "vehicles": min(instance.vehicles or 0, instance.nodes),
        "max_distance": math.inf if instance.max_distance is None else instance.max_distance,
    }
