"""The OR-Tools routing library, under whichever metaheuristic the two adapters name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Protocol

from neurols.benchmark.peers.adapter import WALL_FACTOR, Answer, Limit, Trace, package
from neurols.routing.peers.distances import whole_distances

if TYPE_CHECKING:
    from neurols.routing import VehicleRouting

FIRST = {
    "savings": "SAVINGS",
    "parallel-savings": "PARALLEL_SAVINGS",
    "automatic": "AUTOMATIC",
    "cheapest-arc": "PATH_CHEAPEST_ARC",
}
_TABLE_NODES = 2_000  # a table is a list of lists of Python numbers there: beyond, it is asked


def solve(
    instance: VehicleRouting,
    limit: Limit,
    seed: int,
    options: Mapping[str, str],
    metaheuristic: str,
) -> Answer:
    """As many vehicles as could be needed unless there is a limit; stopped by CPU time."""
    api = package("ortools.constraint_solver.pywrapcp")
    enums = package("ortools.constraint_solver.routing_enums_pb2")
    model = _modelled(api, instance)
    routing = model.routing
    parameters = api.DefaultRoutingSearchParameters()
    # Savings know neither shipments nor vehicles of several types.
    insertion = instance.problem == "routing" and options["first"] == "savings"
    first = "PARALLEL_CHEAPEST_INSERTION" if insertion else FIRST[options["first"]]
    parameters.first_solution_strategy = getattr(enums.FirstSolutionStrategy, first)
    parameters.local_search_metaheuristic = getattr(enums.LocalSearchMetaheuristic, metaheuristic)
    assert limit.seconds is not None
    parameters.time_limit.FromMilliseconds(int(1000 * limit.seconds * WALL_FACTOR) + 1)
    routing.solver().ReSeed(seed % 2**31)
    clock = limit.clock()
    trace = Trace(clock)
    best: list[dict[str, Any]] = []
    least = math.inf

    def keep() -> None:
        nonlocal least
        if routing.CostVar().Value() < least:
            least = routing.CostVar().Value()
            trace.add(model.cost())
            best[:] = [model.form()]

    routing.AddAtSolutionCallback(keep)
    routing.AddSearchMonitor(routing.solver().CustomLimit(_sparsely(clock.expired)))
    routing.SolveWithParameters(parameters)
    used = clock.used()
    return Answer(best[0], used, trace.points) if best else Answer(None, used)


def unknown_constraints(instance: Any) -> str:
    """What the model does not know of the instance; empty where it knows all."""
    from neurols.routing.peers import ortools_rich

    return ortools_rich.unknown_constraints(instance) if instance.problem == "routing" else ""


class _Modelled(Protocol):
    """A model of an instance, and what its variables say at a solution."""

    routing: Any

    def form(self) -> dict[str, Any]: ...

    def cost(self) -> float: ...


def _modelled(api: Any, instance: Any) -> _Modelled:
    if instance.problem == "routing":
        from neurols.routing.peers import ortools_rich

        return ortools_rich.Model(api, instance)
    return _Classical(api, instance)


class _Classical:
    """The model of a CVRP or TSP."""

    def __init__(self, api: Any, instance: VehicleRouting) -> None:
        self._whole = whole_distances(instance)
        self._manager, self.routing = _model(api, instance, self._whole)

    def form(self) -> dict[str, Any]:
        return {"routes": _routes(self._manager, self.routing)}

    def cost(self) -> float:
        return float(self.routing.CostVar().Value() / self._whole.scale)


def _sparsely(expired: Callable[[], bool]) -> Callable[[], bool]:
    """Look at the clock at every 256th question only.

    The library asks a million times a second and lets no other thread of Python run meanwhile;
    looking each time would cost it a third of its speed, this way it is about a twentieth.
    """

    def answers() -> Iterator[Iterator[bool]]:
        while True:
            yield repeat(False, 255)
            yield repeat(expired(), 1)

    return chain.from_iterable(answers()).__next__


def _model(api: Any, instance: VehicleRouting, whole: Any) -> tuple[Any, Any]:
    vehicles = _vehicles(instance)
    manager = api.RoutingIndexManager(instance.nodes, vehicles, 0)
    routing = api.RoutingModel(manager)
    if instance.nodes <= _TABLE_NODES:
        arcs = routing.RegisterTransitMatrix(whole.table.tolist())
    else:
        node, table = manager.IndexToNode, whole.table
        arcs = routing.RegisterTransitCallback(lambda a, b: int(table[node(a), node(b)]))
    routing.SetArcCostEvaluatorOfAllVehicles(arcs)
    if instance.demands.any():
        loads = routing.RegisterUnaryTransitVector(instance.demands.tolist())
        routing.AddDimension(loads, 0, instance.capacity, True, "load")
    longest = whole.limit(instance.max_distance)
    if longest is not None:
        routing.AddDimension(arcs, 0, longest, True, "length")
    return manager, routing


def _vehicles(instance: VehicleRouting) -> int:
    """Without a limit, a fleet that is never short but not so large that the model crawls.

    Any plan can be merged until no two routes fit into one vehicle: fewer than twice the least
    number of vehicles remain. Limits on lengths and odd matrices break that argument: one a
    customer then.
    """
    if instance.vehicles is not None:
        return instance.vehicles
    if instance.max_distance is not None or instance.matrix is not None:
        return instance.customers
    return min(instance.customers, 2 * instance.least_vehicles + 1)


def _routes(manager: Any, routing: Any) -> list[list[int]]:
    """The routes at a solution, read from the variables."""
    routes = []
    for vehicle in range(routing.vehicles()):
        route = []
        index = routing.NextVar(routing.Start(vehicle)).Value()
        while not routing.IsEnd(index):
            route.append(manager.IndexToNode(index))
            index = routing.NextVar(index).Value()
        if route:
            routes.append(route)
    return routes
