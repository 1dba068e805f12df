"""Late acceptance against a sequence worked out by hand."""

from __future__ import annotations

import pytest

from neurols import _core
from tests.search.tape import play, verdicts

# Burke and Bykov (2017) with a history of three costs, 100 each at first. A candidate is compared
# with the current cost and with the entry of its turn, which then falls to the cost that stands.
#  candidate   current   entry   verdict   entry afterwards
SEQUENCE = [
    (105, 100, 100, "R", 100),
    (95, 100, 100, "A", 95),
    (99, 95, 100, "A", 99),
    (101, 99, 100, "R", 99),
    (97, 99, 95, "A", 95),
    (98, 97, 99, "A", 98),
    (99, 98, 99, "A", 99),
    (96, 99, 95, "A", 95),
    (98, 96, 98, "A", 98),
    (100, 98, 99, "R", 98),
    (96, 98, 95, "A", 95),
    (99, 96, 98, "R", 96),
    (97, 96, 98, "A", 97),
]


def test_candidates_are_compared_with_the_cost_of_some_steps_ago() -> None:
    costs = [float(row[0]) for row in SEQUENCE]
    told = play([costs], len(costs) + 1, acceptance=_core.AcceptLate(3))
    assert [seen.current for seen, _ in told[1:]] == [row[1] for row in SEQUENCE]
    assert verdicts(told) == "".join(row[3] for row in SEQUENCE)


@pytest.mark.parametrize("length", [0, 1])
def test_the_shortest_history_is_hill_climbing_over_equal_costs(length: int) -> None:
    told = play([[99.0, 99.0, 99.5, 98.0, 98.5, 98.0]], 7, acceptance=_core.AcceptLate(length))
    assert verdicts(told) == "AARARA"
