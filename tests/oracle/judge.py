"""One random instance, solved by a random controller, and judged."""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import neurols
from neurols.menu import Menu
from neurols.registry import problem_of
from neurols.routing import RichRouting
from neurols.scheduling import RichScheduling
from neurols.search.presets import presets_of
from tests.oracle import cities, controllers, fleets, plants, shops
from tests.oracle.case import Case, WrongAnswer, require

_REMEDIES = {
    "vehicles": re.compile(r"; allow (\d+), which are enough"),
    "limit": re.compile(r"; raise the limit to at least (\S+)"),
}
_SECONDS = 0.02  # of a search under a time limit
_EFFORTS = (300, 3_000, 20_000)  # steps in which the default search meets a small optimum


@dataclass(frozen=True)
class Verdict:
    """What came of one draw: ``right``, ``remedied``, ``refused`` or ``wrong``, and in which words.

    An instance is remedied where it was refused, and solved with the limit that the message names.
    """

    number: int
    kind: str
    controller: str
    outcome: str
    words: str = ""


def _is_offered(controller: Any, instance: Any) -> bool:
    """Whether the problem has settings of the controller; it need not have every one."""
    if not isinstance(controller, str):
        return True
    problem = problem_of(instance)
    name, preset = controller.split(":")[0], "preset=paper" in controller
    offered = presets_of(problem, Menu.of(problem, instance))
    if name.startswith("nls"):
        return not isinstance(instance, RichScheduling | RichRouting)
    return name in ("auto", "classical") or (
        name in offered.get("paper", {}) if preset else name in next(iter(offered.values()))
    )


def _require_optimum(instance: Any, optimum: float) -> None:
    """The default search finds an optimum of six operations."""
    found = math.inf
    for seed, steps in enumerate(_EFFORTS):
        if found <= optimum + 1e-9:
            break
        try:
            again = neurols.solve(instance, iterations=steps, seed=seed, target=optimum)
        except neurols.InputError as refusal:
            if steps == _EFFORTS[-1]:
                raise WrongAnswer(f"the default finds {refusal}, but there is {optimum}") from None
            continue
        found = min(found, again.cost)
    require(found <= optimum + 1e-9, f"the default finds {found}, the optimum is {optimum}")


DRAWN = {"shop": shops.draw, "city": cities.draw, "plant": plants.draw, "fleet": fleets.draw}
"""Kinds of instances; by default the first two are drawn."""
KINDS = ("shop", "city")


def judge(number: int, folder: Path, kinds: Sequence[str] = KINDS) -> Verdict:
    """Draw instance ``number`` of one of the kinds, solve it, and judge what comes back.

    A refusal is wrong unless the case grants it, and so is one whose remedy does not help. Any
    exception but the product's own is a wrong answer.
    """
    rng = Random(f"oracle {number}")
    kind = rng.choice(tuple(kinds))
    case = DRAWN[kind](rng)
    controller, refused = "?", ""
    try:
        for _ in range(3):
            try:
                controller = _solve_and_judge(rng, case, folder)
                break
            except neurols.InputError as refusal:
                refused = str(refusal)
                require(case.may_refuse(refused), f"refused: {refused}")
                if case.to_be_met and case.optimum is not None and case.optimum < math.inf:
                    _require_optimum(neurols.read(folder / f"drawn{case.suffix}"), case.optimum)
                remedied = _remedied(case, refused)
                if remedied is None:
                    break
                case = remedied
        else:
            raise WrongAnswer(f"refused after all remedies: {refused}")
    except Exception as error:
        return Verdict(number, kind, controller, "wrong", f"{type(error).__name__}: {error}")
    if not refused:
        return Verdict(number, kind, controller, "right")
    return Verdict(
        number, kind, controller, "refused" if controller == "?" else "remedied", refused
    )


def _remedied(case: Case, refusal: str) -> Case | None:
    """The case with the limit that the message asks for; None where it names none."""
    for limit, words in _REMEDIES.items():
        found = words.search(refusal)
        if found and case.relaxed is not None:
            return case.relaxed(limit, float(found[1]))
    return None


def _solve_and_judge(rng: Random, case: Case, folder: Path) -> str:
    """Raise WrongAnswer unless all that is said of the solution is true; the controller."""
    path = folder / f"drawn{case.suffix}"
    path.write_text(case.text, encoding="utf-8")
    instance = neurols.read(path)
    menu = Menu.of(problem_of(instance), instance)
    controller = controllers.draw(
        rng, menu.operators, menu.perturbations, is_tour=case.suffix == ".tsp"
    )
    if not _is_offered(controller, instance):
        controller = "auto"
    searches = rng.choice((1, 1, 1, 2, 3)) if isinstance(controller, str) else 1
    options: dict[str, Any] = {
        "seed": rng.randrange(1000),
        "searches": searches,
        "threads": rng.choice((1, 2)),
        "share": rng.choice((None, True, False)) if searches > 1 else None,
    }
    options |= (
        {"time_limit": _SECONDS}
        if rng.random() < 0.05
        else {"iterations": rng.choice((0, 1, 10, 50, 200))}
    )
    result = neurols.solve(instance, controller=controller, **options)
    written = folder / f"drawn-solution{case.solution_suffix}"
    result.write(written)
    cost = case.cost_of(written.read_text(encoding="utf-8"))
    slack = case.tolerance * max(1.0, abs(cost))
    require(abs(result.cost - cost) <= slack, f"says {result.cost}, costs {cost}")
    require(result.cost <= result.initial_cost + slack, "worse than the initial solution")
    require(instance.lower_bound <= cost + slack, f"lower bound {instance.lower_bound} of {cost}")
    if case.optimum is not None:
        require(case.optimum < math.inf, "a solution where there is none")
        require(cost >= case.optimum - slack, f"{cost} is below the optimum {case.optimum}")
        require(instance.lower_bound <= case.optimum + slack, "a bound above the optimum")
        if result.proven_optimal:
            require(cost <= case.optimum + slack, f"proven, but the optimum is {case.optimum}")
        if case.to_be_met:
            _require_optimum(instance, case.optimum)
    if rng.random() < 0.1:
        again = neurols.solve(instance, initial=written, iterations=5, seed=1)
        require(abs(again.initial_cost - cost) <= slack, f"read back as {again.initial_cost}")
    return str(controller) if isinstance(controller, str) else "python"


def run(numbers: range, kinds: Sequence[str] = KINDS) -> list[Verdict]:
    """Judge these draws."""
    with tempfile.TemporaryDirectory(prefix="neurols-oracle-") as folder:
        return [judge(number, Path(folder), kinds) for number in numbers]


__all__ = ["Verdict", "WrongAnswer", "judge", "run"]
