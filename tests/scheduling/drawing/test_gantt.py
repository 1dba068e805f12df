"""The Gantt chart shows every operation on its machine's row and marks the critical path."""

from __future__ import annotations

import pytest

from neurols.plotting import style
from neurols.scheduling import JobShop
from neurols.scheduling.drawing import paper as gantt
from tests.plotting.results import general, solved, solved_shop


def test_chart_has_a_row_a_machine_and_a_bar_an_operation() -> None:
    result = solved("ft06")
    axes = gantt.figure(result).axes[0]
    bars = [len(collection.get_paths()) for collection in axes.collections[:2]]
    assert sum(bars) == 36
    assert [label.get_text() for label in axes.get_yticklabels()] == [f"M{m}" for m in range(6)]


def test_critical_bars_are_those_of_the_critical_path() -> None:
    from neurols.scheduling.drawing.bars import chart

    result = solved("ta01")
    axes = gantt.figure(result).axes[0]
    path = chart(result.instance, result.solution).path
    drawn = axes.collections[1].get_paths()
    corners = {(p.vertices[0][0], p.vertices[2][0]) for p in drawn}
    assert corners == {(float(bar.start), float(bar.end)) for bar in path}


def test_title_tells_instance_makespan_and_gap() -> None:
    result = solved("ta01")
    title = gantt.figure(result).axes[0].get_title(loc="left")
    assert "ta01" in title
    assert f"makespan {result.cost:,}" in title
    assert f"gap {result.gap:.2f} %" in title


def test_title_tells_the_bound_where_no_best_cost_is_known() -> None:
    result = solved_shop(JobShop([[(0, 3), (1, 2)], [(1, 4), (0, 5)], [(0, 2), (1, 9)]]), 0)
    title = gantt.figure(result).axes[0].get_title(loc="left")
    assert "proven optimal" in title or f"lower bound {result.instance.lower_bound}" in title


@pytest.mark.parametrize("seed", range(4))
def test_operations_without_duration_are_drawn_as_marks(seed: int) -> None:
    shop = general(seed)
    axes = gantt.figure(solved_shop(shop)).axes[0]
    marks = axes.collections[2].get_offsets()
    assert len(marks) == sum(duration == 0 for job in shop.jobs for _, duration in job)


def test_shop_that_takes_no_time_at_all_can_be_drawn() -> None:
    result = solved_shop(JobShop([[(0, 0)], [(0, 0)]]))
    assert len(gantt.figure(result).axes[0].collections[2].get_offsets()) == 2


def test_labels_of_a_large_chart_fit_their_bars() -> None:
    result = solved("ta71", iterations=10)
    sheet = gantt.figure(result)
    sheet.draw_without_rendering()
    axes = sheet.axes[0]
    widths = {
        ((p.vertices[0][0] + p.vertices[2][0]) / 2, round(p.vertices[:4, 1].mean())): p
        for collection in axes.collections[:2]
        for p in collection.get_paths()
    }
    labels = [text for text in axes.texts if text.get_text().isdigit()]
    assert len(labels) > 1200  # of 2,000 operations, the shortest a hundredth of the longest
    for text in labels[::50]:
        path = widths[text.get_position()]
        left, right = (axes.transData.transform(path.vertices[i])[0] for i in (0, 2))
        assert text.get_window_extent().width <= right - left


def test_interactive_chart_holds_what_hovering_shows() -> None:
    result = solved("ft06")
    figure = gantt.interactive(result)
    jobs = [trace for trace in figure.data if trace.name and trace.name.startswith("job ")]
    shown = {tuple(row[:5]) for trace in jobs for row in trace.customdata}
    expected = {
        (j, k, machine, start, start + duration)
        for j, job in enumerate(result.instance.jobs)
        for k, ((machine, duration), start) in enumerate(
            zip(job, result.solution.start[j], strict=True)
        )
    }
    assert shown == expected
    for word in ("job", "operation", "machine", "start", "end"):
        assert word in jobs[0].hovertemplate


@pytest.mark.parametrize("count", [1, 2, 8, 9, 30, 100])
def test_every_job_has_a_colour_of_its_own_and_a_legible_label(count: int) -> None:
    def luminance(colour: str) -> float:
        channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    fills = style.colours(count)
    assert len(set(fills)) == count
    for fill in fills:
        low, high = sorted((luminance(fill), luminance(style.text_colour(fill))))
        assert (high + 0.05) / (low + 0.05) >= 3.0  # WCAG's least contrast for large text
