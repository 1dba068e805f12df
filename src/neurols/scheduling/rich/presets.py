"""Settings of the controllers for rich scheduling, and where they come from.

``tuned`` is the default; it was chosen on generated instances of every variant. ``paper`` has the
published settings over the paper's operators.
"""

from __future__ import annotations

from collections.abc import Mapping

from neurols.menu import Menu
from neurols.search import settings as s
from neurols.search.presets import PAPER, YARDSTICK, YARDSTICKS, Preset, published

_MOVES = ("ct", "cet", "ecet", "cei", "insert")

TUNED: Preset = {
    "hill-climbing": s.HillClimbing(operators=("insert", "cei")),
    "sa": s.Annealing(
        operator="ruin", start=0.3, end=0.007, scale="unit", perturbation="swaps", strength=6
    ),
    "sa-restart": s.Annealing(operator="insert", patience=200, perturbation="restart"),
    "ils": s.Iterated(
        operator="insert", patience=1, perturbation="swaps", strength=4, accept="equal"
    ),
    "ils-sa": s.Iterated(
        operator="insert", patience=4, perturbation="swaps", strength=6, accept="annealing"
    ),
    "vns": s.Variable(
        operators=("insert", "cei"),
        patience=2,
        perturbation="swaps",
        strength=6,
        accept="equal",
    ),
    "tabu": s.Tabu(
        operator="insert+tabu",
        perturbation="relink",
        patience=2_000,
        tenure=8,
        tenure_spread=8,
    ),
    "late-acceptance": s.Late(
        operator="insert", length=40, patience=8, perturbation="swaps", strength=6
    ),
    "bandit": s.Bandit(
        actions=("insert+tabu", "cei+tabu", "ruin"), perturbation="swaps", accept="annealing"
    ),
    "roulette": s.Roulette(
        actions=("insert+tabu", "cei+tabu", "ruin"), perturbation="swaps", accept="annealing"
    ),
    "random": s.Random(actions=(*_MOVES, "swaps")),
    "constant": s.Constant(operator="insert"),
}

PERMUTATION: Preset = {
    "hill-climbing": s.HillClimbing(operators=("insert",)),
    "sa": s.Annealing(
        operator="ruin", start=0.3, end=0.01, scale="unit", perturbation="swaps", strength=3
    ),
    "sa-restart": s.Annealing(operator="shift", patience=2_000, perturbation="best+swaps"),
    "ils": s.Iterated(
        operator="insert", patience=1, perturbation="swaps", strength=3, accept="equal"
    ),
    "ils-sa": s.Iterated(
        operator="ruin+descent",
        patience=1 << 30,
        perturbation="swaps",
        strength=3,
        accept="annealing",
    ),
    "vns": s.Variable(
        operators=("insert", "ruin"), patience=20, perturbation="swaps", accept="equal"
    ),
    "tabu": s.Tabu(operator="insert+tabu", perturbation="best+swaps", patience=2_000),
    "late-acceptance": s.Late(operator="shift", length=500, perturbation="swaps"),
    "bandit": s.Bandit(
        actions=("ruin", "ruin+descent", "shift"), perturbation="swaps", accept="annealing"
    ),
    "roulette": s.Roulette(
        actions=("ruin", "ruin+descent", "shift"), perturbation="swaps", accept="annealing"
    ),
    "random": s.Random(actions=("insert", "shift", "swap", "ruin")),
    "constant": s.Constant(operator="insert"),
}
"""Of permutation shops, which have operators of their own."""

PRESETS: Mapping[str, Preset] = {
    "tuned": TUNED,
    "paper": published("cet", _MOVES, 1, "swaps"),
}


def presets(menu: Menu) -> Mapping[str, Preset]:
    """The presets of searches with this menu, the default first."""
    if "shift" not in menu.operators:
        return PRESETS
    return {"tuned": PERMUTATION, "paper": published("insert", menu.operators, 1, "swaps")}


def provenance(preset: str, controller: str) -> str:
    """On what, and how, the settings of a controller were chosen."""
    if preset == "paper":
        return PAPER
    if controller in YARDSTICKS:
        return YARDSTICK
    return "chosen on generated instances of every variant"
