"""Scheduling problems from tables, and every mistake in them by sheet, row and column."""

import random
from copy import deepcopy

import pytest
from openpyxl import Workbook, load_workbook

from neurols.errors import InputError, InputErrors
from neurols.scheduling.tables.build import build
from neurols.scheduling.tables.layout import LAYOUT, SETTINGS
from neurols.tables.read import layout_of, read_tables
from neurols.tables.template import write_template
from neurols.tables.workbook import read_sheets


def made(path):
    sheets = read_sheets(path)
    assert layout_of(path, sheets, [LAYOUT]) is LAYOUT
    return build(read_tables(path, path.stem, sheets, LAYOUT, SETTINGS))


def from_csv(tmp_path, text):
    (tmp_path / "shop.csv").write_text(text, encoding="utf-8")
    return made(tmp_path / "shop.csv")


def workbook(tmp_path, **sheets):
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(tmp_path / "shop.xlsx")
    return made(tmp_path / "shop.xlsx")


def faults(build, *arguments, **sheets):
    with pytest.raises(InputErrors) as error:
        build(*arguments, **sheets)
    return error.value.faults


OPERATIONS = [["job", "operation", "machine", "duration"], ["a", "turn", "lathe", 5],
              ["a", "mill", "mill", 3], ["b", "turn", "lathe", 4]]  # fmt: skip


def test_one_table_with_alternatives_dates_and_units(tmp_path):
    shop = from_csv(
        tmp_path,
        "Job;Operation;Machine;Duration (h);Due Date;Setup family\n"
        "order 17;turn;lathe;0,75;2026-11-20 15:00;steel\n"
        "order 17;turn;big lathe;0,5;;\n"
        "order 17;mill;mill;1:15;;steel\n"
        "order 18;turn;lathe, big lathe;1 h;2026-11-21;brass\n",
    )
    assert [machine.name for machine in shop.machines] == ["lathe", "big lathe", "mill"]
    assert [operation.modes for operation in shop.operations] == [
        ((0, 45), (1, 30)), ((2, 75),), ((0, 60), (1, 60)),
    ]  # fmt: skip
    assert [job.due_date for job in shop.jobs] == [900, 1440]
    assert shop.precedences[0].before == 0 and shop.precedences[0].after == 1
    assert str(shop.clock.zero) == "2026-11-20"


def test_all_tables(tmp_path):
    shop = workbook(
        tmp_path,
        settings=[["setting", "value"], ["objective", "10 weighted tardiness + makespan"],
                  ["day zero", "2026-11-20"], ["name", "Friday"]],
        operations=[[*OPERATIONS[0], "family"], ["a", "turn", "lathe", 5, "Steel"],
                    ["a", "mill", "mill", 3, None], ["b", "turn", "lathe", 4, "brass"]],
        machines=[["machine", "initial family", "available from"], ["lathe", "steel", "08:00"],
                  ["mill", None, None]],
        jobs=[["job", "due", "weight"], ["a", 700, 2], ["b", None, None]],
        changeovers=[["from", "to", "duration"], ["steel", "brass", 20], ["brass", "steel", 35]],
        calendar=[["machine", "from", "to", "repeat", "times"],
                  ["mill", "12:00", "12:30", "weekdays", 3], ["mill", "12:30", "13:00", None, None],
                  [None, "day 1 00:00", "day 3 00:00", None, None]],
        precedences=[["job", "operation", "after job", "after operation", "max lag"],
                     ["a", "mill", "b", "turn", 2000]],
    )  # fmt: skip
    assert shop.name == "Friday" and shop.objective.weighted_tardiness == 10
    assert shop.machines[0].available_from == 480
    # Friday, then Monday and Tuesday: the weekend has no breaks of its own.
    assert shop.machines[1].breaks == (
        (720, 780), (1440, 4320), (5040, 5070), (6480, 6510),
    )  # fmt: skip
    steel, brass = shop.families.index("steel"), shop.families.index("brass")
    assert shop.machines[1].setups[steel][brass] == 20
    assert (shop.jobs[0].due_date, shop.jobs[0].weight) == (700, 2)
    assert any(p.max_lag == 2000 and (p.before, p.after) == (1, 2) for p in shop.precedences)


