"""Anytime curves: a line and a band a contestant, seconds on a logarithmic axis."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.plotting.anytime import figure, interactive, plot_anytime


def record(controller: str, seed: int, trace: list[list[float]]) -> dict[str, Any]:
    return {"instance": "a", "controller": controller, "seed": seed, "best_known": 100,
            "cpu_seconds": 2.0, "trace": trace}  # fmt: skip


RECORDS = [
    record("tabu", 1, [[0.01, 130.0], [0.5, 110.0]]),
    record("tabu", 2, [[0.01, 140.0], [0.7, 104.0]]),
    record("cp-sat", 1, [[0.1, 150.0]]),
    record("cp-sat", 2, [[0.1, 150.0], [1.0, 120.0]]),
]


def test_a_line_and_a_band_a_contestant() -> None:
    axes = figure(RECORDS).axes[0]
    assert [line.get_label() for line in axes.lines] == ["tabu  7.00", "cp-sat  35.00"]
    assert len(axes.collections) == 2
    assert axes.get_xscale() == "log"
    assert "2 seeds" in axes.get_title(loc="left")


def test_interactive_curves_hold_the_same_figures() -> None:
    drawn = [trace for trace in interactive(RECORDS).data if trace.name]
    assert [(trace.name, trace.y[-1]) for trace in drawn] == [("tabu", 7.0), ("cp-sat", 35.0)]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_it_is_saved_in_every_format_and_the_same_every_time(tmp_path: Path, suffix: str) -> None:
    for name in "ab":
        plot_anytime(RECORDS, tmp_path / f"{name}{suffix}")
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_more_contestants_than_colours_differ_by_their_dashes() -> None:
    many = [record(f"c{k}", 1, [[0.1, 100.0 + k]]) for k in range(11)]
    looks = {(line.get_color(), line.get_linestyle()) for line in figure(many).axes[0].lines}
    assert len(looks) == 11


def test_records_without_traces_are_refused() -> None:
    with pytest.raises(neurols.InputError, match="no trace"):
        figure([record("tabu", 1, [])])
