"""Where ``solve`` writes: what cannot work is refused before the search, what fails costs no more
than itself."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from neurols.plotting import output as pictures

from .conftest import Cli
from .test_bad_input import assert_refused

SHOP = "2 2\n0 3 1 2\n1 4 0 1\n"
FAST = ("--iterations", "3")


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail as soon as a search begins: what is refused must be refused before."""

    def search(*_: object, **__: object) -> None:
        raise AssertionError("the search has begun")

    monkeypatch.setattr("neurols.search.solve.solve", search)


@pytest.mark.parametrize(
    ("instance", "name", "suffixes"),
    [
        ("ft06", "plan.xlsx", "let the name end in .json"),
        ("ft06", "plan.sol", "let the name end in .json"),
        ("ft06", "plan.txt", "let the name end in .json"),
        ("demo-cvrp", "plan.xlsx", "let the name end in .sol or .json"),
        ("demo-cvrp", "plan.vrp", "let the name end in .sol or .json"),
    ],
)
@pytest.mark.usefixtures("no_search")
def test_a_suffix_that_promises_another_format_is_refused(
    cli: Cli, tmp_path: Path, instance: str, name: str, suffixes: str
) -> None:
    assert_refused(cli("solve", instance, "--output", tmp_path / name), name, suffixes)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("option", ["--plot", "--decisions"])
