"""The usage chart shows what was used, most used first, and what came of it."""

from __future__ import annotations

from dataclasses import replace

from neurols.plotting import usage
from neurols.search.result import Usage

from .results import solved


def test_only_what_was_used_is_shown_most_used_first() -> None:
    counters = {"ct": Usage(0, 0, 0, 0), "cet": Usage(5, 4, 1, 0), "cei": Usage(9, 9, 3, 2)}
    result = replace(solved("ft06"), usage=counters)
    assert list(usage.used(result)) == ["cei", "cet"]
    axes = usage.figure(result).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["cei", "cet"]
    widths = [bar.get_width() for container in axes.containers for bar in container]
    assert widths == [9, 5, 9, 4, 3, 1]  # proposed, accepted, improving


def test_interactive_chart_holds_the_same_counts() -> None:
    result = solved("ta01")
    proposed = usage.interactive(result).data[0]
    assert dict(zip(proposed.y, proposed.x, strict=True)) == {
        name: counters.proposed for name, counters in usage.used(result).items()
    }


def test_search_without_a_step_can_be_drawn() -> None:
    assert usage.figure(replace(solved("ft06"), usage={})).axes
