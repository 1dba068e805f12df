"""Schedules as pages and events."""

from datetime import datetime

from neurols.scheduling.rich.model import Model
from neurols.scheduling.rich.solution import from_form
from neurols.scheduling.tables.build import build
from neurols.scheduling.tables.layout import LAYOUT, SETTINGS
from neurols.scheduling.tables.plan import events, pages
from neurols.tables.read import read_tables
from neurols.tables.workbook import read_sheets


def planned(instance):
    form = {"start": [[480, 500], [500]], "machine": [[0, 1], [0]]}
    return from_form(instance, form)


def test_pages_and_events(tmp_path):
    (tmp_path / "shop.csv").write_text(
        "job,operation,machine,duration,release,due\n"
        "a,turn,lathe,20,2026-11-20 08:00,2026-11-20 08:25\n"
        "a,mill,mill,10,,\n"
        "b,turn,lathe,5,2026-11-20 08:00,2026-11-20 12:00\n"
    )
    path = tmp_path / "shop.csv"
    shop = build(read_tables(path, "shop", read_sheets(path), LAYOUT, SETTINGS))
    schedule = planned(shop)
    schedules, summary, late, *machines = pages(shop, schedule)
    assert schedules.rows[0][:3] == ["a", "turn", "lathe"]
    assert schedules.rows[0][5] == datetime(2026, 11, 20, 8)
    assert [row[0] for row in late.rows] == ["a"] and late.rows[0][-1] == 5
    assert dict(map(tuple, summary.rows))["late jobs"] == 1
    assert [(page.name, len(page.rows)) for page in machines] == [("lathe", 2), ("mill", 1)]
    first = events(shop, schedule)[0]
    assert (first.title, first.place, first.end) == (
        "a: turn",
        "lathe",
        datetime(2026, 11, 20, 8, 20),
    )


def test_times_without_a_clock_stay_numbers_and_make_no_calendar():
    model = Model()
    lathe, mill = model.add_machine("lathe"), model.add_machine("mill")
    a, b = model.add_job(name="a"), model.add_job(name="b")
    model.add_operation(a, {lathe: 20})
    model.add_operation(a, {mill: 10})
    model.add_operation(b, {lathe: 5})
    schedule = planned(model.data())
    assert pages(model.data(), schedule)[0].rows[0][5] == 480
    assert events(model.data(), schedule) is None
