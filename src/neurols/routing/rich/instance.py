"""``RichRouting``: the immutable data of a vehicle-routing problem with any mix of constraints.

Locations are numbered from 0, the depots first; a client is a visit at a location of its own, so
that client ``c`` of an instance with ``d`` depots stands at location ``d + c``, the number by
which files and solutions name it. Numbers are in the user's units and multiples of ``10 **
-decimals``; the core and the checker multiply by that power and compute in whole numbers, so that
costs agree to the last unit.

Timing of a route, the same for the core, the checker and every table:

* A vehicle leaves its start depot no earlier than its shift begins, the depot opens and all goods
  of the first trip are released. It ends at its end depot (where it has one) before the shift ends
  and the depot closes; an open route ends with its last service. It may leave as late as helps;
  duration counts from the start to the end of the route. The goods of a trip are released at the
  latest release time of all clients visited in it.
* A leg takes the profile's duration between the two locations. Where the profile has speeds, a
  period of speed v (percent) covers v / 100 of a unit of duration in each unit of time; the end of
  a leg is rounded up to the next unit of ``10 ** -decimals``.
* Service begins at the earliest time, not before arrival, that lies in one of the client's
  windows, and takes ``service_duration``. Only its start must lie in the window. With a price for
  lateness the last window may be missed at that price a unit of time; without windows any time
  will do.
* Breaks are taken in their order, between services: on the way, while waiting, or at a stop. A
  vehicle that leaves a stop at time t and takes a break on the leg to the next (or the last leg to
  its end) is ready there at max(t + travel, earliest) + duration, where max(t, earliest) <=
  latest. A further break on the same leg begins no earlier than the one before it may end, and
  adds to its ready time in the same way. A break must be taken where the route ends after its
  ``latest``. Breaks are placed so that the route ends as early as possible: at each stop, and for
  each number of breaks taken, the earliest time counts, and of equal times the lesser lateness.
* At a reload the vehicle waits until the depot opens, begins before it closes, empties what it
  picked up, loads the next trip's deliveries, takes the depot's ``service_duration`` and leaves
  once that trip's goods are released.
* The time that a shipment is on board counts from the end of its pickup's service to the start of
  its delivery's; services may be delayed (within their windows) to keep it.
* The schedule shown is the earliest one that keeps all this, with the start of the route then put
  off as long as its end does not move and no service is later than both its window and its
  earliest start; the route's duration is the duration of that schedule.

Load: deliveries are on board from the start depot (or the last reload) to their client, pickups
from their client to the next reload or the end; shipments from their pickup to their delivery; the
initial load of a vehicle until its first reload or the end. No leg carries more than the capacity
in any dimension.

Where ``backhaul`` is set, no client with a pickup is followed by one with a delivery in its route,
and a route with a pickup has a client with a delivery; no client has both.

Shipments: a client is an end of one shipment at most, and of its two ends both or none are
visited; both may be optional, and then their prizes add up.

Cost: fixed costs, distance and duration costs, overtime, prizes of clients not visited, lateness,
balance. It is a whole number of 10 ** -(``decimals`` + ``cost_decimals``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from neurols.tables.clock import Clock


@dataclass(frozen=True)
class Depot:
    """Where vehicles start, end and reload."""

    name: str = ""
    opens: float = 0
    closes: float = math.inf
    service_duration: float = 0
    """Of a reload here."""


@dataclass(frozen=True)
class Client:
    """A visit: a delivery from the trip's depot, a pickup to it, a service, or one end of a
    shipment."""

    name: str = ""
    delivery: tuple[int, ...] = ()
    """Amount by dimension, brought from the depot; empty for none."""
    pickup: tuple[int, ...] = ()
    service_duration: float = 0
    windows: tuple[tuple[float, float], ...] = ()
    """When service may start, in increasing order and apart from each other; empty for any time."""
    late_price: float | None = None
    """Price of a unit of time by which service starts after the last window; None: it may not."""
    release_time: float = 0
    prize: float | None = None
    """Cost of not visiting this client; None where it must be visited. Members of a group have
    none."""
    group: int | None = None
    skills: frozenset[str] = frozenset()
    allowed_vehicle_types: frozenset[int] | None = None
    """None for all."""
    priority: int = 0
    """Where not all required clients can be visited, those of higher priority are preferred."""


@dataclass(frozen=True)
class Group:
    """Clients that exclude each other: exactly one of a required group is visited, else at most
    one."""

    clients: tuple[int, ...]
    required: bool = True
    prize: float = 0
    """Cost of visiting none of a group that is not required."""
    name: str = ""


@dataclass(frozen=True)
class Shipment:
    """Goods from one client to another, in the same trip of the same vehicle."""

    pickup: int
    delivery: int
    amount: tuple[int, ...] = ()
    max_time_on_board: float | None = None
    name: str = ""


@dataclass(frozen=True)
class Break:
    """A rest of a given duration that starts within ``earliest`` to ``latest``."""

    earliest: float
    latest: float
    duration: float


@dataclass(frozen=True)
class Profile:
    """How a kind of vehicle travels: between all locations, how far and how long."""

    distances: NDArray[Any]
    """One row and column per location, in units of distance."""
    durations: NDArray[Any]
    speeds: tuple[tuple[float, int], ...] = ()
    """(start of the period, speed in percent) by time of day; empty for 100 at all times. Before
    the first period the speed is 100."""
    name: str = ""


@dataclass(frozen=True)
class VehicleType:
    """Vehicles that are alike."""

    number: int | None = None
    """How many there are; None for no limit."""
    capacity: tuple[int, ...] = ()
    """By dimension; empty for no limit."""
    start_depot: int = 0
    end_depot: int | None = 0
    """None for an open route, which ends at its last client."""
    fixed_cost: float = 0
    unit_distance_cost: float = 1
    unit_duration_cost: float = 0
    shift: tuple[float, float] = (0, math.inf)
    max_duration: float = math.inf
    max_overtime: float = 0
    """How long a route may last beyond ``max_duration``."""
    unit_overtime_cost: float = 0
    """Of a unit of time beyond ``max_duration``, on top of ``unit_duration_cost``."""
    max_distance: float = math.inf
    reload_depots: tuple[int, ...] = ()
    max_reloads: int | None = None
    """None for no limit, where there are reload depots."""
    breaks: tuple[Break, ...] = ()
    initial_load: tuple[int, ...] = ()
    skills: frozenset[str] = frozenset()
    profile: int = 0
    name: str = ""


@dataclass(frozen=True)
class Balance:
    """A price for routes of unequal work."""

    price: float = 0
    of: str = "longest"
    """``longest``: the duration of the longest route; ``spread``: that less the shortest one's,
    over all vehicles in use."""


@dataclass(frozen=True, eq=False)
class RichRouting:
    """A vehicle-routing problem with any mix of the constraints above."""

    name: str
    depots: tuple[Depot, ...]
    clients: tuple[Client, ...]
    vehicle_types: tuple[VehicleType, ...]
    profiles: tuple[Profile, ...]
    coordinates: NDArray[Any] | None = None
    """One (x, y) row per location; None where there are only matrices."""
    shipments: tuple[Shipment, ...] = ()
    groups: tuple[Group, ...] = ()
    decimals: int = 0
    """Distances and times are multiples of 10 ** -decimals."""
    cost_decimals: int = 0
    """Unit costs, prizes and fixed costs are multiples of 10 ** -cost_decimals."""
    backhaul: bool = False
    """Clients with a pickup come after those with a delivery in a route, and no route is of
    pickups alone."""
    objective: str = "cost"
    """``cost``, or ``vehicles``: fewest vehicles first, then cost."""
    balance: Balance = field(default_factory=Balance)
    rounding: str = "none"
    """How coordinates became distances: none, nearest, truncate, dimacs, exact."""
    best_known: float | None = None
    in_degrees: bool = False
    """Whether coordinates are latitudes and longitudes."""
    clock: Clock | None = None
    """What its times mean in clock times and dates, where tables say so."""
    vehicle_order: tuple[int, ...] = ()
    """Type of each vehicle as a file numbers them; empty where types stand one after the other.
    Route files name vehicles by their place in this order."""

    def __post_init__(self) -> None:
        from .validate import check_instance

        check_instance(self)

    @property
    def problem(self) -> str:
        """``routing``: the problem with all constraints."""
        return "routing"

    @property
    def size(self) -> str:
        """Number of clients, as the tables print it."""
        return str(len(self.clients))

    @property
    def customers(self) -> int:
        """Number of clients."""
        return len(self.clients)

    @property
    def locations(self) -> int:
        """Number of depots and clients."""
        return len(self.depots) + len(self.clients)

    @cached_property
    def dimensions(self) -> int:
        """In how many dimensions loads are counted; 0 where nothing is carried."""
        amounts = [
            *(client.delivery for client in self.clients),
            *(client.pickup for client in self.clients),
            *(shipment.amount for shipment in self.shipments),
            *(kind.capacity for kind in self.vehicle_types),
            *(kind.initial_load for kind in self.vehicle_types),
        ]
        return max(map(len, amounts), default=0)

    @property
    def scale(self) -> int:
        """Whole units of distance and time in one of the user's."""
        return int(10**self.decimals)

    @property
    def cost_scale(self) -> int:
        """Whole units of cost in one of the user's."""
        return int(10 ** (self.decimals + self.cost_decimals))

    @cached_property
    def lower_bound(self) -> float:
        """A proven, simple lower bound on the cost; see ``bound``."""
        from .bound import lower_bound

        return lower_bound(self)

    def label(self, location: int) -> str:
        """What messages call a depot or client: its number, and its name where it has one."""
        depots = len(self.depots)
        is_depot = location < depots
        name = self.depots[location].name if is_depot else self.clients[location - depots].name
        kind = "depot" if is_depot else "client"
        return f"{kind} {location}" + (f" ({name})" if name else "")

    def type_label(self, kind: int) -> str:
        """What messages call a vehicle type."""
        name = self.vehicle_types[kind].name
        return f"vehicle type {kind}" + (f" ({name})" if name else "")
