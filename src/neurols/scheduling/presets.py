"""Settings of the controllers for the job shop, and where they come from.

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

_MOVES = ("ct", "cet", "ecet", "cei")

TUNED: Preset = {
    "hill-climbing": s.HillClimbing(operators=("cei", "ct")),
    "sa": s.Annealing(
        operator="ecet", start=1.07, end=0.067, patience=0, perturbation="swaps", strength=11
    ),
    "sa-restart": s.Annealing(operator="cei", start=1.63, end=0.98, patience=48),
    "ils": s.Iterated(operator="cei", patience=1, perturbation="swaps", strength=6, accept="equal"),
    "ils-sa": s.Iterated(
        operator="cei",
        patience=4,
        perturbation="swaps",
        strength=11,
        accept="annealing",
        start=0.275,
        end=0.009,
    ),
    "vns": s.Variable(
        operators=("cei", "ecet"), patience=2, perturbation="swaps", strength=10, accept="equal"
    ),
    "tabu": s.Tabu(
        operator="cei+tabu", perturbation="relink", patience=20_000, tenure=6, tenure_spread=6
    ),
    "gls": s.Guided(operator="cei", guidance=0.01, patience=1),
    "late-acceptance": s.Late(
        operator="cei", length=17, patience=8, perturbation="swaps", strength=6
    ),
    "bandit": s.Bandit(
        actions=("cei+tabu", "ecet+tabu"),
        exploration=0.3,
        forgetting=0.8,
        perturbation="swaps",
        tenure=7,
    ),
    "roulette": s.Roulette(
        actions=("cei+tabu", "ecet+tabu"),
        segment=2,
        reaction=0.34,
        perturbation="swaps",
        tenure=10,
    ),
    "random": s.Random(actions=("ct", "cet", "ecet", "cei", "swaps")),
    "constant": s.Constant(operator="cei"),
}


PUBLISHED = published("cet", _MOVES, 1, "swaps")

PLAIN: Preset = {
    "hill-climbing": s.HillClimbing(operators=("cei", "ecet", "cet")),
    "sa": s.Annealing(
        restart="swaps@5",
        restart_after=8,
        operator="cei",
        start=5.63,
        end=2.29,
        schedule="linear",
        perturbation="swaps",
        strength=3,
    ),
    "sa-restart": s.Annealing(
        operator="cei",
        start=0.0351,
        end=0.0016,
        scale="initial-cost",
        schedule="linear",
        patience=42,
    ),
    "ils": s.Iterated(
        operator="cei", patience=1, perturbation="swaps", strength=4, accept="always"
    ),
    "ils-sa": s.Iterated(
        operator="cei",
        patience=2,
        perturbation="swaps",
        strength=6,
        accept="annealing",
        start=2.43,
        end=0.724,
    ),
    "vns": s.Variable(operators=("cei", "ct"), accept="equal", perturbation="swaps", strength=15),
    "late-acceptance": s.Late(
        operator="cei", length=42, patience=4, perturbation="swaps", strength=4
    ),
    "bandit": s.Bandit(
        actions=("cei",),
        exploration=0.162,
        forgetting=0.0335,
        patience=5,
        perturbation="swaps",
        strength=4,
    ),
    "bandit:kind=ucb": s.Bandit(
        actions=("ecet", "cei"),
        kind="ucb",
        exploration=1.38,
        forgetting=0.0595,
        patience=4,
        perturbation="swaps",
        strength=5,
    ),
    "roulette": s.Roulette(
        actions=("cei", "ecet"),
        segment=21,
        reaction=0.309,
        patience=10,
        perturbation="swaps",
        strength=13,
    ),
    "random": s.Random(actions=_MOVES, restart="swaps@5", restart_after=10),
    "constant": s.Constant(operator="cei", restart="swaps@5", restart_after=10),
}
PLAIN_A: Preset = {
    "hill-climbing": s.HillClimbing(operators=("cet",)),
    "sa": s.Annealing(
        restart="swaps@4",
        restart_after=5,
        operator="cet",
        start=5.63,
        end=2.29,
        schedule="linear",
        cycles=4,
        initial_share=0.339,
        reheat=1.17,
        perturbation="swaps",
        strength=5,
    ),
    "sa-restart": s.Annealing(
        operator="cet", start=1.6, end=0.004, scale="initial-cost", schedule="linear", patience=9
    ),
    "ils": s.Iterated(
        operator="cet", patience=1, perturbation="swaps", strength=4, accept="always"
    ),
    "ils-sa": s.Iterated(
        operator="cet", patience=1, perturbation="swaps", accept="annealing", start=8.03, end=0.988
    ),
    "late-acceptance": s.Late(
        operator="cet", length=82, patience=6, perturbation="swaps", strength=6
    ),
    "random": s.Random(actions=("cet",), restart="swaps@4", restart_after=6),
    "constant": s.Constant(operator="cet", restart="swaps@4", restart_after=6),
}
PLAIN_ANP: Preset = {"random": s.Random(actions=(*_MOVES, "swaps@3", "swaps@6", "restart"))}


PRESETS: Mapping[str, Preset] = {
    "tuned": TUNED,
    "paper": PUBLISHED,
    "plain": PLAIN,
    "plain-a": PLAIN_A,
    "plain-anp": PLAIN_ANP,
}

SHORT_BUDGET = ShortBudget(Path(__file__).with_name("short_budget.json"), 200)
"""Tuned at 100 and 200 steps. On 128 generated instances all settings but those of ``tabu``
(+0.02 %) and ``bandit:kind=ucb`` (+0.08 %) still won at 200 steps, and at 1,000 ``tabu`` and the
bandits lost 0.3 to 0.8 %."""

_TUNED = (
    "random search at 100 steps (60 trials, the best six again with six seeds) on 48"
    " generated shops, six of each Taillard size"
)
_PLAIN = (
    "Optuna and races at 100 steps, the best few judged on 512 generated shops, 64 of"
    " each Taillard size"
)
_ON_THE_CLOCK = {"tabu": "chosen at 1 and 5 seconds on 24 generated shops of 15x15 to 30x20"}


def provenance(preset: str, controller: str) -> str:
    """On what, and how, the settings of a controller were chosen."""
    if preset == "paper":
        return PAPER
    if controller in YARDSTICKS:
        return YARDSTICK
    if preset.startswith("plain"):
        return _PLAIN
    return _ON_THE_CLOCK.get(controller, _TUNED)
