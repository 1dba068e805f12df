"""Controllers by name: grammar, presets, rules, Python objects, and what they do to a search."""

from __future__ import annotations

import math
import re

import pytest

import neurols
from neurols import Acceptance, Action, Decision, InputError, Observation, _core
from neurols.registry import problem_named
from neurols.search.controllers import LEARNED, SUMMARIES, catalogue
from neurols.search.presets import presets_of
from neurols.search.spec import parse_spec, split_specs

NAMES = [
    name if name != "constant" else "constant:cei" for name in SUMMARIES if name not in LEARNED
]


@pytest.mark.parametrize("name", NAMES)
def test_every_controller_improves_on_the_construction(name: str) -> None:
    result = neurols.solve("ft10", controller=name, iterations=300, seed=1)
    assert result.cost < result.initial_cost
    assert result.controller == name


@pytest.mark.parametrize("name", ["sa", "sa-restart", "ils", "ils-sa", "vns"])
def test_the_papers_settings_exist_as_presets(name: str) -> None:
    result = neurols.solve("ft10", controller=f"{name}:preset=paper", iterations=100, seed=1)
    assert result.cost <= result.initial_cost


@pytest.mark.parametrize("problem", ["jobshop", "cvrp"])
@pytest.mark.parametrize("preset", ["plain", "plain-a"])
def test_presets_over_the_papers_operators_run(problem: str, preset: str) -> None:
    instance = neurols.load("ft06" if problem == "jobshop" else "demo-cvrp")
    for name in presets_of(problem_named(problem))[preset]:
        name = name.replace(":", f":preset={preset},") if ":" in name else f"{name}:preset={preset}"
        result = neurols.solve(instance, controller=name, iterations=30, seed=1)
        assert result.controller == name
        used = {action for action, usage in result.usage.items() if usage.proposed}
        assert used and not any("tabu" in action or "ruin" in action for action in used)


def test_a_kind_of_bandit_has_settings_of_its_own() -> None:
    costs = [
        neurols.solve("ta01", controller=f"bandit:{options}", iterations=100, seed=1).usage
        for options in ("preset=plain,kind=ucb", "preset=plain", "preset=plain,kind=epsilon-greedy")
    ]
    assert costs[1] == costs[2] != costs[0]


def test_restart_rule_acts_whatever_the_controller_decides() -> None:
    """Hill climbing never perturbs by itself, and ends where the rule is switched off."""
    rule = "constant:cet,accept=improving,restart=swaps@6,restart_after=8"
    without = neurols.solve("ft10", controller=f"{rule.partition(',restart')[0]}", iterations=200)
    with_it = neurols.solve("ft10", controller=rule, iterations=200)
    off = neurols.solve("ft10", controller=f"{rule},preset=plain", iterations=200)
    assert without.usage["swaps"].proposed == 0
    assert 1 < with_it.usage["swaps"].proposed <= 200 // 8
    assert off.usage["swaps"].proposed == with_it.usage["swaps"].proposed
    switched_off = neurols.solve(
        "ft10", controller="constant:cet,preset=plain,restart_after=0", iterations=200
    )
    assert switched_off.usage["swaps"].proposed == 0


def test_restart_rule_without_a_perturbation_is_refused() -> None:
    with pytest.raises(InputError, match="a restart rule needs a perturbation"):
        neurols.solve("ft06", controller="vns:restart_after=8", iterations=1)


# Any change of a search trajectory shows here, and belongs into the changelog.
PINNED_COSTS_OF_TA01 = {
    "tabu": 1276,
    "ils": 1324,
    "vns": 1333,
    "sa": 1346,
    "gls": 1360,
    "bandit": 1277,
}


@pytest.mark.parametrize("name", PINNED_COSTS_OF_TA01)
def test_costs_at_a_fixed_seed_stay_what_they_were(name: str) -> None:
    result = neurols.solve("ta01", controller=name, iterations=500, seed=1)
    assert result.cost == PINNED_COSTS_OF_TA01[name]


