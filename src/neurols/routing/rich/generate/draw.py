"""What all generators of rich routing draw with: uniform doubles of one seed, and points.

Only uniform doubles are drawn and everything else is computed from them, so that an instance stays
the same across NumPy releases.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from ..distances import between_points, decimals_of
from ..instance import Profile, RichRouting

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

MOST_CLIENTS = 20_000


class Draw:
    """Random numbers of one instance."""

    def __init__(self, kind: str, clients: int, seed: int) -> None:
        import numpy as np

        if not 1 <= clients <= MOST_CLIENTS:
            raise InputError(
                f"{clients} clients", remedy=f"generate from 1 to {MOST_CLIENTS:,} of them"
            )
        if seed < 0:
            raise InputError(f"seed {seed} is negative", remedy="give 0 or more")
        # Kind and size are part of the seed: the same number must not give related instances.
        self.rng: np.random.Generator = np.random.Generator(
            np.random.PCG64([seed, clients, *kind.encode()])
        )

    def uniform(self, low: float, high: float) -> float:
        """A number from a range."""
        return float(low + (high - low) * self.rng.random())

    def whole(self, low: int, high: int) -> int:
        """A whole number from a range, both ends included."""
        return low + min(high - low, int(self.rng.random() * (high - low + 1)))

    def wholes(self, low: int, high: int, count: int) -> list[int]:
        """So many of them."""
        return [self.whole(low, high) for _ in range(count)]

    def chance(self, share: float) -> bool:
        """True with this probability."""
        return bool(self.rng.random() < share)

    def choice(self, values: Sequence[Any]) -> Any:
        """One of the values."""
        return values[self.whole(0, len(values) - 1)]

    def shuffled(self, count: int) -> list[int]:
        """The numbers below the count in a random order."""
        keys = self.rng.random(count)
        return sorted(range(count), key=keys.tolist().__getitem__)

    def normal(self) -> float:
        """Of mean 0 and variance 1, by Box and Muller (1958)."""
        first, second = self.rng.random(2)
        return math.sqrt(-2 * math.log(1 - first)) * math.cos(2 * math.pi * float(second))

    def square(self, count: int, side: int) -> list[tuple[int, int]]:
        """Points spread over a square."""
        return [(self.whole(0, side), self.whole(0, side)) for _ in range(count)]

    def clusters(
        self, count: int, side: int, seeds: int, spread: float
    ) -> list[tuple[tuple[int, int], int]]:
        """Points around random seeds in a square, each with the number of its seed."""
        centres = [
            (self.uniform(0.1, 0.9) * side, self.uniform(0.1, 0.9) * side) for _ in range(seeds)
        ]
        found = []
        for k in range(count):
            seed = k * seeds // count
            x, y = (at + spread * self.normal() for at in centres[seed])
            inside = (round(min(max(x, 0), side)), round(min(max(y, 0), side)))
            found.append((inside, seed))
        return found


def built(
    name: str, points: Sequence[tuple[float, float]], rounding: str, **fields: Any
) -> RichRouting:
    """The instance of these points, depots first, and fields of ``RichRouting``."""
    import numpy as np

    array = np.array(points, dtype=float)
    matrix, decimals = between_points(array, rounding)
    costs = [
        cost
        for kind in fields["vehicle_types"]
        for cost in (kind.fixed_cost, kind.unit_distance_cost, kind.unit_duration_cost)
    ]
    return RichRouting(
        name=name,
        profiles=(Profile(matrix, matrix),),
        coordinates=array,
        decimals=decimals,
        cost_decimals=decimals_of(costs),
        rounding=rounding,
        **fields,
    )


def as_array(points: Sequence[tuple[float, float]]) -> NDArray[Any]:
    """Points as an array of a row each."""
    import numpy as np

    return np.array(points, dtype=float)


def distances_of(places: NDArray[Any], at: int) -> NDArray[Any]:
    """Euclidean distances from one of the places to all, not rounded."""
    import numpy as np

    return np.asarray(np.hypot(*(places - places[at]).T))
