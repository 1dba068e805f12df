"""A planner's path from a template to a plan, without Python."""

from openpyxl import load_workbook


def test_template_to_plans(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    assert cli("template", "scheduling").code == 0
    assert "operations" in cli("info", "scheduling.xlsx").out
    plans = ("plan.xlsx", "plan.csv", "plan.json")
    outputs = [word for plan in plans for word in ("--output", plan)]
    assert cli("solve", "scheduling.xlsx", "--iterations", "200", *outputs).code == 0
    assert load_workbook("plan.xlsx").sheetnames[:3] == ["schedule", "summary", "late jobs"]
    assert (tmp_path / "plan.csv").read_text().startswith("job,operation,machine")
    assert cli("check", "scheduling.xlsx", "plan.json").code == 0


def test_a_calendar_needs_dates(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    table = tmp_path / "shop.csv"
    table.write_text("job,machine,duration\na,x,5\n")
    solve = ("solve", "shop.csv", "--iterations", "9", "--output", "plan.ics")
    refused = cli(*solve)
    assert refused.code == 2 and "day zero" in refused.err
    table.write_text("job,machine,duration,due\na,x,5,2026-11-20\n")
    assert cli(*solve).code == 0
    assert "BEGIN:VEVENT" in (tmp_path / "plan.ics").read_text()


def test_mistakes_come_one_a_line(tmp_path, cli):
    (tmp_path / "shop.csv").write_text("job,machine,duration\na,x,soon\nb,,5\n")
    refused = cli("solve", tmp_path / "shop.csv")
    lines = refused.err.splitlines()
    assert refused.code == 2 and lines[0].endswith("2 mistakes")
    assert lines[1].startswith("sheet 'shop', row 2, column 'duration'")
    assert lines[2].startswith("sheet 'shop', row 3, column 'machine'")


def test_two_outputs_of_one_name_are_refused(tmp_path, cli):
    plan = tmp_path / "plan.json"
    refused = cli("solve", "ft06", "--iterations", "9", "--output", plan, "--output", plan)
    assert refused.code == 2 and "name one file" in refused.err


def test_unknown_template_and_file_that_is_there(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    assert "use scheduling" in cli("template", "cooking").err
    assert cli("template", "scheduling").code == 0
    assert "there is such a file" in cli("template", "scheduling").err
