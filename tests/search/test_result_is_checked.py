"""What a search has found is judged by the checker before anybody sees it."""

from __future__ import annotations

from typing import Any

import pytest

import neurols
from neurols.routing.problem import RoutingProblem


@pytest.fixture
def losing_a_route(monkeypatch: pytest.MonkeyPatch) -> None:
    """The core hands out plans that lack their last route."""
    whole = RoutingProblem.best_solution

    def lossy(self: RoutingProblem, instance: Any, workspace: Any) -> Any:
        routes = whole(self, instance, workspace).to_json()["routes"]
        return self.solution(instance, {"routes": routes[:-1]})

    monkeypatch.setattr(RoutingProblem, "best_solution", lossy)


@pytest.mark.usefixtures("losing_a_route")
def test_a_solution_that_breaks_a_rule_is_never_returned() -> None:
    with pytest.raises(neurols.InfeasibleSolution, match="customer"):
        neurols.solve("demo-cvrp", iterations=10, seed=1)


@pytest.mark.usefixtures("losing_a_route")
def test_the_command_line_says_so_and_ends_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    from neurols.cli.run import run

    assert run(["solve", "demo-cvrp", "--iterations", "10"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "the solution found fails the check" in told.err


def test_a_cost_that_is_not_the_solutions_own_is_never_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = RoutingProblem.check
    monkeypatch.setattr(RoutingProblem, "check", lambda *given: right(*given) + 1)
    with pytest.raises(AssertionError, match="the search claims cost"):
        neurols.solve("demo-cvrp", iterations=10, seed=1)
