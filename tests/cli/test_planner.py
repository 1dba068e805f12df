"""A planner's two days without Python: each step is one command, tables are filled in between."""

from openpyxl import load_workbook

STREETS = ("mill lane", "high street", "castle hill", "station road", "park view", "harbour",
           "old town", "church row", "market", "north gate", "school", "bakery")  # fmt: skip


def fill_in(path, orders):
    """What the planner types into the sheet of clients: a row an order."""
    book = load_workbook(path)
    sheet = book["clients"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    sheet.delete_rows(2, sheet.max_row)
    for row, (name, latitude, longitude, amount, opens) in enumerate(orders, start=2):
        cells = {"client": name, "latitude": latitude, "longitude": longitude,
                 "delivery": amount, "service time": 10, "from": opens}  # fmt: skip
        for column, value in cells.items():
            sheet.cell(row, columns[column], value)
    settings = book["settings"]
    for row in settings.iter_rows(min_row=2):
        if row[0].value == "day zero":
            row[1].value = "2026-03-02"
    book.save(path)


def orders(count, first=0):
    return [
        (f"{STREETS[k % 12]} {k}", 52.45 + k * 7 % 13 / 100, 13.3 + k * 5 % 17 / 100, 1 + k % 2,
         "07:00" if k % 3 else "09:00")
        for k in range(first, first + count)
    ]  # fmt: skip


def test_two_days_of_a_planner(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    assert cli("template", "routing", "--output", "monday.xlsx").code == 0
    fill_in("monday.xlsx", orders(20))
    assert "clients" in cli("info", "monday.xlsx").out
    day = cli("solve", "monday.xlsx", "--iterations", "2000", "--output", "plan.xlsx",
              "--output", "plan.ics")  # fmt: skip
    assert day.code == 0, day.err
    assert (tmp_path / "plan.ics").read_text().count("BEGIN:VEVENT") >= 20
    assert load_workbook("plan.xlsx").sheetnames[:2] == ["stops", "summary"]

    assert cli("template", "routing", "--output", "tuesday.xlsx").code == 0
    fill_in("tuesday.xlsx", orders(22))
    day = cli(
        "solve",
        "tuesday.xlsx",
        "--initial",
        "plan.xlsx",
        "--change-price",
        "5",
        "--iterations",
        2000,
        "--output",
        "plan2.xlsx",
        "--output",
        "plan2.ics",
    )
    assert day.code == 0, day.err
    changes = [
        row[:2] for row in load_workbook("plan2.xlsx")["changes"].iter_rows(values_only=True)
    ]
    assert [kind for _, kind in changes].count("new") == 2
    assert [kind for _, kind in changes].count("moved") <= 2  # of 20: 90 % stay with their vehicle
    assert "harbour 5" in (tmp_path / "plan2.ics").read_text()
