"""``Model``: a routing problem put together step by step, with names on everything.

::

    from neurols import routing

    m = routing.Model()
    depot = m.add_depot(0, 0, name="yard")
    m.add_client(3, 4, delivery=2, windows=[(480, 720)], name="bakery")
    m.add_client(6, 8, delivery=1, service_duration=10, name="school")
    m.add_vehicle_type(2, capacity=10, shift=(420, 1020), name="van")
    m.set_metric("euclidean")
    result = m.solve(time_limit=10)
    print(result.solution.to_frame())
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from . import instance as parts
from .distances import decimals_of
from .instance import Break
from .model_parts import (
    ClientRef,
    DepotRef,
    GroupRef,
    ProfileRef,
    ShipmentRef,
    VehicleTypeRef,
    amounts,
    capacity_of,
    pair,
    plain,
    texts,
)
from .model_travel import MetricChoice, Travel, profiles_of

if TYPE_CHECKING:
    from neurols import Result

_START = "start"


class Model:
    """A routing problem under construction, in units of your own.

    Times, distances and prices may have decimals: all are counted exactly, to the finest decimal
    that occurs (six at most).
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.depots: list[DepotRef] = []
        self.clients: list[ClientRef] = []
        self.shipments: list[ShipmentRef] = []
        self.groups: list[GroupRef] = []
        self.vehicle_types: list[VehicleTypeRef] = []
        self.profiles: list[ProfileRef] = []
        self._depots: list[parts.Depot] = []
        self._clients: list[parts.Client] = []
        self._shipments: list[parts.Shipment] = []
        self._groups: list[parts.Group] = []
        self._types: list[parts.VehicleType] = []
        self._travel: list[Travel] = [Travel()]
        self._points: dict[object, tuple[float, float] | None] = {}
        self._objective = "cost"
        self._balance = parts.Balance()
        self._backhaul = False

    # -- Places -----------------------------------------------------------------------------------

    def add_depot(
        self,
        x: float | None = None,
        y: float | None = None,
        *,
        lat: float | None = None,
        lon: float | None = None,
        opens: float = 0,
        closes: float = math.inf,
        service_duration: float = 0,
        name: str = "",
    ) -> DepotRef:
        """A place where vehicles start, end and reload.

        Args:
            x: first coordinate; not needed where matrices are given.
            y: second coordinate.
            lat: latitude in decimal degrees, instead of x and y.
            lon: longitude in decimal degrees.
            opens: no vehicle leaves before.
            closes: every vehicle that ends here is back by then.
            service_duration: of a reload here.
            name: its name.
        """
        ref = DepotRef(len(self.depots), str(name))
        self._place(ref, f"depot {name or ref.index}", x, y, lat, lon)
        self._depots.append(
            parts.Depot(
                name=ref.name,
                opens=plain(opens),
                closes=_endless(closes),
                service_duration=plain(service_duration) or 0,
            )
        )
        self.depots.append(ref)
        return ref

    def add_client(
        self,
        x: float | None = None,
        y: float | None = None,
        *,
        lat: float | None = None,
        lon: float | None = None,
        delivery: Any = 0,
        pickup: Any = 0,
        service_duration: float = 0,
        windows: Iterable[Sequence[float]] = (),
        late_price: float | None = None,
        release_time: float = 0,
        prize: float | None = None,
        group: GroupRef | None = None,
        skills: Iterable[str] = (),
        allowed_vehicle_types: Iterable[VehicleTypeRef] | None = None,
        priority: int = 0,
        name: str = "",
    ) -> ClientRef:
        """A visit: a delivery, a pickup, a service, or an end of a shipment.

        Args:
            x: first coordinate; not needed where matrices are given.
            y: second coordinate.
            lat: latitude in decimal degrees, instead of x and y.
            lon: longitude in decimal degrees.
            delivery: amount brought from the depot; a list for loads of several dimensions.
            pickup: amount brought to the depot, likewise.
            service_duration: how long the visit takes.
            windows: (earliest, latest) start of the service, one or several.
            late_price: of a unit of time by which service starts after the last window; by
                default it may not.
            release_time: when the goods are at the depot.
            prize: what it costs to leave the client out; by default it must be visited.
            group: of which one client is visited.
            skills: that the vehicle must have.
            allowed_vehicle_types: the only ones that may come; by default all.
            priority: clients of higher priority are preferred where not all can be visited.
            name: its name.
        """
        ref = ClientRef(len(self.clients), str(name))
        what = f"client {name or ref.index}"
        self._place(ref, what, x, y, lat, lon)
        allowed = (
            None
            if allowed_vehicle_types is None
            else frozenset(
                self._known(kind, VehicleTypeRef, self.vehicle_types, what).index
                for kind in allowed_vehicle_types
            )
        )
        self._clients.append(
            parts.Client(
                name=ref.name,
                delivery=amounts(delivery),
                pickup=amounts(pickup),
                service_duration=plain(service_duration) or 0,
                windows=_windows(windows, f"a window of {what}"),
                late_price=plain(late_price),
                release_time=plain(release_time) or 0,
                prize=plain(prize),
                skills=texts(skills, f"the skills of {what}"),
                allowed_vehicle_types=allowed,
                priority=plain(priority) or 0,
            )
        )
        self.clients.append(ref)
        if group is not None:
            self._join(self._known(group, GroupRef, self.groups, what), ref)
        return ref

    def add_clients(self, table: Any) -> list[ClientRef]:
        """Clients from a pandas data frame, one a row; columns are arguments of ``add_client``.

        Columns ``opens`` and ``closes`` make a window; other columns are refused.
        """
        from difflib import get_close_matches
        from inspect import signature

        known = [*signature(self.add_client).parameters, "opens", "closes"]
        for column in table.columns:
            if column not in known:
                near = get_close_matches(str(column), known, 1)
                remedy = f"did you mean {near[0]!r}?" if near else f"use {', '.join(known)}"
                raise InputError(f"unknown column {str(column)[:40]!r}", remedy=remedy)
        made = []
        for row in table.to_dict("records"):
            row = {key: value for key, value in row.items() if plain(value) is not None}
            opens, closes = row.pop("opens", None), row.pop("closes", None)
            if opens is not None or closes is not None:
                latest = math.inf if closes is None else closes
                row["windows"] = [(0 if opens is None else opens, latest)]
            made.append(self.add_client(**row))
        return made

    def add_group(
        self,
        clients: Iterable[ClientRef] = (),
        *,
        required: bool = True,
        prize: float = 0,
        name: str = "",
    ) -> GroupRef:
        """Clients that exclude each other: exactly one is visited, or at most one.

        Args:
            clients: its members; others join by ``add_client(group=...)``.
            required: whether one of them must be visited.
            prize: what it costs to visit none, where none is required.
            name: its name.
        """
        ref = GroupRef(len(self.groups), str(name))
        self._groups.append(parts.Group((), required, plain(prize), ref.name))
        self.groups.append(ref)
        for client in clients:
            self._join(ref, self._known(client, ClientRef, self.clients, f"group {name}"))
        return ref

    def _join(self, group: GroupRef, client: ClientRef) -> None:
        before = self._clients[client.index].group
        if before is not None:
            raise InputError(
                f"client {client.name or client.index} is in two groups", remedy="leave it in one"
            )
        self._clients[client.index] = replace(self._clients[client.index], group=group.index)
        members = self._groups[group.index]
        self._groups[group.index] = replace(members, clients=(*members.clients, client.index))

    def add_shipment(
        self,
        pickup: ClientRef,
        delivery: ClientRef,
        amount: Any = 1,
        max_time_on_board: float | None = None,
        name: str = "",
    ) -> ShipmentRef:
        """Goods from one client to another, by the same vehicle without a reload in between.

        Args:
            pickup: where they are picked up.
            delivery: where they are delivered.
            amount: of the load; a list for several dimensions.
            max_time_on_board: from the end of the pickup to the start of the delivery.
            name: its name.
        """
        ref = ShipmentRef(len(self.shipments), str(name))
        first, second = (
            self._known(end, ClientRef, self.clients, f"shipment {name or ref.index}").index
            for end in (pickup, delivery)
        )
        self._shipments.append(
            parts.Shipment(first, second, amounts(amount), plain(max_time_on_board), ref.name)
        )
        self.shipments.append(ref)
        return ref

    # -- Vehicles ---------------------------------------------------------------------------------

    def add_vehicle_type(
        self,
        number: int | None = None,
        *,
        capacity: Any = None,
        start_depot: DepotRef | None = None,
        end_depot: DepotRef | str | None = _START,
        fixed_cost: float = 0,
        unit_distance_cost: float = 1,
        unit_duration_cost: float = 0,
        shift: Sequence[float] = (0, math.inf),
        max_duration: float | None = None,
        max_overtime: float = 0,
        unit_overtime_cost: float = 0,
        max_distance: float | None = None,
        reload_depots: Iterable[DepotRef] = (),
        max_reloads: int | None = None,
        breaks: Iterable[Break | Sequence[float]] = (),
        initial_load: Any = 0,
        skills: Iterable[str] = (),
        profile: ProfileRef | None = None,
        name: str = "",
    ) -> VehicleTypeRef:
        """Vehicles that are alike.

        Args:
            number: how many there are; by default any number.
            capacity: of the load; a list for several dimensions; by default there is no limit.
            start_depot: by default the first depot.
            end_depot: by default where it starts; None for routes that end at their last client.
            fixed_cost: of each vehicle in use.
            unit_distance_cost: of a unit of distance.
            unit_duration_cost: of a unit of time between start and end of the route.
            shift: (start, end) of the working day.
            max_duration: of a route.
            max_overtime: how long a route may last beyond ``max_duration``.
            unit_overtime_cost: of a unit of time beyond ``max_duration``.
            max_distance: of a route.
            reload_depots: where it may reload.
            max_reloads: of a route; by default any number, where there are reload depots.
            breaks: rests, each a ``Break(earliest, latest, duration)``.
            initial_load: what is on board at the start, until a reload or the end.
            skills: that it has.
            profile: how it travels; by default like all others.
            name: its name.
        """
        ref = VehicleTypeRef(len(self.vehicle_types), str(name))
        what = f"vehicle type {name or ref.index}"
        start = (
            0
            if start_depot is None
            else self._known(start_depot, DepotRef, self.depots, what).index
        )
        end = start if end_depot == _START else None
        if end_depot is not None and end_depot != _START:
            end = self._known(end_depot, DepotRef, self.depots, what).index
        travel = (
            0 if profile is None else self._known(profile, ProfileRef, self.profiles, what).index
        )
        first, last = pair(shift, f"the shift of {what}")
        self._types.append(
            parts.VehicleType(
                number=plain(number),
                capacity=capacity_of(capacity),
                start_depot=start,
                end_depot=end,
                fixed_cost=plain(fixed_cost),
                unit_distance_cost=plain(unit_distance_cost),
                unit_duration_cost=plain(unit_duration_cost),
                shift=(first, _endless(last)),
                max_duration=_endless(max_duration),
                max_overtime=plain(max_overtime),
                unit_overtime_cost=plain(unit_overtime_cost),
                max_distance=_endless(max_distance),
                reload_depots=tuple(
                    self._known(depot, DepotRef, self.depots, what).index for depot in reload_depots
                ),
                max_reloads=plain(max_reloads),
                breaks=tuple(_break(rest, what) for rest in breaks),
                initial_load=amounts(initial_load),
                skills=texts(skills, f"the skills of {what}"),
                profile=travel,
                name=ref.name,
            )
        )
        self.vehicle_types.append(ref)
        return ref

    # -- Travel -----------------------------------------------------------------------------------

    def add_profile(self, name: str = "", speeds: Iterable[Sequence[float]] = ()) -> ProfileRef:
        """A way to travel, such as by bicycle; its matrices are set with ``profile=``.

        Args:
            name: its name.
            speeds: (start of a period, speed in percent) by time of day; 100 before the first.
        """
        ref = ProfileRef(len(self._travel), str(name))
        pairs = tuple(pair(each, f"a speed of profile {name or ref.index}") for each in speeds)
        self._travel.append(Travel(ref.name, speeds=pairs))
        self.profiles.append(ref)
        return ref

    def set_distances(self, matrix: Any, profile: ProfileRef | None = None) -> None:
        """Distances between all locations: depots first, then clients, as they were added.

        Args:
            matrix: nested lists, a NumPy array, or a pandas data frame (whose rows and columns may
                be named as the locations are).
            profile: of travel; by default that of vehicle types without one.
        """
        self._way(profile).distances = matrix

    def set_durations(self, matrix: Any, profile: ProfileRef | None = None) -> None:
        """Durations of travel between all locations; without any they are the distances."""
        self._way(profile).durations = matrix

    def set_speeds(
        self, speeds: Iterable[Sequence[float]], profile: ProfileRef | None = None
    ) -> None:
        """Speeds by time of day: (start of a period, speed in percent); 100 before the first."""
        self._way(profile).speeds = tuple(pair(each, "a speed") for each in speeds)

    def set_metric(
        self,
        metric: str,
        rounding: str = "none",
        speed: float = 1,
        profile: ProfileRef | None = None,
    ) -> None:
        """How coordinates become distances and durations, where no matrix is set.

        Args:
            metric: ``euclidean``, ``GREAT_CIRCLE_KM`` or ``GREAT_CIRCLE_M`` (coordinates are
                latitudes and longitudes), or a metric of TSPLIB such as ``EUC_2D``.
            rounding: ``none`` (counted to six decimals), ``nearest``, ``truncate``, ``dimacs``
                (one decimal, truncated) or ``exact`` (three decimals).
            speed: units of distance in a unit of time.
            profile: of travel; by default that of vehicle types without one.
        """
        self._way(profile).metric = MetricChoice.checked(metric, rounding, speed)

    def _way(self, profile: ProfileRef | None) -> Travel:
        if profile is None:
            return self._travel[0]
        known: ProfileRef = self._known(profile, ProfileRef, self.profiles, "a matrix")
        return self._travel[known.index]

    # -- What is wanted ---------------------------------------------------------------------------

    def set_objective(self, objective: str) -> None:
        """``cost``, or ``vehicles``: fewest vehicles first, then cost."""
        self._objective = objective

    def set_balance(self, price: float, of: str = "longest") -> None:
        """A price for routes of unequal work: of a unit of the longest route's duration, or with
        ``of="spread"`` of the difference between the longest and the shortest one's."""
        self._balance = parts.Balance(plain(price), of)

    def set_backhaul(self, backhaul: bool = True) -> None:
        """Whether clients with pickups come after those with deliveries in every route."""
        self._backhaul = bool(backhaul)

    def data(self) -> parts.RichRouting:
        """The instance that the model describes.

        Raises:
            InputError: it makes no sense; the message names client, depot or vehicle type.
        """
        if not self._depots:
            raise InputError("there is no depot", remedy="call add_depot first")
        if not self._types:
            raise InputError("there is no vehicle type", remedy="call add_vehicle_type")
        names = [ref.name for ref in self.depots] + [ref.name for ref in self.clients]
        points = self._coordinates()
        profiles, decimals = profiles_of(self._travel, points, names)
        metric = self._travel[0].metric
        rounding = "none" if metric is None else metric.rounding
        return parts.RichRouting(
            name=self.name,
            depots=tuple(self._depots),
            clients=tuple(self._clients),
            vehicle_types=tuple(self._types),
            profiles=profiles,
            coordinates=points,
            shipments=tuple(self._shipments),
            groups=tuple(self._groups),
            decimals=max(decimals, decimals_of(self._times())),
            cost_decimals=decimals_of(self._prices()),
            backhaul=self._backhaul,
            objective=self._objective,
            balance=self._balance,
            rounding=rounding,
        )

    def write(self, path: str | PathLike[str]) -> None:
        """Write the instance as JSON, which ``neurols solve`` and ``neurols.load`` read."""
        import json

        from neurols.files.whole_file import write_text

        from .json_form import to_json

        write_text(path, json.dumps(to_json(self.data())) + "\n")

    def solve(self, **options: Any) -> Result:
        """Search for the best plan.

        Args:
            options: those of ``neurols.solve``: ``time_limit``, ``iterations``, ``controller``,
                ``seed``, ``initial`` and the rest.

        Returns:
            The result of ``neurols.solve``; ``result.solution`` is a ``RoutingPlan``.
        """
        from neurols.search.solve import solve

        return solve(self.data(), **options)

    # -- Inside -----------------------------------------------------------------------------------

    def _place(
        self,
        ref: object,
        what: str,
        x: float | None,
        y: float | None,
        lat: float | None,
        lon: float | None,
    ) -> None:
        found = [plain(each) for each in (x, y, lat, lon)]
        flat, round_ = found[:2], found[2:]
        given = flat if round_ == [None, None] else round_
        if (given is round_ and flat != [None, None]) or given.count(None) == 1:
            raise InputError(
                f"{what} has half a place", remedy="give x and y, or lat and lon, or neither"
            )
        self._points[ref] = None if None in given else (given[0], given[1])

    def _coordinates(self) -> Any:
        """Coordinates of all locations; None where some have none."""
        import numpy as np

        found = [self._points[ref] for ref in (*self.depots, *self.clients)]
        if any(point is None for point in found):
            return None
        try:
            return np.array(found, dtype=float)
        except (TypeError, ValueError):
            raise InputError("a coordinate is no number", remedy="give numbers") from None

    def _known(self, given: Any, kind: type[Any], known: Sequence[Any], what: str) -> Any:
        """A reference, once it is one of this model."""
        if isinstance(given, kind) and given in known:
            return given
        word = kind.__name__.removesuffix("Ref").lower().replace("vehicletype", "vehicle type")
        raise InputError(
            f"{what}: {str(given)[:40]} is no {word} of this model",
            remedy=f"give what add_{word.replace(' ', '_')} returned",
        )

    def _times(self) -> list[Any]:
        clients, types = self._clients, self._types
        found: list[Any] = [t for client in clients for window in client.windows for t in window]
        found += [client.service_duration for client in clients]
        found += [client.release_time for client in clients]
        for depot in self._depots:
            found += [depot.opens, depot.closes, depot.service_duration]
        for kind in types:
            found += [*kind.shift, kind.max_duration, kind.max_overtime, kind.max_distance]
            for rest in kind.breaks:
                found += [rest.earliest, rest.latest, rest.duration]
        found += [shipment.max_time_on_board for shipment in self._shipments]
        found += [start for travel in self._travel for start, _ in travel.speeds]
        return _numbers(found)

    def _prices(self) -> list[Any]:
        found = [price for client in self._clients for price in (client.prize, client.late_price)]
        found += [group.prize for group in self._groups]
        for kind in self._types:
            found += [kind.fixed_cost, kind.unit_distance_cost, kind.unit_duration_cost]
            found += [kind.unit_overtime_cost]
        return _numbers([*found, self._balance.price])


def _numbers(found: Iterable[Any]) -> list[Any]:
    """Those that are numbers: what is none is told by the instance's own checks."""
    return [each for each in found if isinstance(each, int | float)]


def _endless(value: Any) -> Any:
    found = plain(value)
    return math.inf if found is None else found


def _windows(given: Iterable[Sequence[float]], what: str) -> tuple[tuple[Any, Any], ...]:
    numbers: list[Any] = list(given)
    # A single window is often written without the outer list.
    if len(numbers) == 2 and not any(hasattr(each, "__len__") for each in numbers):
        numbers = [numbers]
    return tuple((first, _endless(last)) for first, last in (pair(each, what) for each in numbers))


def _break(given: Any, what: str) -> Break:
    if isinstance(given, Break):
        return Break(plain(given.earliest), _endless(given.latest), plain(given.duration))
    numbers = [plain(each) for each in given]
    if len(numbers) != 3:
        raise InputError(
            f"a break of {what} is {str(given)[:40]}",
            remedy="give Break(earliest, latest, duration)",
        )
    return Break(numbers[0], _endless(numbers[1]), numbers[2])


__all__ = ["Break", "Model"]
