"""From tables to a routing problem."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError
from neurols.routing.rich.instance import RichRouting
from neurols.routing.rich.model import Model
from neurols.routing.tables.travel import travel
from neurols.tables.faults import shown
from neurols.tables.layout import nearest, plain
from neurols.tables.read import Record, Tables
from neurols.tables.settings import number_of

if TYPE_CHECKING:
    from neurols.routing.rich.model_parts import ClientRef, DepotRef, VehicleTypeRef

_FINEST = 4  # decimals of prices a unit of time
_OPEN = "none"


def build(tables: Tables) -> RichRouting:
    """The problem that the tables describe.

    Raises:
        InputErrors: the tables have mistakes, each named by sheet, row and column.
        InputError: the problem makes no sense as a whole.
    """
    made = _Builder(tables)
    tables.faults.raise_any()
    try:
        found = made.model.data()
    except InputError as error:
        raise InputError(error.cause, file=tables.faults.file, remedy=error.remedy) from None
    return replace(found, clock=tables.clock, in_degrees=made.in_degrees)


class _Builder:
    """A model put together from records; mistakes are noted, not raised."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.model = Model(tables.name)
        self.hours = 3600 / tables.clock.seconds
        self.depots: dict[str, DepotRef] = {}
        self.clients: dict[str, ClientRef] = {}
        self.types: dict[str, VehicleTypeRef] = {}
        self.in_degrees = any(r["latitude"] is not None for r in tables["clients"])
        if not tables["depots"]:
            tables.faults.add("there is no depot", remedy="add a table 'depots' with one row")
        self._depots()
        self._vehicles()
        self._clients()
        self._shipments()
        self._objective()
        places = [*tables["depots"], *tables["clients"]]
        names = [*self.depots, *self.clients]
        if len(names) == len(places) and not tables.faults.found:
            matrices = travel(tables, places, names, self.in_degrees)
            if matrices is not None:
                self.model.set_distances(matrices[0])
                self.model.set_durations(matrices[1])

    # -- Parts ------------------------------------------------------------------------------------

    def _depots(self) -> None:
        for record in self.tables["depots"]:
            if self._is_new(record, "depot", self.depots):
                self.depots[plain(record["depot"])] = self.model.add_depot(
                    **self._place(record),
                    opens=record["opens"] or 0,
                    closes=math.inf if record["closes"] is None else record["closes"],
                    service_duration=record["service time"] or 0,
                    name=record["depot"],
                )

    def _vehicles(self) -> None:
        if not self.tables["vehicles"]:
            if self.depots:
                self.types[""] = self.model.add_vehicle_type(name="vehicle")
            return
        for record in self.tables["vehicles"]:
            if not self._is_new(record, "vehicle", self.types) or not self.depots:
                continue
            start = self._depot(record, "start depot") or next(iter(self.depots.values()))
            end: Any = start
            if record["end depot"] is not None:
                is_open = plain(record["end depot"]) == _OPEN
                end = None if is_open else self._depot(record, "end depot") or start
            per_distance = record["cost per distance"]
            reloads = [self._depot_named(record, "reload depots", name)
                       for name in record["reload depots"] or ()]  # fmt: skip
            if record["reloads"] is not None and not reloads:
                self.tables.fault(record, "reloads", "there is no reload depot to go with it")
            if record["overtime"] is not None and record["longest duration"] is None:
                self.tables.fault(record, "overtime", "there is no longest duration to go with it")
            self.types[plain(record["vehicle"])] = self.model.add_vehicle_type(
                1 if record["number"] is None else record["number"],
                capacity=_dimensions(record, "capacity") or None,
                start_depot=start,
                end_depot=end,
                fixed_cost=record["fixed cost"] or 0,
                unit_distance_cost=1 if per_distance is None else per_distance,
                unit_duration_cost=self._a_unit(record["cost per hour"]),
                shift=self._span(record, "shift from", "shift to"),
                max_duration=record["longest duration"],
                max_overtime=record["overtime"] or 0,
                unit_overtime_cost=self._a_unit(record["overtime cost per hour"]),
                max_distance=record["longest distance"],
                reload_depots=[depot for depot in reloads if depot is not None],
                max_reloads=record["reloads"],
                breaks=self._breaks(record),
                skills=record["skills"] or (),
                name=record["vehicle"],
            )

    def _clients(self) -> None:
        groups: dict[str, Any] = {}
        known_skills = {s for record in self.tables["vehicles"] for s in record["skills"] or ()}
        for record in self.tables["clients"]:
            if not self._is_new(record, "client", self.clients):
                continue
            if plain(record["client"]) in self.depots:
                self.tables.fault(record, "client", "a depot has this name, too")
            for skill in record["skills"] or ():
                if skill not in known_skills:
                    remedy = f"{nearest(skill, known_skills)}give it to one in 'vehicles'"
                    cause = f"no vehicle has the skill {shown(skill)}"
                    self.tables.fault(record, "skills", cause, remedy)
            group = record["group"]
            if group is not None and plain(group) not in groups:
                groups[plain(group)] = self.model.add_group(name=group)
            if group is not None and record["prize"] is not None:
                self.tables.fault(record, "prize", "a client of a group has no prize of its own")
                continue
            late = record["late price"]
            if late is not None and not self._windows(record):
                self.tables.fault(record, "late price", "there is no window to be late for")
            self.clients[plain(record["client"])] = self.model.add_client(
                **self._place(record),
                delivery=_dimensions(record, "delivery"),
                pickup=_dimensions(record, "pickup"),
                service_duration=record["service time"] or 0,
                windows=self._windows(record),
                late_price=None if late is None else self._a_unit(late),
                release_time=record["release"] or 0,
                prize=record["prize"],
                group=None if group is None else groups[plain(group)],
                skills=record["skills"] or (),
                allowed_vehicle_types=self._allowed(record),
                priority=record["priority"] or 0,
                name=record["client"],
            )

    def _shipments(self) -> None:
        ends: set[str] = set()
        for record in self.tables["shipments"]:
            found = []
            for column in ("pickup", "delivery"):
                name = record[column]
                if name is None:
                    continue
                if plain(name) not in self.clients:
                    remedy = f"{nearest(name, self.clients)}list it in the table 'clients'"
                    self.tables.fault(record, column, f"unknown client {shown(name)}", remedy)
                elif plain(name) in ends:
                    remedy = "give each shipment clients of its own, at the same place"
                    cause = f"client {shown(name)} is an end of another shipment"
                    self.tables.fault(record, column, cause, remedy)
                else:
                    ends.add(plain(name))
                    found.append(self.clients[plain(name)])
            if len(found) == 2:
                self.model.add_shipment(
                    found[0],
                    found[1],
                    amount=_dimensions(record, "amount") or 1,
                    max_time_on_board=record["longest on board"],
                    name=record["shipment"] or "",
                )

    def _objective(self) -> None:
        settings, faults = self.tables.settings, self.tables.faults
        objective = plain(str(settings.get("objective", "cost")))
        if objective not in ("cost", "vehicles"):
            cause = f"unknown objective {shown(objective)}"
            settings.fault(faults, "objective", cause, "use cost or vehicles")
        self.model.set_objective(objective)
        price = number_of(settings, "balance price", faults)
        if price is not None:
            self.model.set_balance(self._a_unit(price))

    # -- Cells ------------------------------------------------------------------------------------

    def _is_new(self, record: Record, column: str, known: dict[str, Any]) -> bool:
        name = record[column]
        if name is not None and plain(name) in known:
            self.tables.fault(record, column, f"{shown(name)} is there twice", "name them apart")
        return name is not None and plain(name) not in known

    def _a_unit(self, per_hour: float | None) -> float:
        """A price of an hour as one of a unit of time."""
        return 0 if per_hour is None else round(per_hour / self.hours, _FINEST)

    def _place(self, record: Record) -> dict[str, Any]:
        """Latitude and longitude, or x and y, of which none or both must be there."""
        pairs = (("latitude", "longitude"), ("x", "y"))
        chosen = [pair for pair in pairs if any(record[column] is not None for column in pair)]
        if len(chosen) == 2:
            self.tables.fault(record, "x", "there are x and y and a latitude", "leave one out")
            return {}
        if not chosen:
            if not self.tables["matrix"]:
                remedy = "give latitude and longitude, or x and y, or a table 'matrix'"
                self.tables.fault(record, None, "it is not said where this is", remedy)
            return {}
        for column in chosen[0]:
            if record.raw.get(column) is None:
                self.tables.fault(record, column, "this cell is empty")
        if any(record[column] is None for column in chosen[0]):
            return {}
        if chosen[0][0] == "x" and self.in_degrees:
            cause = "x and y, where others have latitude and longitude"
            self.tables.fault(record, "x", cause, "use one of the two for all")
        if chosen[0][0] == "latitude":
            for column, most in (("latitude", 90), ("longitude", 180)):
                if record[column] > most:
                    self.tables.fault(record, column, f"{record[column]:g} is more than {most}")
            return {"lat": record["latitude"], "lon": record["longitude"]}
        return {"x": record["x"], "y": record["y"]}

    def _span(self, record: Record, first: str, last: str) -> tuple[float, float]:
        start, end = record[first] or 0, record[last]
        if end is not None and end < start:
            self.tables.fault(record, last, "it ends before it starts")
        return start, math.inf if end is None else end

    def _windows(self, record: Record) -> list[tuple[float, float]]:
        found = []
        for first, last in (("from", "to"), ("from 2", "to 2")):
            if record[first] is not None or record[last] is not None:
                found.append(self._span(record, first, last))
        if len(found) == 2 and found[1][0] <= found[0][1]:
            self.tables.fault(record, "from 2", "the second window begins before the first ends")
            return found[:1]
        return found

    def _breaks(self, record: Record) -> list[tuple[float, float, float]]:
        values = [record[column] for column in ("break from", "break to", "break")]
        if values == [None] * 3:
            return []
        if None in values:
            remedy = "fill in 'break from', 'break to' and 'break', or none of them"
            self.tables.fault(record, "break", "the break is told in part", remedy)
            return []
        if values[1] < values[0]:
            self.tables.fault(record, "break to", "it ends before it starts")
            return []
        return [(values[0], values[1], values[2])]

    def _depot(self, record: Record, column: str) -> DepotRef | None:
        return None if record[column] is None else self._depot_named(record, column, record[column])

    def _depot_named(self, record: Record, column: str, name: str) -> DepotRef | None:
        if plain(name) not in self.depots:
            remedy = f"{nearest(name, self.depots)}list it in the table 'depots'"
            self.tables.fault(record, column, f"unknown depot {shown(name)}", remedy)
        return self.depots.get(plain(name))

    def _allowed(self, record: Record) -> list[VehicleTypeRef] | None:
        if record["vehicles"] is None:
            return None
        for name in record["vehicles"]:
            if plain(name) not in self.types:
                remedy = f"{nearest(name, self.types)}list it in the table 'vehicles'"
                self.tables.fault(record, "vehicles", f"unknown vehicle {shown(name)}", remedy)
        return [self.types[plain(name)] for name in record["vehicles"] if plain(name) in self.types]


def _dimensions(record: Record, name: str) -> list[int]:
    """An amount by dimension; empty where nothing is said."""
    found = [record[column] for column in (name, f"{name} 2", f"{name} 3")]
    while found and found[-1] is None:
        found.pop()
    return [amount or 0 for amount in found]
