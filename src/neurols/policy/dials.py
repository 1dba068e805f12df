"""The dials of a job-shop search, set once by what the shop is like and how long the search lasts.

A rule of dials is linear: each dial is turned from its usual place by a weighted sum of a few
features. It costs nothing while the search runs. Only flow shops, whose jobs take much the same
route, have dials turned: for other shops the usual places have been found right.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.policy import weights_file
from neurols.policy.damage import reading_card
from neurols.scheduling.instance import JobShop
from neurols.scheduling.shape import shape_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

KIND = "neurols.dials"
PROBLEM = "jobshop"

USUAL = {"tenure": 4, "tenure_spread": 4, "patience": 20_000}
"""The dials, and where ``classical`` has them."""
LOWEST = np.array([-2.0, -2.0, -6.0])
HIGHEST = np.array([5.0, 5.0, 1.0])
"""Turns between which they stay: each is a factor of two."""

FEATURES = (
    "one",
    "log size",
    "log breadth",
    "log steps per operation",
    "unevenness",
)
_LONGEST = 2e4  # steps per operation from which on more of them count as so many
_FLOW_SHOP = 0.85  # routes at least so much alike; shops of two stages have less


def features_of(shop: JobShop, steps_per_operation: float) -> Vector:
    """What the rule sees, as differences from what is usual."""
    shape = shape_of(shop)
    steps = min(max(steps_per_operation, 1.0), _LONGEST)
    return np.array(
        [
            1.0,
            math.log2(max(1, shape.operations) / 400) / 2,
            math.log2(shape.breadth),
            math.log2(steps / 1000) / 3,
            shape.unevenness - 1,
        ]
    )


def options_at(turns: Vector) -> dict[str, int]:
    """Options of a tabu search whose dials are turned so far."""
    turned = np.clip(turns, LOWEST, HIGHEST)
    return {
        name: max(1, round(usual * 2**turn))
        for (name, usual), turn in zip(USUAL.items(), turned.tolist(), strict=True)
    }


@dataclass(frozen=True, kw_only=True)
class DialRule:
    """Weights of the rule, and how they came about."""

    weights: Vector
    """[dials, features], in turns."""
    card: dict[str, Any] = field(default_factory=dict)
    """How it was trained and what it reached."""

    @classmethod
    def at_rest(cls) -> DialRule:
        """The rule that leaves every dial where it usually is."""
        return cls(weights=np.zeros((len(USUAL), len(FEATURES))))

    def options(self, shop: JobShop, steps_per_operation: float) -> dict[str, int]:
        """Options of the tabu search for a shop; of ``classical`` unless it is a flow shop."""
        if shape_of(shop).flow < _FLOW_SHOP:
            return options_at(np.zeros(len(USUAL)))
        return options_at(self.weights @ features_of(shop, steps_per_operation))

    def save(self, file: str | PathLike[str]) -> None:
        """Write the rule, whole or not at all."""
        about = {
            "problem": PROBLEM,
            "features": list(FEATURES),
            "dials": list(USUAL),
            "card": self.card,
        }
        weights_file.write(file, KIND, about, self.weights.astype(np.float32))

    @classmethod
    def load(cls, file: str | PathLike[str]) -> DialRule:
        """Read a rule.

        Raises:
            InputError: the file is none, or one for other features or dials.
        """
        about, weights = weights_file.read(file, KIND, PROBLEM)
        with reading_card(file):
            known = (about["features"], about["dials"]) == (list(FEATURES), list(USUAL))
            card = dict(about["card"])
        if not known:
            raise InputError(
                "the rule was trained on other features than this version has",
                file=file,
                remedy="train it again with 'neurols train jobshop --tempo dials'",
            )
        shape = len(USUAL), len(FEATURES)
        weights_file.check_shape(file, weights, shape)
        return cls(weights=weights.reshape(shape).astype(np.float64), card=card)


def is_one(file: str | PathLike[str]) -> bool:
    """Does the file hold a rule of dials, whatever else may be wrong with it?"""
    return weights_file.is_kind(file, KIND)


def facts(file: str | PathLike[str]) -> dict[str, str]:
    """What the file tells."""
    about, weights = weights_file.read(file, KIND)
    known = {
        "problem": about["problem"],
        "tempo": "once: sets the dials of a search before it starts",
        "controller": "classical",
        "parameters": f"{weights.size:,}",
        "features": ", ".join(about["features"]),
        "dials": ", ".join(about["dials"]),
    }
    training, judged = about["card"].get("training"), about["card"].get("validation")
    if training:
        smallest, largest = training["operations"]
        low, high = training["iterations"]
        shops = training["shops"] * len(training["families"])
        known |= {
            "trained on": f"generated shops of {smallest} to {largest} operations,"
            f" {', '.join(training['families'])}",
            "episodes": f"{low} to {high} steps",
            "budget": f"{training['rounds']} rounds of {shops} shops,"
            f" {training['draws']} searches each",
            "seeds": str(training["seed"]),
        }
    if judged:
        known["validation"] = (
            f"{judged['change']:+.2f} ± {judged['error']:.2f} % of the cost with dials at rest"
            f" after {judged['iterations']} steps, {judged['instances']} instances"
        )
    return known
