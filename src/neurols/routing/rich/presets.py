"""Settings of the controllers for rich routing, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping

from neurols.routing.presets import TUNED as CLASSICAL
from neurols.search import settings as s
from neurols.search.presets import YARDSTICK, YARDSTICKS, Preset

_ACTIONS = ("all", "relocate", "2-opt*", "swap", "reinsert", "ruin")

TUNED: Preset = {
    "hill-climbing": s.HillClimbing(operators=("all", "swap*")),
    # SISR (Christiaens and Vanden Berghe, 2020): every step a small ruin, annealed.
    "sa": s.Annealing(
        operator="ruin", start=0.5, end=0.02, reheat=0.2, scale="unit", perturbation="best"
    ),
    "sa-restart": CLASSICAL["sa-restart"],
    "ils": CLASSICAL["ils"],
    "ils-sa": CLASSICAL["ils-sa"],
    "vns": s.Variable(
        operators=("relocate", "2-opt*", "swap", "or-opt", "cross-exchange", "reinsert", "swap*"),
        perturbation="ruin",
        strength=20,
    ),
    "tabu": s.Tabu(operator="relocate+tabu", perturbation="ruin", patience=20, strength=15),
    "late-acceptance": CLASSICAL["late-acceptance"],
    "bandit": s.Bandit(
        actions=_ACTIONS,
        kind="ucb",
        exploration=0.7,
        forgetting=0.7,
        perturbation="ruin",
        strength=15,
    ),
    "roulette": s.Roulette(actions=_ACTIONS, reaction=0.5, perturbation="ruin", strength=15),
    "random": s.Random(actions=_ACTIONS),
    "constant": s.Constant(operator="all"),
}

PRESETS: Mapping[str, Preset] = {"tuned": TUNED}


def provenance(preset: str, controller: str) -> str:
    """On what, and how, the settings of a controller were chosen."""
    if controller in YARDSTICKS:
        return YARDSTICK
    if controller == "sa":
        return "chosen on the clock on generated instances of several families"
    return "those of vehicle routing, over the operators that rich routing has"


__all__ = ["PRESETS", "provenance"]