def test_specifications_are_split_at_the_right_commas() -> None:
    assert split_specs("sa,ils:preset=paper,patience=3,constant:cei,vns") == [
        "sa",
        "ils:preset=paper,patience=3",
        "constant:cei",
        "vns",
    ]
    spec = parse_spec("constant:cei,accept=improving")
    assert (spec.name, spec.argument, spec.options) == ("constant", "cei", {"accept": "improving"})
    assert str(spec) == "constant:cei,accept=improving"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("vsn", "unknown controller 'vsn'; use one of auto, classical, hill-climbing"),
        ("", "empty controller name"),
        ("tabu:tenure", "controller 'tabu' takes no argument 'tenure'"),
        ("tabu:tenure=x", "tenure='x' is not a whole number"),
        ("tabu:tenure=-1", "tenure='-1' is not a whole number"),
        ("tabu:tenure=3000000000", "tenure='3000000000' is not at most 1,000,000; give tenure=…"),
        ("sa:end=-0.1", "end='-0.1' is not a number, 0 or more"),
        ("sa:end=nan", "end='nan' is not a number, 0 or more"),
        ("sa:start=inf", "start='inf' is not at most 1,000,000,000"),
        ("random:acceptance=1.5", "acceptance='1.5' is not at most 1;"),
        ("tabu:width=3", "has no option 'width'; its options are"),
        ("tabu:operator=2-opt", "unknown operator or perturbation '2-opt'; operators are ct"),
        ("sa:preset=best", "unknown preset 'best'; use tuned, paper"),
        ("gls:preset=paper", "there is no preset 'paper' for controller 'gls'"),
        ("sa:start=0", "start=0.0 must be above 0"),
        ("sa:scale=kelvin", "scale='kelvin' is unknown; use mean-worsening"),
        ("ils:patience=1,patience=2", "gives 'patience' twice"),
    ],
)
def test_wrong_specifications_say_what_would_be_right(spec: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        neurols.solve("ft06", controller=spec, iterations=1)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_an_allowance_is_for_routing_alone() -> None:
    with pytest.raises(InputError, match="'jobshop' have no allowance; drop allowance"):
        neurols.solve("ft06", controller="tabu:allowance=0.2", iterations=1)
    neurols.solve("ft06", controller="tabu:allowance=0", iterations=1)


def test_an_object_without_decide_is_refused() -> None:
    with pytest.raises(InputError, match="has no method 'decide'"):
        neurols.solve("ft06", controller=object(), iterations=1)


class Alternating:
    """Accepts every other candidate and swaps between two operators."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []

    def decide(self, seen: Observation) -> Decision:
        self.seen.append(seen)
        odd = seen.iteration % 2
        return Decision(Acceptance.ACCEPT if odd else Acceptance.REJECT, Action.apply(3 * odd))


def test_any_python_object_with_decide_controls_the_search() -> None:
    controller = Alternating()
    result = neurols.solve("ft10", controller=controller, iterations=50, seed=1)
    assert result.iterations == 50
    assert [seen.iteration for seen in controller.seen] == list(range(50))
    assert result.usage["ct"].proposed == result.usage["cei"].proposed == 25
    assert result.controller == "Alternating"


class Stopping:
    def decide(self, seen: Observation) -> Decision:
        return Decision(Acceptance.ACCEPT, Action.apply(0), stop=seen.iteration == 7)


def test_a_controller_may_stop_the_search() -> None:
    result = neurols.solve("ft10", controller=Stopping(), iterations=50, seed=1)
    assert (result.iterations, result.stopped_by) == (7, "local optimum")


def test_cooling_schedules_run_from_start_to_end() -> None:
    for schedule in (_core.CoolingSchedule.GEOMETRIC, _core.CoolingSchedule.LINEAR):
        rule = _core.AcceptByAnnealing(8.0, 2.0, _core.TemperatureScale.ABSOLUTE, schedule)
        assert rule.level(0.0) == pytest.approx(8.0)
        assert rule.level(1.0) == pytest.approx(2.0)
    geometric = _core.AcceptByAnnealing(8.0, 2.0)
    assert geometric.level(0.5) == pytest.approx(math.sqrt(16.0))
    logistic = _core.AcceptByAnnealing(
        9.0, 1.0, _core.TemperatureScale.ABSOLUTE, _core.CoolingSchedule.LOGISTIC
    )
    assert logistic.level(0.5) == pytest.approx(5.0)
    assert logistic.level(0.0) > 8.9 > 1.1 > logistic.level(1.0)


def test_later_cycles_cool_from_the_reheating_to_the_same_end() -> None:
    rule = _core.AcceptByAnnealing(
        8.0,
        2.0,
        _core.TemperatureScale.ABSOLUTE,
        _core.CoolingSchedule.LINEAR,
        _core.Cycles(4),
        6.0,
    )
    levels = [rule.level(p) for p in (0.0, 0.125, 0.2499, 0.25, 0.375, 0.5, 0.9999, 1.0)]
    assert levels == pytest.approx([8.0, 5.0, 2.0, 6.0, 4.0, 6.0, 2.0, 2.0], abs=0.01)


def test_initial_runs_cool_from_the_start_in_a_share_of_their_own() -> None:
    rule = _core.AcceptByAnnealing(
        8.0,
        2.0,
        _core.TemperatureScale.ABSOLUTE,
        _core.CoolingSchedule.LINEAR,
        _core.Cycles(count=6, initial_runs=2, initial_share=0.6),
        6.0,
    )
    levels = [
        rule.level(p) for p in (0.0, 0.15, 0.2999, 0.3, 0.5999, 0.6, 0.65, 0.7001, 0.9999, 1.0)
    ]
    assert levels == pytest.approx([8, 5, 2, 8, 2, 6, 4, 6, 2, 2], abs=0.01)


def test_every_cycle_but_the_first_begins_with_the_perturbation() -> None:
    spec = "sa:operator=ct,cycles=5,perturbation=best"
    usage = neurols.solve("ft10", controller=spec, iterations=1000, seed=1).usage
    assert usage["best"].proposed == usage["best"].accepted >= 4
    assert usage["ct"].proposed == 1000 - usage["best"].proposed


def test_cycles_and_patience_exclude_each_other() -> None:
    with pytest.raises(InputError, match="cycles and patience"):
        neurols.solve("ft10", controller="sa:cycles=3,patience=50", iterations=10)


@pytest.mark.parametrize("scale", ["unit", "absolute"])
def test_annealing_on_a_fixed_scale_runs_from_hot_to_cold(scale: str) -> None:
    def accepted(level: float) -> float:
        spec = f"sa:operator=ct,start={level},end={level},scale={scale},perturbation=best"
        usage = neurols.solve("ft10", controller=spec, iterations=2000, seed=1).usage["ct"]
        return usage.accepted / usage.proposed

    assert accepted(1e6) > 0.95
    assert accepted(1e-3) < 0.3


def test_hot_annealing_accepts_nearly_all_and_cold_annealing_nearly_nothing() -> None:
    def accepted(level: float) -> float:
        spec = f"sa:operator=ct,start={level},end={level},perturbation=best"
        usage = neurols.solve("ft10", controller=spec, iterations=2000, seed=1).usage["ct"]
        return usage.accepted / usage.proposed

    assert accepted(1000.0) > 0.95
    assert accepted(0.001) < 0.3


def test_the_catalogue_lists_every_controller_with_its_options() -> None:
    entries = {entry.name: entry for entry in catalogue(problem_named("jobshop"))}
    assert set(entries) == set(SUMMARIES)
    assert entries["tabu"].options["operator"] == "cei+tabu"


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_the_result_does_not_depend_on_the_number_of_threads(threads: int) -> None:
    result = neurols.solve("ta01", iterations=2000, searches=8, threads=threads, seed=3)
    reference = neurols.solve("ta01", iterations=2000, searches=8, threads=1, seed=3)
    assert result.cost == reference.cost
    assert result.solution == reference.solution
    assert result.usage == reference.usage
    assert [p[::2] for p in result.trace] == [p[::2] for p in reference.trace]


def test_more_searches_are_at_least_as_good() -> None:
    one = neurols.solve("ta01", iterations=300, searches=1, seed=5).cost
    many = neurols.solve("ta01", iterations=300, searches=8, seed=5).cost
    assert many <= one


@pytest.mark.parametrize("problem", ["jobshop", "cvrp", "tsp"])
def test_shipped_settings_say_how_they_were_chosen(problem: str) -> None:
    for entry in catalogue(problem_named(problem)):
        if entry.options:
            assert re.search("generated|not tuned", entry.provenance), entry.name


def test_a_specification_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from neurols.search import controllers, solve, spec

    read: list[str] = []

    def counting(text: str) -> spec.ControllerSpec:
        read.append(text)
        return parse_spec(text)

    for module in (spec, solve, controllers):
        monkeypatch.setattr(module, "parse_spec", counting)
    for text in ("auto", "ils:preset=paper", "sa:cycles=2"):
        found = neurols.solve(neurols.load("ft20"), controller=text, cpu_limit=0.02, seed=1)
        assert found.controller == text
        assert read.count(text) == 1
