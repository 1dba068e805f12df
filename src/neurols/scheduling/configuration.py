"""Settings of tabu search by instance: what the shop is like, and how long the search lasts.

The rule is linear: each setting is moved from its default, in powers of two, by a weighted sum of
a few features. It costs nothing while the search runs. Only flow shops, whose jobs take much the
same route, are configured: for other shops the defaults have been found right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from neurols.errors import InputError
from neurols.policy import weights_file
from neurols.policy.damage import reading_card
from neurols.policy.native import CONFIGURATION_KIND as KIND
from neurols.policy.native import MODELS
from neurols.scheduling.instance import JobShop
from neurols.scheduling.shape import shape_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

PROBLEM = "jobshop"
SHIPPED = MODELS / "jobshop-configuration.safetensors"

USUAL = {"tenure": 4, "tenure_spread": 4, "patience": 20_000}
"""The settings, and their values in ``classical``."""
LOWEST = np.array([-2.0, -2.0, -6.0])
HIGHEST = np.array([5.0, 5.0, 1.0])
"""Bounds of the moves: each is a factor of two."""

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
    """Options of a tabu search whose settings are moved so far."""
    turned = np.clip(turns, LOWEST, HIGHEST)
    return {
        name: max(1, round(usual * 2**turn))
        for (name, usual), turn in zip(USUAL.items(), turned.tolist(), strict=True)
    }


@dataclass(frozen=True, kw_only=True)
class ConfigurationRule:
    """Weights of the rule, and how they came about."""

    weights: Vector
    """[settings, features], in powers of two."""
    card: dict[str, Any] = field(default_factory=dict)
    """How it was trained and what it reached."""

    @classmethod
    def zero(cls) -> ConfigurationRule:
        """The rule that leaves every setting at its default."""
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
    def load(cls, file: str | PathLike[str]) -> ConfigurationRule:
        """Read a rule.

        Raises:
            InputError: the file is none, or one for other features or settings.
        """
        about, weights = weights_file.read(file, KIND, PROBLEM)
        with reading_card(file):
            known = (about["features"], about["dials"]) == (list(FEATURES), list(USUAL))
            card = dict(about["card"])
        if not known:
            raise InputError(
                "the rule was trained on other features than this version has",
                file=file,
                remedy="train it again with 'neurols train jobshop --learn configuration'",
            )
        shape = len(USUAL), len(FEATURES)
        weights_file.check_shape(file, weights, shape)
        return cls(weights=weights.reshape(shape).astype(np.float64), card=card)


def facts(about: Mapping[str, Any], weights: Vector) -> dict[str, str]:
    """What a file tells."""
    known = {
        "problem": about["problem"],
        "rule": "settings by instance, once before the search starts",
        "controller": "classical",
        "parameters": f"{weights.size:,}",
        "features": ", ".join(about["features"]),
        "settings": ", ".join(about["dials"]),
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
            f"{judged['change']:+.2f} ± {judged['error']:.2f} % of the cost with the defaults"
            f" after {judged['iterations']} steps, {judged['instances']} instances"
        )
    return known
