"""Settings for few steps: used there and nowhere else, and each with the study it came from."""

from __future__ import annotations

from typing import Any

import pytest

import neurols
from neurols.menu import Menu
from neurols.registry import problem_named, problems
from neurols.search.budget import Budget
from neurols.search.controllers import catalogue, resolve
from neurols.search.presets import default_preset
from neurols.search.spec import ControllerSpec, parse_spec

SHORT = {name: short for name, problem in problems().items() if (short := problem.short_budget())}
LIMITS = {name: short.limit for name, short in SHORT.items()}


def studies() -> list[dict[str, Any]]:
    return [study for short in SHORT.values() for study in short.studies]


INSTANCES = {"jobshop": "ft10", "cvrp": "demo-cvrp"}
SHIPPED = [study for study in studies() if study["shipped"]]


def in_full(study: dict[str, Any]) -> str:
    """The study's settings, every one of them given."""
    texts = {key: "/".join(v) if isinstance(v, list) else str(v)
             for key, v in study["settings"].items() if v != ""}  # fmt: skip
    return str(
        ControllerSpec(parse_spec(study["controller"]).name, None, {"preset": "tuned"} | texts)
    )


def visited(controller: str, problem: str, iterations: int) -> tuple[float, Any]:
    result = neurols.solve(INSTANCES[problem], controller=controller, iterations=iterations, seed=7)
    return result.cost, result.usage


def name_of(study: dict[str, Any]) -> str:
    return f"{study['problem']} {study['controller']}"


@pytest.mark.parametrize("study", SHIPPED, ids=name_of)
def test_shipped_settings_are_used_where_there_are_few_steps(study: dict[str, Any]) -> None:
    problem = study["problem"]
    few = visited(study["controller"], problem, 60)
    assert few == visited(in_full(study), problem, 60)


@pytest.mark.parametrize("problem", LIMITS)
def test_beyond_the_limit_and_with_a_named_preset_nothing_changes(problem: str) -> None:
    menu = Menu.of(problems()[problem])
    for name, settings in default_preset(problem_named(problem)).items():
        for spec, budget in (
            (name, Budget(iterations=LIMITS[problem] + 1)),
            (name, Budget(cpu_limit=1.0)),
            (name, None),
            (f"{name}:preset=tuned", Budget(iterations=1)),
        ):
            assert (
                resolve(spec, problem_named(problem), menu, budget).workspace.tenure
                == settings.tenure
            )


@pytest.mark.parametrize("problem", LIMITS)
def test_default_controllers_keep_the_settings_that_they_were_trained_with(problem: str) -> None:
    at_few_steps = visited("auto", problem, 30)
    assert at_few_steps == visited("nls", problem, 30) == visited("nls:preset=tuned", problem, 30)


def test_options_given_come_before_what_was_tuned() -> None:
    study = next(
        one for one in SHIPPED if one["problem"] == "jobshop" and one["controller"] == "tabu"
    )
    given = visited("tabu:operator=ecet+tabu", "jobshop", 60)
    study = {**study, "settings": {**study["settings"], "operator": "ecet+tabu"}}
    assert given == visited(in_full(study), "jobshop", 60)
    assert set(given[1]) >= {"ecet+tabu"}


def test_every_study_tells_where_it_comes_from() -> None:
    for study in studies():
        assert study["instances"] >= 512 and study["fresh_instances"]["instances"] >= 512
        assert study["trials"] >= study["trials_on_all_instances"] >= 1
        assert {"date", "commit", "machine", "neurols", "optuna"} <= set(study["made_with"])
        assert not study["made_with"]["commit"].endswith("+changes")
        fresh = study["fresh_instances"]
        assert study["shipped"] == (fresh["change_percent"] < 0 and fresh["p_value"] < 0.01)


def test_every_classical_controller_of_the_job_shop_was_tuned() -> None:
    tuned = {parse_spec(one["controller"]).name for one in studies() if one["problem"] == "jobshop"}
    assert tuned == set(default_preset(problem_named("jobshop"))) - {"random", "constant"}


def test_catalogue_tells_them_with_their_provenance() -> None:
    entry = next(entry for entry in catalogue(problems()["jobshop"]) if entry.name == "tabu")
    assert entry.short_budget is not None
    assert entry.short_budget["up_to_iterations"] == LIMITS["jobshop"]
    assert "trials at 100 iterations on 512 generated instances" in entry.short_budget["provenance"]
