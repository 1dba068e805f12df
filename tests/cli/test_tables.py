"""A planner's path from a template to a plan, without Python."""

from openpyxl import load_workbook

from neurols.cli import main


def test_template_to_plans(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["template", "scheduling"]) == 0
    assert main(["info", "scheduling.xlsx"]) == 0
    assert "operations" in capsys.readouterr().out
    for plan in ("plan.xlsx", "plan.csv", "plan.json"):
        arguments = ["solve", "scheduling.xlsx", "--iterations", "200", "--output", plan]
        assert main(arguments) == 0
    assert load_workbook("plan.xlsx").sheetnames[:3] == ["schedule", "summary", "late jobs"]
    assert main(["check", "scheduling.xlsx", "plan.json"]) == 0


def test_a_calendar_needs_dates(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.csv").write_text("job,machine,duration\na,x,5\n")
    assert main(["solve", "shop.csv", "--iterations", "9", "--output", "plan.ics"]) == 2
    assert "day zero" in capsys.readouterr().err
    (tmp_path / "shop.csv").write_text("job,machine,duration,due\na,x,5,2026-11-20\n")
    assert main(["solve", "shop.csv", "--iterations", "9", "--output", "plan.ics"]) == 0
    assert "BEGIN:VEVENT" in (tmp_path / "plan.ics").read_text()


def test_mistakes_come_one_a_line(tmp_path, capsys):
    (tmp_path / "shop.csv").write_text("job,machine,duration\na,x,soon\nb,,5\n")
    assert main(["solve", str(tmp_path / "shop.csv")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("2 mistakes")
    assert lines[1].startswith("sheet 'shop', row 2, column 'duration'")
    assert lines[2].startswith("sheet 'shop', row 3, column 'machine'")


def test_unknown_template_and_file_that_is_there(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["template", "cooking"]) == 2
    assert "use scheduling" in capsys.readouterr().err
    assert main(["template", "scheduling"]) == 0
    assert main(["template", "scheduling"]) == 2
    assert "there is such a file" in capsys.readouterr().err
