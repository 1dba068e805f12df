"""Settings of the controllers per problem and preset, and where they come from.

Nothing here was chosen on a benchmark; ``provenance_of`` tells on what it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from neurols.search import plain, untuned
from neurols.search import settings as s
from neurols.search.menu import Menu

Preset = Mapping[str, s.Common]

JOBSHOP_TUNED: Preset = {
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


def _published(operator: str, operators: tuple[str, ...], patience: int, kick: str) -> Preset:
    """The paper's settings: one operator, VNS over all, temperatures in units of the initial cost.

    Args:
        operator: of the controllers that have one.
        operators: of VNS, in its order.
        patience: of VNS.
        kick: the perturbation, of strength 3.
    """
    sa = s.Annealing(
        operator=operator,
        start=9.09,
        end=0.91,
        scale="initial-cost",
        schedule="logistic",
        perturbation=kick,
    )
    ils = s.Iterated(operator=operator, patience=4, perturbation=kick, strength=3)
    return {
        "sa": sa,
        "sa-restart": replace(sa, patience=32, perturbation="restart"),
        "ils": ils,
        "ils-sa": replace(ils, patience=16, accept="annealing"),
        "vns": s.Variable(operators=operators, patience=patience, perturbation=kick, strength=3),
    }


JOBSHOP_PAPER = _published("cet", ("ct", "cet", "ecet", "cei"), 1, "swaps")

_SWEEPS = ("one-point", "two-point", "2-opt", "three-point", "3-opt", "or-opt", "cross-exchange")

ROUTING_TUNED: Preset = {
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

ROUTING_PAPER = _published("2-opt", _SWEEPS, 2, "osman")

PRESETS: Mapping[str, Mapping[str, Preset]] = {
    "jobshop": {"tuned": JOBSHOP_TUNED, "paper": JOBSHOP_PAPER, **plain.PRESETS["jobshop"]},
    "cvrp": {"tuned": ROUTING_TUNED, "paper": ROUTING_PAPER, **plain.PRESETS["cvrp"]},
    "tsp": {"tuned": ROUTING_TUNED, "paper": ROUTING_PAPER, **plain.PRESETS["cvrp"]},
}


def presets_of(problem: str, menu: Menu) -> Mapping[str, Preset]:
    """The presets of a problem, the default first; of a user's own problem those of its menu."""
    known = PRESETS.get(problem)
    return {untuned.NAME: untuned.untuned(problem, menu)} if known is None else known


def settings_of(preset: Preset, controller: str, kind: str | None = None) -> s.Common:
    """The settings of a controller; one of several kinds may have some for each kind."""
    return preset.get(f"{controller}:kind={kind}") or preset[controller]


_PAPER = (
    'published with "Learning to Control Local Search for Combinatorial Optimization" (Falkner'
    " et al., 2022)"
)
YARDSTICKS = ("random", "constant")
_TUNED = {
    "jobshop": "random search at 100 steps (60 trials, the best six again with six seeds) on 48"
    " generated shops, six of each Taillard size",
    "routing": "chosen at 200 steps on 24 generated instances of 100 to 300 customers of all of"
    " Uchoa's classes",
}
_PLAIN = {
    "jobshop": "Optuna and races at 100 steps, the best few judged on 512 generated shops, 64 of"
    " each Taillard size",
    "routing": "Optuna, races and a few settings by hand at 200 steps on 36 generated instances of"
    " 100 to 150 customers, judged on 96 others of 100 to 300 customers, all of Uchoa's classes",
}
_ON_THE_CLOCK = {
    ("jobshop", "tabu"): "chosen at 1 and 5 seconds on 24 generated shops of 15x15 to 30x20",
    ("routing", "sa"): "chosen on the clock on 24 generated instances of 100 to 300 customers of"
    " all of Uchoa's classes",
}


def provenance_of(problem: str, preset: str, controller: str) -> str:
    """On what, and how, the settings of a controller were chosen."""
    if preset == "paper":
        return _PAPER
    if problem not in PRESETS:
        return "not tuned: taken from the problem's menu"
    if controller in YARDSTICKS:
        return "not tuned: a yardstick"
    kind = "jobshop" if problem == "jobshop" else "routing"
    if preset.startswith("plain"):
        return _PLAIN[kind]
    return _ON_THE_CLOCK.get((kind, controller), _TUNED[kind])
