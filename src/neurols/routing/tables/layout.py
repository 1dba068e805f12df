"""The tables of a routing problem."""

from __future__ import annotations

from dataclasses import replace

from neurols.tables.layout import Column, Layout, Table
from neurols.tables.settings import COMMON, TABLE

_PLACE = (
    Column("x", "number", ("x coordinate", "easting"), least=None,
           help="in units of distance; or latitude and longitude, or a table 'matrix'"),
    Column("y", "number", ("y coordinate", "northing"), least=None),
    Column("latitude", "number", ("lat",), least=-90, help="in decimal degrees",
           examples=(52.53, 52.49, 52.51, 52.55)),
    Column("longitude", "number", ("lon", "lng", "long"), least=-180,
           examples=(13.41, 13.39, 13.45, 13.36)),
)  # fmt: skip


def _amounts(name: str, synonyms: tuple[str, ...], help: str, **more: object) -> tuple[Column, ...]:
    """An amount in up to three dimensions."""
    first = Column(name, "whole", synonyms, help=help, **more)  # type: ignore[arg-type]
    rest = (Column(f"{name} {n}", "whole", help="in another dimension") for n in (2, 3))
    return first, *rest


LAYOUT = Layout(
    "routing",
    "clients",
    (
        Table(
            "clients",
            (
                Column("client", synonyms=("customer", "stop", "order", "name", "address"),
                       required=True, help="its name or number",
                       examples=("bakery", "school", "cafe", "harbour")),
                *_PLACE,
                *_amounts("delivery", ("demand", "quantity", "load", "amount"),
                          "brought from the depot", examples=(3, 5, 2, 4)),
                *_amounts("pickup", ("collection", "pick up", "returns"), "brought to the depot"),
                Column("service time", "duration",
                       ("service", "service duration", "unloading", "stop time"),
                       help="how long the visit takes", examples=(10, 15, 10, 20)),
                Column("from", "time", ("opens", "earliest", "ready time", "window start", "open"),
                       help="service starts no earlier", examples=("07:00", "", "08:00", "")),
                Column("to", "time", ("closes", "latest", "due", "due date", "window end", "close"),
                       help="service starts no later", examples=("09:30", "12:00", "", "")),
                Column("from 2", "time", help="of a second window"),
                Column("to 2", "time"),
                Column("late price", "number", ("lateness cost",),
                       help="of an hour after the last window; without it there is none"),
                Column("release", "time", ("release time",), help="when its goods are at hand"),
                Column("prize", "number", ("penalty", "profit"),
                       help="cost of leaving it out; empty where it must be visited"),
                Column("group", help="of all clients of a group one is visited"),
                Column("skills", "list", ("skill", "requires"), help="that the vehicle must have"),
                Column("vehicles", "list", ("allowed vehicles", "vehicle"),
                       help="the only ones that may come"),
                Column("priority", "whole", help="preferred where not all can be visited"),
            ),
            synonyms=("customers", "orders", "stops", "deliveries", "jobs", "visits"),
            help="One row a visit.",
        ),
        Table(
            "depots",
            (
                Column("depot", synonyms=("name", "warehouse"), required=True,
                       examples=("warehouse",)),
                *(replace(column, examples=column.examples[:1]) for column in _PLACE),
                Column("opens", "time", ("from", "open"), examples=("06:00",)),
                Column("closes", "time", ("to", "close"), examples=("18:00",)),
                Column("service time", "duration", ("reload time", "service"), help="of a reload"),
            ),
            synonyms=("depot", "warehouses", "warehouse"),
            help="Where vehicles start and end; the first one where 'vehicles' names none.",
        ),
        Table(
            "vehicles",
            (
                Column("vehicle", synonyms=("vehicle type", "type", "name", "driver"),
                       required=True, examples=("van", "truck")),
                Column("number", "whole", ("count", "available"), help="how many; 1 where empty",
                       examples=(2, 1)),
                *_amounts("capacity", ("load",), "no limit where empty", examples=(8, 20)),
                Column("start depot", synonyms=("start", "depot")),
                Column("end depot", synonyms=("end",),
                       help="where it starts, where empty; 'none': the last client"),
                Column("fixed cost", "number", help="of each one in use", examples=(50, 80)),
                Column("cost per distance", "number", ("cost per km", "distance cost"),
                       help="of a unit of distance; 1 where empty", examples=(0.5, 0.8)),
                Column("cost per hour", "number", ("time cost", "wage"),
                       help="from start to end of the route", examples=(30, 35)),
                Column("shift from", "time", ("from", "shift start", "starts"),
                       examples=("07:00", "06:00")),
                Column("shift to", "time", ("to", "shift end", "ends"),
                       examples=("16:00", "15:00")),
                Column("longest duration", "duration", ("max duration", "longest time")),
                Column("overtime", "duration", ("max overtime",), help="beyond it"),
                Column("overtime cost per hour", "number", ("overtime cost",)),
                Column("longest distance", "distance", ("max distance", "range")),
                Column("reload depots", "list", ("reloads at",), help="where it may load again"),
                Column("reloads", "whole", ("max reloads",), help="how often; any where empty"),
                Column("break from", "time", ("break earliest",), examples=("11:00",)),
                Column("break to", "time", ("break latest",), help="the break starts no later",
                       examples=("13:00",)),
                Column("break", "duration", ("break duration",), examples=("0:30",)),
                Column("skills", "list", ("skill",)),
            ),
            synonyms=("vehicle types", "fleet", "drivers", "vehicle"),
            help="One row a vehicle, or a type of vehicles that are alike.",
        ),
        Table(
            "shipments",
            (
                Column("shipment", synonyms=("name",)),
                Column("pickup", synonyms=("from", "pickup client"), required=True,
                       help="a client where goods are picked up"),
                Column("delivery", synonyms=("to", "delivery client"), required=True,
                       help="the client that they are brought to by the same vehicle"),
                *_amounts("amount", ("quantity", "load"), "1 where empty"),
                Column("longest on board", "duration", ("max time on board", "max ride time")),
            ),
            synonyms=("shipment", "transports"),
            help="Goods from one client to another.",
        ),
        Table(
            "matrix",
            (
                Column("from", required=True),
                Column("to", required=True),
                Column("distance", "distance"),
                Column("duration", "duration", ("time", "travel time")),
            ),
            synonyms=("distances", "travel times", "durations"),
            help="From each depot and client to each other one, instead of coordinates.",
        ),
        TABLE,
    ),
)  # fmt: skip

SETTINGS = COMMON | {
    "distance unit": "of numbers in columns of distances and of x and y: kilometres, metres, miles"
    " or units (kilometres)",
    "speed": "units of distance in an hour, where durations are not in a table 'matrix' (50)",
    "detour": "what the way is longer than the straight line: 1.3 for 30 % (1)",
    "objective": "cost, or vehicles: fewest vehicles first (cost)",
    "balance price": "of an hour of the longest route (none)",
}
"""Settings of a routing problem, with their help."""
