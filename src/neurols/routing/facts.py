"""What ``neurols info`` tells of an instance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neurols.files.text import range_of

if TYPE_CHECKING:
    from neurols.routing.instance import VehicleRouting


def facts(instance: VehicleRouting) -> dict[str, Any]:
    demands = instance.demands[1:].tolist()
    return {
        "customers": instance.customers,
        "capacity": instance.capacity,
        "demands": range_of(demands),
        "total_demand": sum(demands),
        "least_vehicles": instance.least_vehicles,
        "vehicle_limit": instance.vehicles,
        "metric": str(instance.metric),
    }
