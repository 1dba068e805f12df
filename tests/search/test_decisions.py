"""The trace of decisions: it counts what the counters count, and changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

import neurols
from neurols.search.decisions import BINS


@pytest.mark.parametrize("controller", ["tabu", "ils", "vns", "random"])
@pytest.mark.parametrize("iterations", [1, 100, BINS, BINS + 1, 5000])
def test_a_trace_adds_up_to_the_counters(controller: str, iterations: int) -> None:
    traced = neurols.solve(
        "ft10", controller=controller, iterations=iterations, seed=1, trace_decisions=True
    )
    decisions = traced.decisions
    assert decisions is not None
    assert len(decisions.best) <= BINS
    assert decisions.width == 1 or decisions.width * BINS // 2 <= iterations
    for index, name in enumerate(decisions.names):
        assert decisions.proposed[:, index].sum() == traced.usage[name].proposed
        assert decisions.accepted[:, index].sum() == traced.usage[name].accepted
    assert (decisions.accepted <= decisions.decided).all()
    assert (decisions.decided <= decisions.proposed).all()
    sums = decisions.proposed.sum(axis=1)
    assert (sums[:-1] == decisions.width).all() and 0 < sums[-1] <= decisions.width
    assert (np.diff(decisions.best) <= 0).all() and decisions.best[-1] == traced.cost


def test_nothing_is_decided_about_the_last_candidate() -> None:
    result = neurols.solve("ft10", controller="tabu", iterations=50, seed=1, trace_decisions=True)
    decisions = result.decisions
    assert decisions is not None
    undecided = (decisions.proposed - decisions.decided).sum(axis=1)
    assert undecided.tolist() == [0] * 49 + [1]


def test_tracing_does_not_change_the_search_and_is_off_by_default() -> None:
    plain = neurols.solve("ft10", iterations=300, seed=4)
    traced = neurols.solve("ft10", iterations=300, seed=4, trace_decisions=True)
    assert plain.decisions is None
    assert (plain.solution, plain.usage) == (traced.solution, traced.usage)


@pytest.mark.parametrize("kind", ["a", "an", "anp"])
def test_a_policy_shows_its_values_at_every_decision(kind: str) -> None:
    pytest.importorskip("onnxruntime")
    result = neurols.solve(
        "ft10", controller=f"nls-{kind}", iterations=40, seed=2, trace_decisions=True
    )
    decisions = result.decisions
    assert decisions is not None
    assert len(decisions.values) == len(decisions.asked_at) > 0
    assert (np.diff(decisions.asked_at) >= 1).all() and decisions.asked_at[0] == 0
    if kind != "a":  # under A, improvements are followed without asking
        assert decisions.asked_at.tolist() == list(range(40))


def test_a_classical_controller_has_no_values() -> None:
    result = neurols.solve("ft06", controller="vns", iterations=30, trace_decisions=True)
    assert result.decisions is not None and not len(result.decisions.asked_at)
