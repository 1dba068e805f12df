"""The picture of the decisions: rows, shares, colours, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import neurols
from neurols import InputError
from neurols.plotting import plot_decisions, plot_result
from neurols.plotting.decisions import figure
from neurols.plotting.decisions_data import (
    ACCEPTED,
    REJECTED,
    UNDECIDED,
    colours,
    policy_values,
    strip,
)
from neurols.policy.controller import shipped_model
from neurols.policy.model_file import read_model
from neurols.search.decisions import Decisions
from neurols.search.result import Result


def trace() -> Decisions:
    """Two operators, one of them never used, and a perturbation; three bins of two steps.

    The last step, the only one of its bin, made a candidate that nobody decided about.
    """
    return Decisions(
        names=("x", "unused", "kick"),
        operators=2,
        width=2,
        proposed=np.array([[2, 0, 0], [1, 0, 1], [1, 0, 0]]),
        decided=np.array([[2, 0, 0], [1, 0, 1], [0, 0, 0]]),
        accepted=np.array([[2, 0, 0], [0, 0, 1], [0, 0, 0]]),
        current=np.array([9.0, 10.0, 10.0]),
        best=np.array([9.0, 9.0, 9.0]),
        asked_at=np.zeros(0, np.int64),
        values=np.zeros((0, 0), np.float32),
    )


def solved(controller: str = "ils") -> Result:
    return neurols.solve("ft06", controller=controller, iterations=60, seed=1, trace_decisions=True)


def test_rows_are_what_was_used_with_shares_of_the_steps() -> None:
    rows = strip(trace())
    assert (rows.names, rows.perturbations) == (["x", "kick"], 1)
    assert rows.share.tolist() == [[1, 0.5, 1], [0, 0.5, 0]]
    assert rows.accepted.tolist() == [[1, 0, 0], [0, 1, 0]]
    assert rows.undecided.tolist() == [[False, False, True], [False, False, False]]


def test_colours_tell_accepted_from_rejected_and_nothing_is_blank() -> None:
    def hexed(pixel: np.ndarray) -> str:
        return "#" + "".join(f"{round(255 * part):02x}" for part in pixel)

    painted = colours(strip(trace()))
    assert hexed(painted[0, 0]) == ACCEPTED
    assert hexed(painted[1, 0]) == "#ffffff"
    assert hexed(painted[0, 2]) == UNDECIDED
    rejected = painted[0, 1]
    wanted = [int(REJECTED[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    assert np.allclose((1 - rejected) / (1 - np.array(wanted)), np.sqrt(0.5))


@pytest.mark.parametrize("iterations", [1, 60])
def test_the_last_candidate_is_shown_as_undecided(tmp_path: Path, iterations: int) -> None:
    result = neurols.solve(
        "ft10", controller="tabu", iterations=iterations, seed=1, trace_decisions=True
    )
    assert result.decisions is not None
    rows = strip(result.decisions)
    assert rows.undecided.sum() == 1 and rows.undecided[:, -1].sum() == 1
    legend = figure(result).axes[1].get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()][-1] == "undecided"
    page = tmp_path / "page.html"
    plot_decisions(result, page)
    assert ": undecided" in page.read_text(encoding="utf-8")


def test_the_picture_has_a_panel_for_costs_and_one_for_decisions() -> None:
    sheet = figure(solved())
    costs, decided = sheet.axes
    assert [line.get_label() for line in costs.get_lines()] == ["current", "best"]
    assert [label.get_text() for label in decided.get_yticklabels()] == strip(
        solved().decisions  # type: ignore[arg-type]
    ).names


def test_of_a_policy_the_advantages_are_drawn_by_action() -> None:
    pytest.importorskip("onnxruntime")
    result = solved("nls-an")
    learned = policy_values(result)
    assert learned is not None and result.decisions is not None
    policy = read_model(shipped_model("jobshop", "an")).card
    assert tuple(learned.names) == policy.action_set.names
    assert np.allclose(learned.advantages.mean(axis=0), 0, atol=1e-5)
    assert np.allclose(learned.value, result.decisions.values.max(axis=1), atol=1e-5)
    assert len(figure(result).axes) == 4  # costs, decisions, advantages and their scale


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_files_are_written_and_the_same_again(tmp_path: Path, suffix: str) -> None:
    first, again = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    plot_decisions(solved(), first)
    plot_decisions(solved(), again)
    assert first.read_bytes() == again.read_bytes()


def test_the_report_has_a_section_of_decisions_where_they_were_traced(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    plot_result(solved(), page)
    assert "<h2>Decisions</h2>" in page.read_text(encoding="utf-8")
    plot_result(neurols.solve("ft06", iterations=5), page)
    assert "<h2>Decisions</h2>" not in page.read_text(encoding="utf-8")


def test_a_search_that_was_not_traced_is_told_how(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="trace_decisions=True"):
        plot_decisions(neurols.solve("ft06", iterations=5), tmp_path / "no.svg")
    assert not (tmp_path / "no.svg").exists()
