"""Three hundred broken tables: each is refused, and each mistake names its cell."""

import random
import re
from copy import deepcopy

import pytest
from openpyxl import Workbook

import neurols
from neurols.errors import InputErrors
from neurols.registry import problems
from neurols.tables.template import write_template
from neurols.tables.workbook import read_sheets

CELL = re.compile(r"sheet '[^']+', row \d+, column '[^']+': \S")
WRONG = {
    "number": ("soon", "1,2,3", "∞", "=A1", "<b>3</b>", "12 kg"),
    "whole": (2.5, "two", "1e400", "0x10"),
    "time": ("25:99", "2026-13-01", "noonish", "31.02.2026"),
    "duration": ("1 fortnight", "5:5:5:5", "-", "1h30x"),
    "distance": ("far", "10 km", "1/2"),
    "yes": ("perhaps", 7),
}


def forms():
    found = {}
    for problem in problems().values():
        form = problem.tables()
        if form is not None:
            found[form.LAYOUT.problem] = form
    return found


def filled(form, folder):
    """The template's tables with its examples, as lists of rows."""
    file = folder / "template.xlsx"
    write_template(file, form.LAYOUT, form.SETTINGS)
    sheets = [sheet for sheet in read_sheets(file) if form.LAYOUT.table(sheet.name)]
    return {sheet.name: [list(row) for _, row in sheet.rows] for sheet in sheets
            if sheet.name != "settings"}  # fmt: skip


def broken(tables, form, rng):
    """The tables with one cell made wrong; its sheet, row and column."""
    while True:
        name = rng.choice(list(tables))
        rows, table = tables[name], form.LAYOUT.table(name)
        if len(rows) < 2:
            continue
        number = rng.randrange(1, len(rows))
        column = rng.choice([c for c in table.columns if c.kind in WRONG or c.required])
        place = [table.column(str(head)) for head in rows[0]].index(column)
        rows[number] += [None] * (place + 1 - len(rows[number]))
        if column.required and (column.kind not in WRONG or rng.random() < 0.2):
            if len(rows[number]) == 1:
                continue
            rows[number][place] = None
            if not any(cell is not None for cell in rows[number]):
                continue
        elif column.least == 0 and rng.random() < 0.2:
            rows[number][place] = -3
        else:
            rows[number][place] = rng.choice(WRONG[column.kind])
        return name, number + 1, column.name


@pytest.mark.parametrize("problem", sorted(forms()))
def test_each_of_150_broken_workbooks_names_the_cell(problem, tmp_path):
    form, rng = forms()[problem], random.Random(31)
    whole = filled(form, tmp_path)
    file = tmp_path / "orders.xlsx"
    for _ in range(150):
        tables = deepcopy(whole)
        name, row, column = broken(tables, form, rng)
        book = Workbook()
        book.remove(book.active)
        for title, rows in tables.items():
            sheet = book.create_sheet(title)
            for cells in rows:
                sheet.append(["'" + c if str(c).startswith("=") else c for c in cells])
        book.save(file)
        try:
            neurols.read(file)
        except InputErrors as error:
            told = error.faults
        else:
            told = []
        wanted = f"sheet '{name}', row {row}, column '{column}': "
        assert any(one.startswith(wanted) for one in told), (wanted, tables[name], told)
        assert any(CELL.match(one) for one in told)
