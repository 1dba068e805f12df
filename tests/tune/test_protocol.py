"""Protocols: generated instances alone, and one budget."""

from __future__ import annotations

from typing import Any

import pytest

import neurols
from neurols.tune.instances import check_sizes, validation_instances
from neurols.tune.protocol import Protocol


def protocol(**changes: Any) -> Protocol:
    return Protocol(
        **{"problem": "jobshop", "controller": "vns", "sizes": ("5x4",), "iterations": 10,
           "instances": 4} | changes
    )  # fmt: skip


@pytest.mark.parametrize(
    "name", ["ta01", "TA80", "taillard", "taillard:15x15", "X-n101-k25", "uchoa", "uchoa-like",
             "ul-n101-s01", "ft06"],
)  # fmt: skip
@pytest.mark.parametrize("problem", ["jobshop", "cvrp"])
def test_benchmarks_are_refused(problem: str, name: str) -> None:
    with pytest.raises(neurols.InputError, match="is a benchmark"):
        check_sizes(problem, (name,))


@pytest.mark.parametrize(
    ("problem", "sizes"), [("jobshop", ("15",)), ("jobshop", ()), ("cvrp", ("15x15",)),
                           ("cvrp", ("-5",)), ("jobshop", ("axb",))],
)  # fmt: skip
def test_what_is_no_size_is_refused(problem: str, sizes: tuple[str, ...]) -> None:
    with pytest.raises(neurols.InputError, match="size"):
        check_sizes(problem, sizes)


def test_instances_take_the_sizes_in_turn_and_repeat() -> None:
    found = validation_instances(protocol(sizes=("5x4", "6x3")))
    assert [instance.size for instance in found] == ["5x4", "6x3", "5x4", "6x3"]
    again = validation_instances(protocol(sizes=("5x4", "6x3")))
    assert [i.jobs for i in found] == [i.jobs for i in again]  # type: ignore[attr-defined]
    assert len({i.jobs for i in found}) == 4  # type: ignore[attr-defined]


def test_fresh_instances_are_others() -> None:
    seen = {i.jobs for i in validation_instances(protocol())}  # type: ignore[attr-defined]
    fresh = {i.jobs for i in validation_instances(protocol(), fresh=True)}  # type: ignore[attr-defined]
    later = {i.jobs for i in validation_instances(protocol(seed=2))}  # type: ignore[attr-defined]
    assert not seen & fresh and not seen & later and not fresh & later


def test_routing_instances_have_the_customers_asked_for() -> None:
    found = validation_instances(protocol(problem="cvrp", sizes=("12", "20")))
    assert [instance.size for instance in found] == ["12", "20", "12", "20"]


@pytest.mark.parametrize(
    "changes",
    [{"iterations": None}, {"cpu_limit": 1.0}, {"iterations": 0}, {"instances": 0},
     {"seed": -1}, {"problem": "magic"}, {"controller": "magic"}, {"controller": "auto"},
     {"controller": "vns:magic=1"}, {"controller": "vns:preset=magic"},
     {"iterations": None, "cpu_limit": float("nan")}],
    ids=str,
)  # fmt: skip
def test_senseless_protocols_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(neurols.InputError):
        protocol(**changes)


def test_specification_keeps_what_was_given_and_adds_what_was_found() -> None:
    given = protocol(controller="vns:preset=paper,patience=7")
    assert given.base().patience == 7  # type: ignore[attr-defined]
    spec = given.spec({"operators": ("ct", "cei"), "strength": 4, "accept": "equal"})
    assert spec == "vns:preset=paper,patience=7,operators=ct/cei,strength=4,accept=equal"


def test_restricted_menu_is_part_of_the_protocol() -> None:
    known = protocol(operators=("ct", "cei"), perturbations=("swaps@6",))
    assert known.menu().operators == ("ct", "cei")
    assert known.menu().perturbations == ("swaps@6",)
    assert known.file_name != protocol().file_name
    assert known.to_json()["operators"] == ["ct", "cei"]
    assert "operators" not in protocol().to_json()  # studies of earlier versions go on


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"operators": ("magic",)}, "unknown operator or perturbation 'magic'"),
        ({"operators": ("swaps",)}, "'swaps' is one of the perturbations"),
        ({"perturbations": ("cei",)}, "'cei' is one of the operators"),
    ],
)
def test_menu_names_what_the_problem_has(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(neurols.InputError, match=word):
        protocol(**changes)
