"""Pictures of rich schedules: what stands in them, and that every form is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

import neurols
from neurols.scheduling.rich import drawing
from neurols.scheduling.rich.drawing.bars import Lateness, Span, chart
from neurols.scheduling.rich.instance import Job, Machine, RichScheduling
from neurols.scheduling.rich.kinds import generated
from neurols.scheduling.rich.solution import from_form
from tests.scheduling.rich.shops import workshop
from tests.scheduling.rich.test_late import lathe


def test_setups_breaks_and_lateness_stand_where_they_are() -> None:
    drawn = chart(from_form(lathe(), {"start": [[22 + 3, 28], [0]]}))
    assert drawn.setups == [Span(0, 4, 5)]
    assert drawn.breaks == [Span(0, 20, 25)]
    assert set(drawn.lateness) == {Lateness(1, 9, 30, 0), Lateness(0, 2, 4, 1)}
    assert (drawn.horizon, drawn.job_ends) == (30, [30, 4])


def test_hover_tells_other_machines_setup_and_due_date() -> None:
    instance = workshop()
    form = {"start": [[8, 11], [1]], "machine": [[0, 1], [0]]}
    first, second = chart(from_form(instance, form)).bars[1:]
    assert "<b>bolt</b>, turn" in first.hover and "setup of 2 from" in first.hover
    assert "could run on lathe in 4" in second.hover and "due at 9" in second.hover


def test_names_are_no_markup_of_formulas() -> None:
    shop = lathe(jobs=(Job("$x^$", due_date=1), Job("b")), machines=(Machine("$l$"), Machine()))
    result = neurols.solve(shop, iterations=5)
    assert drawing.figure(result) is not None


@pytest.mark.parametrize("kind", ["plant", "brandimarte", "assembly"])
def test_every_form_is_written(kind: str, tmp_path: Path) -> None:
    instance = generated(f"{kind}:4x3", 2)
    assert isinstance(instance, RichScheduling)
    result = neurols.solve(instance, iterations=20, seed=1)
    for suffix in ("svg", "html"):
        result.plot(tmp_path / f"plan.{suffix}")
    page = (tmp_path / "plan.html").read_text(encoding="utf-8")
    assert "Use of the machines" in page
    assert "<summary>Jobs." in page
    late = result.solution.late_jobs()  # type: ignore[attr-defined]
    assert ("Late jobs, the costliest first" in page) == bool(late)
    assert ("Due dates, and why jobs are late" in page) == (kind != "brandimarte")
    assert (tmp_path / "plan.svg").read_text(encoding="utf-8").count("use in %") == 1
