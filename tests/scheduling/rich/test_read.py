"""Readers of rich instances: what is read, told apart, and refused with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.errors import InputError
from neurols.scheduling import JobShop
from neurols.scheduling.read import parse
from neurols.scheduling.rich.figures import digest, figures
from neurols.scheduling.rich.instance import (
    Job,
    Machine,
    Objective,
    Operation,
    Precedence,
    RichScheduling,
)
from neurols.scheduling.rich.write import fjs_text, json_text
from tests.helpers import SHARED
from tests.scheduling.rich.shops import workshop

FJS = "2 2 1.5\n2 1 1 5 2 1 3 2 4\n1 1 2 7\n"
"""Machines from 1: job 0 has an operation on machine 1 and one on either; job 1 one on 2."""
SETUPS = "2 2 1\n1 1 1 5\n1 2 1 4 2 6\n\n9 3\n2 9\n9 9\n9 9\n"
TYPES = "2 2 2\n1 5 1 1\n2 4 1 2 3 2 1\n10 20\n0 1\n2 0\n"
TARDINESS = {
    "name": "tiny",
    "base": "t",
    "machines": 2,
    "jobs": [[[0, 3], [1, 2]], [[1, 4]]],
    "weights": [4, 1.5],
    "due_dates": [5, 6],
    "release": [0, 1],
}
RICH: dict[str, Any] = {
    "format": "neurols-scheduling",
    "version": 2,
    "families": ["steel", "brass"],
    "machines": [{"name": "lathe", "setups": [[0, 20], [15, 0]]}, {"name": "mill"}],
    "jobs": [
        {
            "name": "bolt",
            "due_date": 9,
            "operations": [
                {"modes": {"lathe": 45}, "family": "steel"},
                {"modes": [["mill", 5], [0, 6]], "family": 1},
            ],
        },
        {"linked": False, "operations": [{"modes": {"1": 3}}, {"modes": {"mill": 3}}]},
    ],
    "precedences": [{"before": [0, 0], "after": [1, 1], "min_lag": 2}],
}


def rich(text: str, **options: Any) -> RichScheduling:
    found = parse(text, **options)
    assert isinstance(found, RichScheduling)
    return found


def fault(text: str, format: str | None = None, file: str = "shop.txt") -> str:
    with pytest.raises(InputError) as caught:
        parse(text, file=file, format=format)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def changed(**changes: Any) -> str:
    return json.dumps(RICH | changes)


def test_flexible_shops_are_read_with_machines_from_one() -> None:
    shop = rich(FJS, file="shop.txt")
    assert [operation.modes for operation in shop.operations] == [
        ((0, 5),),
        ((0, 3), (1, 4)),
        ((1, 7),),
    ]
    assert shop.precedences == (Precedence(0, 1),)
    assert shop.objective == Objective(makespan=1)
    assert (shop.name, shop.size) == ("shop", "2x2")


def test_the_first_machine_is_told_by_the_numbers_or_asked_for() -> None:
    from_zero = "2 2\n1 1 0 5\n1 2 0 3 1 4\n"
    assert rich(from_zero, format="fjs").operations[0].modes == ((0, 5),)
    uncertain = "1 3\n2 1 1 5 1 2 4\n"
    message = fault(uncertain, "fjs")
    assert "machines 1 to 2 of 3 could be counted from 0 or from 1" in message
    assert "fjs-from-0 or fjs-from-1" in message
    assert rich(uncertain, format="fjs-from-0").operations[0].modes == ((1, 5),)
    assert rich(uncertain, format="fjs-from-1").operations[0].modes == ((0, 5),)
    assert "2: machine 0 is out of range 1 to 2" in fault(from_zero, "fjs-from-1")


def test_formats_are_detected_never_guessed() -> None:
    assert isinstance(parse("1 2\n0 5 1 4\n", file="a.txt"), JobShop)
    # As a job shop: machine 1 for 1, then machine 0 for 5. Every machine once: it is one.
    assert isinstance(parse("1 2\n1 1 0 5\n", file="a.txt"), JobShop)
    assert isinstance(parse("1 2\n1 1 0 5\n", file="a.fjs"), RichScheduling)
    both = "1 3\n1 1 1 5\n"
    assert "the format is ambiguous: the standard format of job shops, or fjs" in fault(both)
    assert isinstance(parse(both, format="standard"), JobShop)
    assert isinstance(parse(both, format="fjs-from-1"), RichScheduling)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 2 1\n1 1 1 5\n", "2: the file has 1 jobs, but the header promises 2"),
        ("1 2 x\n1 1 1 5\n", "1: the first line has 3 values, or ends in one that is no number"),
        ("1 2 1\n2 1 1 5\n", "2: the job ends where the number of modes of operation 1"),
        ("1 2 1\n1 1 1 5 9\n", "2: the job has 5 values, but its counts promise 4"),
        ("1 2 1\n1 1 1 -5\n", "2: a duration of operation 0 '-5' is negative"),
        ("1 2 1\n1 1 3 5\n", "2: machine 3 is out of range 1 to 2"),
        ("1 2 1\n1 2 1 5 1 6\n", "2: job 0 operation 0 has two modes on machine 0"),
        ("2 2 1\n1 1 1 5\n0\n", "3: job 1 has no operations"),
        ("1 99999999 1\n1 1 1 5\n", "1: the header promises 99,999,999 machines"),
    ],
)
def test_broken_flexible_shops_are_refused_with_their_line(text: str, message: str) -> None:
    assert f"a.fjs:{message}" in fault(text, "fjs", "a.fjs")


def test_setups_between_operations_are_read_per_machine() -> None:
    shop = rich(SETUPS, format="fjs-setups-from-1")
    assert shop.machines[0].setups == ((0, 3), (2, 0))
    assert shop.machines[1].setups == ((0, 0), (0, 0))  # operation 0 cannot run there
    assert [operation.family for operation in shop.operations] == [0, 1]
    assert rich(SETUPS, file="a.fjs").machines == shop.machines
    assert "lines of setup times" in fault(SETUPS + "1 1\n", "fjs-setups")
    assert "6: setup time 'x' is not a number" in fault(SETUPS.replace("2 9", "2 x"), "fjs-setups")


def test_setup_types_are_read_with_their_initial_setups() -> None:
    shop = rich(TYPES, file="t.dat")
    assert [operation.modes for operation in shop.operations] == [((0, 5),), ((0, 4),), ((1, 3),)]
    assert [operation.family for operation in shop.operations] == [0, 1, 0]
    for machine in shop.machines:
        assert machine.initial_family == 2
        assert machine.setups == ((0, 1, 0), (2, 0, 0), (10, 20, 0))
    assert "t.dat:2: setup type 3 is out of range" in fault(
        TYPES.replace("5 1 1", "5 1 3"), "setup-types", "t.dat"
    )
    assert "t.dat:3: machine 0" in fault(TYPES.replace("4 1 2", "4 0 2"), "setup-types", "t.dat")
    assert "need 5" in fault(TYPES + "0 0\n", "setup-types")


def test_weighted_tardiness_is_read() -> None:
    shop = rich(json.dumps(TARDINESS))
    assert shop.name == "tiny"
    assert shop.jobs == (Job(due_date=5, weight=4), Job(release_date=1, due_date=6, weight=1.5))
    assert shop.objective == Objective(weighted_tardiness=1)
    assert "did you mean weights" in fault(json.dumps(TARDINESS | {"weight": [1]}))
    assert '"due_dates" is 1 values' in fault(json.dumps(TARDINESS | {"due_dates": [1]}))
    assert "job 1 operation 0: machine 2" in fault(
        json.dumps(TARDINESS | {"jobs": [[[0, 3]], [[2, 3]]]})
    )


def test_our_json_reads_names_and_numbers() -> None:
    shop = rich(changed(), file="rich.json")
    assert shop.machines[0] == Machine("lathe", setups=((0, 20), (15, 0)))
    assert shop.operations == (
        Operation(0, ((0, 45),), family=0),
        Operation(0, ((1, 5), (0, 6)), family=1),
        Operation(1, ((1, 3),)),
        Operation(1, ((1, 3),)),
    )
    assert shop.precedences == (Precedence(0, 1), Precedence(0, 3, min_lag=2))
    assert (shop.name, shop.objective) == ("rich", Objective(makespan=1))


def test_faults_of_our_json_are_told_with_line_and_remedy() -> None:
    assert "did you mean machines?" in fault(changed(machine=[]))
    assert "did you mean makespan?" in fault(changed(objective={"makspan": 1}))
    job = {"operations": [{"modes": {"laths": 4}}]}
    assert "jobs[0].operations[0].modes: unknown machine 'laths'" in fault(changed(jobs=[job]))
    assert "did you mean 'lathe'?" in fault(changed(jobs=[job]))
    typo = {"operations": [{"modes": {"mill": 4}, "familly": "steel"}]}
    assert "in jobs[0].operations[0]; did you mean family?" in fault(changed(jobs=[typo]))
    lag = [{"before": [0, 0], "after": [0, 7]}]
    assert "precedences[0].after is [0, 7], which is no operation" in fault(
        changed(precedences=lag)
    )
    assert '"version" is 3' in fault(changed(version=3))
    twice = [{"name": "a"}, {"name": "a"}]
    assert "machines 0 and 1 are both named 'a'" in fault(changed(machines=twice))
    text = json.dumps(
        RICH | {"jobs": [{"operations": [{"modes": [[0, -4]]}]}], "precedences": []}, indent=1
    )
    line = text[: text.index("-4")].count("\n") + 1
    assert f"shop.txt:{line - 2}: job 0 operation 0: the duration" in fault(text)


def test_json_holds_the_whole_model() -> None:
    shop = workshop(
        jobs=(
            Job("bolt", 1, 9, 90, 2.5),
            Job("nut", weight=0),
        ),
        precedences=(Precedence(0, 1, 1, 30), Precedence(0, 2)),
        objective=Objective(makespan=0.5, late_jobs=3),
        permutation=True,
        best_known=12.5,
        known_lower_bound=2,
        machines=(
            Machine("lathe", ((5, 8),), True, 1, ((0, 2), (3, 0)), True, 2),
            Machine("mill"),
        ),
    )
    again = rich(json_text(shop))
    for field in ("name", "machines", "jobs", "operations", "families", "objective", "permutation"):
        assert getattr(again, field) == getattr(shop, field)
    assert set(again.precedences) == set(shop.precedences)
    assert (again.best_known, again.known_lower_bound) == (12.5, 2)


def test_the_text_format_holds_flexible_shops_and_no_more() -> None:
    shop = rich(FJS, file="shop.txt")
    assert digest(rich(fjs_text(shop), file="shop.fjs")) == digest(shop)
    with pytest.raises(InputError, match="holds more than the FJS format can say"):
        fjs_text(workshop())


@pytest.mark.parametrize("family", sorted({figure.family for figure in figures()}))
def test_published_instances_are_read_with_their_figures(family: str) -> None:
    if not (SHARED / "scheduling").is_dir():
        pytest.skip("the benchmark files are not here")
    for figure in [figure for figure in figures() if figure.family == family][:12]:
        shop = neurols.read(SHARED / "scheduling" / figure.file)
        assert isinstance(shop, RichScheduling)
        assert digest(shop) == figure.digest
        assert shop.best_known == figure.best_known
        assert figure.best_known is None or shop.lower_bound <= figure.best_known


def test_files_are_told_by_what_they_hold(tmp_path: Path) -> None:
    for name, text in (("a.fjs", FJS), ("a.dat", TYPES), ("a.json", changed())):
        (tmp_path / name).write_text(text)
        assert neurols.read(tmp_path / name).problem == "scheduling"
        assert neurols.load(tmp_path / name).problem == "scheduling"
