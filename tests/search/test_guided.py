"""Guided local search on four places, against penalties worked out by hand."""

from __future__ import annotations

from neurols import _core
from neurols._core import Action
from neurols.routing import VehicleRouting
from tests.routing.core.shapes import OPERATORS, workspace
from tests.search.tape import play, verdicts

# Two of the three tours matter: A = 0-1-2-3-0 of cost 64 and B = 0-1-3-2-0 of cost 68. A penalty
# weighs 4, which is 0.3 times the mean of the matrix (14, diagonal included), as a whole number.
# Penalised are the edges of a tour with the greatest distance / (1 + penalties).
DISTANCES = [[0, 10, 26, 24], [10, 0, 20, 22], [26, 20, 0, 10], [24, 22, 10, 0]]
TOURS = {64: [[1, 2, 3]], 68: [[1, 3, 2]]}
#  tour's cost, its penalty when the decision is due, are penalties raised?
SEQUENCE = [
    (64, 0, False),
    (64, 0, True),  # edge 0-3 (24): A costs 64 + 4, no more than B
    (64, 4, True),  # edge 1-2 (20; that of 0-3 is now 12): 64 + 8, and B costs less
    (68, 0, False),
    (68, 0, True),  # edge 0-2 (26): 68 + 4, as much as A with its two penalties
    (68, 4, True),  # edge 1-3 (22): 68 + 8
    (64, 8, False),
    (64, 8, True),  # edge 0-3 again (24 / 2): 64 + 12, as much as B
    (64, 12, True),  # edges 0-1, 1-2 and 2-3 (10, 20 / 2, 10): 64 + 24, and B costs 68 + 16
    (68, 16, False),
    (68, 16, True),  # edge 0-2 again (26 / 2): 68 + 20, as much as A
    (68, 20, True),  # edge 1-3 again (22 / 2): 68 + 24
    (64, 24, False),
]


def test_penalties_drive_the_search_from_one_local_optimum_to_the_other_and_back() -> None:
    space = workspace(VehicleRouting.from_matrix(DISTANCES, name="four"), guidance=0.3)
    operator = Action.apply(OPERATORS.index("2-opt"))
    controller = _core.ComposedController(
        _core.AcceptGuided(), _core.SelectFixed(operator), _core.PenaliseAfter(1, operator)
    )
    search = _core.Search(space, _core.SearchSettings(), 1)
    search.start(_core.StopRules())
    controller.start(search.observation)
    rng = _core.Rng(1)
    told = []
    for _ in SEQUENCE:
        seen = search.observation
        decision = controller.decide(seen, rng)
        told.append((seen.candidate, space.penalty(), decision.penalise))
        assert space.routes() == TOURS[round(seen.candidate)]
        search.step(decision)
    assert told == SEQUENCE


def test_penalties_are_raised_after_as_many_failures_in_a_row_as_patience_says() -> None:
    rule = _core.PenaliseAfter(2, Action.apply(0))
    costs = [101.0, 99.0, 100.0, 101.0, 101.0, 98.0, 98.0, 98.0, 98.0]
    told = play([costs], 10, acceptance=_core.AcceptGuided(), perturbation=rule)
    assert verdicts(told) == "RARRRARRR"
    raised = [seen.iteration for seen, decision in told if decision.penalise]
    assert raised == [4, 8]  # the second failures after the improvements at steps 2 and 6