@pytest.mark.usefixtures("no_search")
def test_a_picture_of_an_unknown_format_or_without_its_package_is_refused(
    cli: Cli, tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_refused(cli("solve", "ft06", option, tmp_path / "plan.pdf"), ".svg, .png or .html")
    assert_refused(cli("solve", "ft06", option, tmp_path / "plan"), "picture's format")
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    for name in ("a.svg", "a.html"):
        assert_refused(cli("solve", "ft06", option, tmp_path / name), "pip install 'neurols[plot]'")


@pytest.mark.parametrize(("instance", "name"), [("ft06", "p.JSON"), ("demo-cvrp", "p.Sol")])
def test_known_suffixes_in_any_case_and_names_without_one_are_written(
    cli: Cli, tmp_path: Path, instance: str, name: str
) -> None:
    for path in (tmp_path / name, tmp_path / "plan"):
        assert cli("solve", instance, *FAST, "--output", path).code == 0
        assert path.stat().st_size > 0


@pytest.mark.usefixtures("no_search")
def test_one_file_for_two_outputs_is_refused_whatever_leads_to_it(cli: Cli, tmp_path: Path) -> None:
    file, link, hard = tmp_path / "a.svg", tmp_path / "link.svg", tmp_path / "hard.svg"
    file.write_text("older")
    link.symlink_to(file)
    os.link(file, hard)
    (tmp_path / "in").mkdir()
    for same in (file, tmp_path / "in" / ".." / "a.svg", link, hard):
        answer = cli("solve", "ft06", "--plot", file, "--decisions", same)
        assert_refused(answer, "--plot and --decisions name one file")
    new = tmp_path / "new.svg"
    assert_refused(cli("solve", "ft06", "--plot", new, "--decisions", new), "name one file")
    assert file.read_text() == "older"


@pytest.mark.usefixtures("no_search")
def test_the_instance_is_never_overwritten_whatever_leads_to_it(cli: Cli, tmp_path: Path) -> None:
    shop, link, hard = tmp_path / "shop.json", tmp_path / "link.json", tmp_path / "hard.json"
    shop.write_text(SHOP)
    link.symlink_to(shop)
    os.link(shop, hard)
    for path in (shop, link, hard):
        answer = cli("solve", shop, "--format", "standard", "--output", path)
        assert_refused(answer, "--output would overwrite what is read")
    assert shop.read_text() == SHOP


def test_the_output_may_take_the_place_of_the_solution_it_starts_from(
    cli: Cli, tmp_path: Path
) -> None:
    plan = tmp_path / "plan.json"
    assert cli("solve", "ft06", "--iterations", "0", "--output", plan).code == 0
    first = json.loads(plan.read_text())["cost"]
    answer = cli("solve", "ft06", "--iterations", "500", "--initial", plan, "--output", plan)
    assert answer.code == 0
    assert json.loads(plan.read_text())["cost"] < first


def test_a_file_that_fails_costs_neither_the_others_nor_the_result(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, picture, thinking = (tmp_path / name for name in ("p.json", "p.svg", "d.svg"))
    plan.write_text("an older plan")
    replace = os.replace

    def fails(source: str, target: str) -> None:
        if str(target).endswith("p.json"):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fails)
    files = ("--output", plan, "--plot", picture, "--decisions", thinking)
    answer = cli("solve", "ft06", *FAST, *files)
    assert answer.code == 2
    assert f"{plan}: cannot be written: no space left on device" in answer.err
    assert "makespan" in answer.out and str(picture) in answer.out
    assert plan.read_text() == "an older plan"
    assert picture.exists() and thinking.exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d.svg", "p.json", "p.svg"]


def test_every_file_that_fails_is_told(cli: Cli, tmp_path: Path) -> None:
    answer = cli("solve", "ft06", *FAST, "--output", "/dev/full", "--json")
    assert answer.code == 2 and "/dev/full: cannot be written" in answer.err
    assert json.loads(answer.out)["feasible"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_a_workbook_on_a_full_disk_is_one_line(cli: Cli, tmp_path: Path) -> None:
    plan = tmp_path / "plan.xlsx"
    plan.symlink_to("/dev/full")
    answer = cli("solve", "rr-vrptw-n50", *FAST, "--output", plan)
    assert answer.code == 2
    (line,) = answer.err.splitlines()
    assert "plan.xlsx: cannot be written: no space left on device" in line
    assert plan.is_symlink()


def test_a_workbook_without_room_for_its_parts_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from neurols.errors import InputError
    from neurols.tables.write import Page, write_pages

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("openpyxl.Workbook.save", full)
    with pytest.raises(InputError, match="cannot be written: no space left on device"):
        write_pages(tmp_path / "plan.xlsx", [Page("stops", ["a"], [[1]])])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root writes anywhere")
@pytest.mark.usefixtures("no_search")
def test_a_folder_without_permission_is_refused(cli: Cli, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    (locked / "plan.json").write_text("older")
    locked.chmod(0o500)
    for name in ("plan.json", "new.json"):
        assert_refused(cli("solve", "ft06", "--output", locked / name), "no permission")
    locked.chmod(0o700)


@pytest.mark.usefixtures("no_search")
def test_a_folder_that_takes_no_files_is_refused(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plan.json").write_text("older")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path.resolve())
    for name in ("plan.json", "new.json"):
        assert_refused(cli("solve", "ft06", "--output", tmp_path / name), "no permission")


@pytest.mark.usefixtures("no_search")
def test_no_table_of_a_folder_that_is_read_is_overwritten(cli: Cli, tmp_path: Path) -> None:
    tables = tmp_path / "orders"
    tables.mkdir()
    (tables / "clients.csv").write_text("name,x,y\na,1,1\n")
    (tables / "depots.csv").write_text("name,x,y\nd,0,0\n")
    (tmp_path / "link").symlink_to(tables)
    for name in ("orders/clients.csv", "orders/plan.xlsx", "link/depots.csv"):
        answer = cli("solve", tables, *FAST, "--output", tmp_path / name)
        assert_refused(answer, "would lie among the tables that are read")
    assert (tables / "clients.csv").read_text() == "name,x,y\na,1,1\n"


def test_a_batch_writes_nothing_where_it_reads(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "shops"
    folder.mkdir()
    (folder / "summary.csv").write_text("instance\nft06\n")
    for source in (folder, folder / "summary.csv"):
        answer = cli("batch", source, *FAST, "--output", folder)
        assert_refused(answer, "--output would overwrite what is read")
    assert [path.name for path in folder.iterdir()] == ["summary.csv"]


def test_a_template_takes_no_filled_tables_place(cli: Cli, tmp_path: Path) -> None:
    filled = tmp_path / "orders.xlsx"
    filled.write_text("all my orders")
    assert_refused(cli("template", "routing", "--output", filled), "there is such a file")
    assert filled.read_text() == "all my orders"
