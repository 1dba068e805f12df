"""An instance from the rows of a text format with one depot and one kind of vehicle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from neurols.errors import InputError

from .best_known import best_known
from .distances import between_points, decimals_of
from .instance import Client, Depot, Profile, RichRouting, Shipment, VehicleType


@dataclass(frozen=True)
class Stop:
    """A row: the depot or a client."""

    x: float
    y: float
    demand: int
    earliest: float
    latest: float
    service: float
    line: int


def assemble(
    *,
    name: str,
    file: str | PathLike[str],
    kind: str,
    stops: list[Stop],
    vehicles: int,
    capacity: int,
    rounding: str,
    shipments: Sequence[Shipment] = (),
    objective: str = "cost",
) -> RichRouting:
    """The instance of these rows, the depot first."""
    import numpy as np

    depot, *clients = stops
    for number, stop in enumerate(stops):
        if stop.earliest > stop.latest:
            raise InputError(
                f"the window of customer {number} ends at {stop.latest:g}, before it starts at"
                f" {stop.earliest:g}",
                file=file,
                line=stop.line,
                remedy="give the ready time before the due date",
            )
    if depot.demand or depot.service:
        raise InputError(
            "the depot, customer 0, has a demand or a service time",
            file=file,
            line=depot.line,
            remedy="a depot's must be 0",
        )
    points = np.array([(stop.x, stop.y) for stop in stops], dtype=float)
    matrix, decimals = between_points(points, rounding)
    times = [time for stop in stops for time in (stop.earliest, stop.latest, stop.service)]
    return RichRouting(
        name=name,
        depots=(Depot(opens=depot.earliest, closes=depot.latest),),
        clients=tuple(
            Client(
                delivery=() if shipments else (stop.demand,),
                service_duration=stop.service,
                windows=((stop.earliest, stop.latest),),
            )
            for stop in clients
        ),
        vehicle_types=(VehicleType(number=vehicles, capacity=(capacity,)),),
        profiles=(Profile(matrix, matrix),),
        coordinates=points,
        shipments=tuple(shipments),
        decimals=max(decimals, decimals_of(times)),
        objective=objective,
        rounding=rounding,
        best_known=best_known(kind, (name, Path(file).stem), len(clients), rounding, objective),
    )
