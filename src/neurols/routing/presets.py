"""Settings of the controllers for routing, and where they come from.

Presets: ``tuned`` is the default, ``paper`` the published one. ``plain`` chooses among the paper's
operators, which have no tabu memory and ruin nothing, ``plain-a`` has the one of the action set A,
and ``plain-anp`` has a random policy over the operators and perturbations of ANP; random and
constant policies search under the restart rule of the action sets. Nothing here was chosen on a
benchmark; ``research/plain-operators.md`` tells how the settings of ``plain`` were found.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from neurols.search import settings as s
from neurols.search.presets import PAPER, YARDSTICK, YARDSTICKS, Preset, published
from neurols.search.short_budget import ShortBudget

_ALLOWANCE = 0.2
_SWEEPS = ("one-point", "two-point", "2-opt", "three-point", "3-opt", "or-opt", "cross-exchange")

TUNED: Preset = {
    "hill-climbing": s.HillClimbing(operators=("all",)),
    # SISR (Christiaens and Vanden Berghe, 2020): every step a small ruin, annealed.
    "sa": s.Annealing(
        operator="ruin", start=0.5, end=0.03, reheat=0.2, scale="unit", perturbation="best"
    ),
    "sa-restart": s.Annealing(operator="all", start=0.5, end=0.03, scale="unit", patience=32),
    "ils": s.Iterated(operator="all", patience=1, perturbation="ruin", strength=15),
    "ils-sa": s.Iterated(
        operator="all",
        patience=1,
        perturbation="ruin",
        strength=15,
        accept="annealing",
        start=0.3,
        end=0.02,
    ),
    "vns": s.Variable(operators=("all", "3-opt"), perturbation="ruin", strength=20),
    "tabu": s.Tabu(operator="one-point+tabu", perturbation="ruin", patience=20, strength=15),
    "gls": s.Guided(operator="all", guidance=0.3),
    "late-acceptance": s.Late(operator="all", length=8, perturbation="ruin", strength=15),
    "bandit": s.Bandit(
        actions=("all", "swap*", "2-opt*", "ruin"),
        kind="ucb",
        exploration=0.7,
        forgetting=0.7,
        perturbation="ruin",
        strength=15,
    ),
    "roulette": s.Roulette(
        actions=("all", "swap*", "2-opt*", "ruin"),
        reaction=0.5,
        perturbation="ruin",
        strength=15,
    ),
    "random": s.Random(actions=("all", "swap*", "2-opt*", "ruin")),
    "constant": s.Constant(operator="all"),
}


PUBLISHED = published("2-opt", _SWEEPS, 2, "osman")

PLAIN: Preset = {
    "hill-climbing": s.HillClimbing(
        allowance=_ALLOWANCE,
        operators=(
            *(
                "cross-exchange",
                "3-opt",
                "2-opt",
                "one-point",
                "two-point",
                "three-point",
                "or-opt",
            ),
        ),
    ),
    "sa": s.Annealing(
        allowance=_ALLOWANCE,
        restart="osman@5",
        restart_after=8,
        operator="2-opt",
        start=3.0,
        end=0.3,
        scale="unit",
        schedule="logistic",
        cycles=7,
        initial_runs=3,
        initial_share=0.283,
        reheat=0.556,
    ),
    "sa-restart": s.Annealing(
        allowance=_ALLOWANCE, operator="2-opt", start=1.19, end=0.00789, patience=4
    ),
    "ils": s.Iterated(
        allowance=_ALLOWANCE,
        operator="2-opt",
        patience=2,
        perturbation="targeted",
        strength=9,
        accept="always",
    ),
    "ils-sa": s.Iterated(
        allowance=_ALLOWANCE,
        operator="2-opt",
        perturbation="restart",
        accept="annealing",
        start=1.19,
        end=0.00789,
    ),
    "vns": s.Variable(
        allowance=_ALLOWANCE,
        operators=("cross-exchange", "2-opt", "one-point", "3-opt", "or-opt"),
        accept="always",
        perturbation="targeted",
        strength=8,
    ),
    "late-acceptance": s.Late(
        allowance=_ALLOWANCE,
        operator="2-opt",
        length=4,
        patience=2,
        perturbation="targeted",
        strength=9,
    ),
    "bandit": s.Bandit(
        allowance=_ALLOWANCE,
        actions=("one-point", "3-opt", "2-opt", "or-opt", "cross-exchange"),
        exploration=0.964,
        forgetting=0.516,
        patience=26,
        perturbation="targeted",
        strength=14,
    ),
    "bandit:kind=ucb": s.Bandit(
        allowance=_ALLOWANCE,
        actions=("2-opt", "cross-exchange", "3-opt"),
        kind="ucb",
        exploration=0.6,
        forgetting=0.8,
        patience=8,
        perturbation="osman",
        strength=25,
    ),
    "roulette": s.Roulette(
        allowance=_ALLOWANCE,
        actions=_SWEEPS,
        segment=73,
        reaction=0.0884,
        patience=53,
        perturbation="osman",
        strength=61,
    ),
    "random": s.Random(
        actions=_SWEEPS, restart="targeted@20", restart_after=12, allowance=_ALLOWANCE
    ),
    "constant": s.Constant(
        operator="2-opt", restart="targeted@20", restart_after=12, allowance=_ALLOWANCE
    ),
}
PLAIN_A: Preset = {
    "hill-climbing": s.HillClimbing(operators=("2-opt",), allowance=_ALLOWANCE),
    # Over all operators these chose 2-opt alone, too.
    **{name: PLAIN[name] for name in ("sa", "sa-restart", "ils", "ils-sa", "late-acceptance")},
    "random": s.Random(
        actions=("2-opt",), restart="targeted@9", restart_after=2, allowance=_ALLOWANCE
    ),
    "constant": s.Constant(
        operator="2-opt", restart="targeted@9", restart_after=2, allowance=_ALLOWANCE
    ),
}
PLAIN_ANP: Preset = {
    "random": s.Random(
        actions=(*_SWEEPS, "li", "osman", "targeted", "restart"), allowance=_ALLOWANCE
    )
}


PRESETS: Mapping[str, Preset] = {
    "tuned": TUNED,
    "paper": PUBLISHED,
    "plain": PLAIN,
    "plain-a": PLAIN_A,
    "plain-anp": PLAIN_ANP,
}

SHORT_BUDGET = ShortBudget(Path(__file__).with_name("short_budget.json"), 200)
"""Tuned at 100 and 200 steps."""

_TUNED = (
    "chosen at 200 steps on 24 generated instances of 100 to 300 customers of all of"
    " Uchoa's classes"
)
_SEVERAL = ("vns", "bandit", "bandit:kind=ucb", "roulette")
_PLAIN_SEVERAL = (
    "60 trials of `neurols tune` at 200 steps on 512 generated instances of 100 to 300 customers of"
    " all of Uchoa's classes, confirmed on 512 others"
)
_PLAIN = (
    "Optuna, races and a few settings by hand at 200 steps on 36 generated instances of"
    " 100 to 150 customers, judged on 96 others of 100 to 300 customers, all of Uchoa's classes"
)
_ON_THE_CLOCK = {
    "sa": "chosen on the clock on 24 generated instances of 100 to 300 customers of"
    " all of Uchoa's classes"
}


def provenance(preset: str, controller: str) -> str:
    """On what, and how, the settings of a controller were chosen."""
    if preset == "paper":
        return PAPER
    if controller in YARDSTICKS:
        return YARDSTICK
    if preset.startswith("plain"):
        return _PLAIN_SEVERAL if controller in _SEVERAL else _PLAIN
    return _ON_THE_CLOCK.get(controller, _TUNED)
