"""One run of CP-SAT, stopped by our clock; the models stand in the files beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from neurols.benchmark.peers.adapter import WALL_FACTOR, Answer, Clock, Trace, package, stopping


class Run(NamedTuple):
    """What CP-SAT made of a model."""

    solver: Any
    """Tells the values of variables; None where no solution was found."""
    used: float
    trace: list[tuple[float, float]]
    proven: bool

    def answer(self, form: dict[str, Any]) -> Answer:
        """The answer of a peer, with the solution in the form that the checker takes."""
        return Answer(form, self.used, self.trace, proven=self.proven)


def run(
    model: Any, clock: Clock, seed: int, workers: int, cost_of: Callable[[float], float]
) -> Run:
    """Solve a model; the objective's values become costs by ``cost_of``."""
    cp = package("ortools.sat.python.cp_model")
    solver = cp.CpSolver()
    solver.parameters.max_time_in_seconds = clock.limit * WALL_FACTOR
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed % 2**31
    trace = Trace(clock)

    class Watch(cp.CpSolverSolutionCallback):  # type: ignore[misc,name-defined]
        def on_solution_callback(self) -> None:
            trace.add(cost_of(self.objective_value))

    with stopping(clock, solver.stop_search):
        status = solver.solve(model, Watch())
    found = status in (cp.OPTIMAL, cp.FEASIBLE)
    return Run(solver if found else None, clock.used(), trace.points, status == cp.OPTIMAL)
