"""HGS-CVRP by way of hygese, its Python wrapper. It keeps to CPU time by itself."""

from __future__ import annotations

import ctypes
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from neurols.benchmark.peers.adapter import Answer, Limit, package
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.routing import VehicleRouting

PACKAGE = "hygese"
OPTIONS: dict[str, tuple[str, ...]] = {}
BY_ITERATIONS = False

_REPORT_EVERY = 100  # iterations between two lines of its log
_LINE = re.compile(r"It +(\d+) .*T\(s\) +([\d.]+) \| Feas +\d+ +([\d.]+)")


def solve(instance: VehicleRouting, limit: Limit, seed: int, options: Mapping[str, str]) -> Answer:
    """HGS with its defaults; after 20,000 non-improving iterations it starts anew."""
    api = package("hygese")
    if not instance.symmetric:
        raise InputError(
            f"peer 'hgs' does not solve {instance.name!r}: its distances are not symmetric",
            remedy="leave it out",
        )
    if instance.customers == 1:  # its crossover would look for a second one for ever
        return Answer({"routes": [[1]]}, 0.0)
    assert limit.seconds is not None
    parameters = api.AlgorithmParameters(
        seed=seed % 2**31, timeLimit=limit.seconds, nbIterTraces=_REPORT_EVERY
    )
    try:
        solver = api.Solver(parameters=parameters, verbose=True)
    except OSError as error:  # the wrapper is there, its compiled part is not
        raise InputError(
            f"HGS-CVRP, which hygese compiles when it is installed, is missing ({error})",
            remedy="install hygese again where its build can download HGS-CVRP",
        ) from None
    clock = limit.clock()
    with _captured_output() as log:
        found = solver.solve_cvrp(_data(instance), rounding=instance.metric == "EUC_2D")
    used = clock.used()
    trace, iterations = _trace("".join(log))
    routes = [[int(customer) for customer in route] for route in found.routes if len(route)]
    return Answer({"routes": routes} if routes else None, used, trace, iterations)


def _data(instance: VehicleRouting) -> dict[str, Any]:
    """By coordinates where HGS counts distances as we do, else by the table."""
    import numpy as np

    from neurols.routing.peers.distances import whole_distances

    tour = instance.problem == "tsp"
    data: dict[str, Any] = {
        # HGS divides by the total demand: a tour without demands gets one a place.
        "demands": np.ones(instance.nodes) if tour else instance.demands,
        "vehicle_capacity": instance.nodes if tour else instance.capacity,
        "depot": 0,
    }
    if instance.vehicles is not None:
        data["num_vehicles"] = instance.vehicles
    if instance.max_distance is not None:
        data["duration_limit"] = instance.max_distance
    if instance.coordinates is not None:
        shifted = instance.coordinates - instance.coordinates.min(axis=0)  # none below 0
        data["x_coordinates"], data["y_coordinates"] = shifted.T.copy()
    if instance.metric not in ("EUC_2D", "EXACT_2D"):
        whole = whole_distances(instance)
        data["distance_matrix"] = whole.table / whole.scale
    return data


def _trace(log: str) -> tuple[list[tuple[float, float]], int]:
    """Best cost by CPU seconds, and the iterations, from the lines that HGS prints."""
    trace: list[tuple[float, float]] = []
    iterations = 0
    for line in _LINE.finditer(log):
        iterations, cost = int(line[1]), float(line[3])
        if not trace or cost < trace[-1][1]:
            trace.append((float(line[2]), cost))
    return trace, iterations


@contextmanager
def _captured_output() -> Iterator[list[str]]:
    """What C code prints meanwhile: Python's own redirection does not reach it."""
    flush = ctypes.CDLL(None).fflush
    printed: list[str] = []
    sys.stdout.flush()
    flush(None)
    kept = os.dup(1)
    with tempfile.TemporaryFile() as target:
        try:
            os.dup2(target.fileno(), 1)
            yield printed
        finally:
            flush(None)
            os.dup2(kept, 1)
            os.close(kept)
        target.seek(0)
        printed.append(target.read().decode(errors="replace"))