def test_every_mistake_is_told_at_once(tmp_path):
    found = faults(
        from_csv, tmp_path,
        "job,operatoin,machine,duration,due\n"
        "a,turn,lathe,fast,2026-31-01\n"
        ",turn,lathe,-4,\n"
        "b,,lathe,2.5,3\n"
        "b,,lathe,,4,5\n",
    )  # fmt: skip
    assert found == (
        "sheet 'shop', row 1, column 'operatoin': unknown column; did you mean 'operation'? let it"
        " begin with # to leave it out",
        "sheet 'shop', row 5: 6 cells under 5 headings",
        "sheet 'shop', row 2, column 'duration': 'fast' is not a number of minutes, or like 1:30"
        " or 1 h 30 min",
        "sheet 'shop', row 2, column 'due': '2026-31-01' is not a number of minutes, a clock time"
        " or a date",
        "sheet 'shop', row 3, column 'job': this cell is empty",
        "sheet 'shop', row 3, column 'duration': '-4' is less than 0",
        "sheet 'shop', row 5, column 'duration': this cell is empty",
        "sheet 'shop', row 5, column 'due': another due than in a row before, for job 'b'; say it"
        " once",
        "sheet 'shop', row 4, column 'duration': '2.5' is 2.5, no whole number of minutes; set"
        " 'time unit' to seconds in the table 'settings'",
    )


@pytest.mark.parametrize(
    ("sheets", "wanted"),
    [
        ({"machines": [["machine"], ["lathe"]]}, "unknown machine 'mill'"),
        ({"jobs": [["job"], ["a"]]}, "unknown job 'b'"),
        ({"jobs": [["job"], ["a"], ["b"], ["b"]]}, "'b' is there twice"),
        ({"jobs": [["job"], ["a"], ["b"], ["c"]]}, "job 'c' has no operation"),
        ({"setups": [["from", "to", "duration"], ["x", "y", 1]]}, "unknown family 'x'"),
        ({"breaks": [["start", "end"], [5, 5]]}, "ends before it starts"),
        ({"breaks": [["machine", "start", "end"], ["mil", 1, 5]]}, "did you mean 'mill'"),
        ({"breaks": [["start", "end", "repeat"], [1, 5, "weekdays"]]}, "no day is a weekday"),
        ({"breaks": [["start", "end", "repeat"], [1, 5, "often"]]}, "not daily"),
        ({"precedences": [["job", "operation", "after operation"], ["a", "mill", "saw"]]},
         "has no operation 'saw'"),
        ({"settings": [["setting", "value"], ["objektive", "x"]]}, "did you mean 'objective'"),
        ({"settings": [["setting", "value"], ["objective", "speed"]]}, "unknown term 'speed'"),
        ({"settings": [["setting", "value"], ["time zone", "Mars/Olympus"]]}, "unknown time zone"),
        ({"settings": [["setting", "value"], ["time unit", "moons"]]}, "unknown unit"),
        ({"notes": [["hello"]]}, "unknown table"),
    ],
)  # fmt: skip
def test_mistakes(tmp_path, sheets, wanted):
    found = faults(workbook, tmp_path, operations=OPERATIONS, **sheets)
    assert any(wanted in fault and fault.startswith("sheet ") for fault in found), found


def test_what_begins_with_a_hash_is_left_out(tmp_path):
    rows = [[*OPERATIONS[0], "#note"], *([*row, "x"] for row in OPERATIONS[1:])]
    shop = workbook(tmp_path, operations=rows, **{"#notes": [["hello"]]})
    assert len(shop.operations) == 3


def test_the_template_is_a_problem(tmp_path):
    for suffix in ("xlsx", "csv"):
        file = tmp_path / f"template.{suffix}"
        write_template(file, LAYOUT, SETTINGS)
        shop = made(file)
        assert [job.name for job in shop.jobs] == ["order 17", "order 18"]
    assert "#help" in load_workbook(tmp_path / "template.xlsx").sheetnames


def test_no_broken_table_ends_in_anything_but_named_cells(tmp_path):
    """Cells of the template are replaced at random: a problem, or mistakes with their places."""
    junk = ["", None, -1, 1e300, float("nan"), "x" * 50000, "=1/0", "<b>", True, "2026-99-99",
            "12:99", "\u202e", "1e5", "0x10", 2**70, "lathe,lathe", ",,", "#", "daily"]  # fmt: skip
    rng = random.Random(7)
    file = tmp_path / "broken.xlsx"
    write_template(file, LAYOUT, SETTINGS)
    template, refused = read_sheets(file), 0
    for _ in range(300):
        sheets = deepcopy([sheet for sheet in template if sheet.name != "#help"])
        for _ in range(rng.randint(1, 4)):
            _, cells = rng.choice(rng.choice(sheets).rows)
            cells[rng.randrange(len(cells))] = rng.choice(junk)
        try:
            build(read_tables(file, "broken", sheets, LAYOUT, SETTINGS))
        except InputErrors as error:
            refused += 1
            assert all(fault.startswith("sheet ") for fault in error.faults), error.faults
        except InputError:
            refused += 1
    assert 100 < refused < 300
