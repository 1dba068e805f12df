"""A random controller with random operators, perturbations and settings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from neurols import Acceptance, Action, Decision, Observation

PLAIN = ("auto", "classical", "hill-climbing", "tabu", "gls", "nls", "nls-a", "nls-an", "nls-anp")


class AtRandom:
    """A controller in Python that decides at random, by names and by indices."""

    def __init__(self, rng: Random, operators: Sequence[str], perturbations: Sequence[str]) -> None:
        self._rng = rng
        self._operators, self._perturbations = operators, perturbations

    def decide(self, seen: Observation) -> Decision:
        """Any decision; one in a hundred stops the search."""
        rng = self._rng
        if rng.random() < 0.8:
            name = rng.choice(self._operators)
            action = Action.apply(rng.choice((name, self._operators.index(name))))
        else:
            name = rng.choice(self._perturbations)
            at = rng.choice((name, self._perturbations.index(name)))
            action = Action.perturb(at, rng.choice((0, 1, 10, 100)))
        verdict = rng.choice((Acceptance.ACCEPT, Acceptance.REJECT))
        return Decision(verdict, action, penalise=rng.random() < 0.1, stop=rng.random() < 0.01)


def draw(
    rng: Random, operators: Sequence[str], perturbations: Sequence[str], *, is_tour: bool
) -> Any:
    """A controller as ``neurols solve --controller`` takes it, or an object."""
    chance = rng.random()
    if chance < 0.05:
        return AtRandom(rng, operators, perturbations)
    if chance < 0.4:  # no rule of ``nls`` is for tours
        return rng.choice([name for name in PLAIN if not (is_tour and name == "nls")])
    operator, perturbation = rng.choice(operators), rng.choice(perturbations)
    strength = rng.choice((0, 1, 3, 10, 50))
    some = "/".join(rng.sample(list(operators), rng.randint(1, min(4, len(operators)))))
    perturbing = f"perturbation={perturbation},strength={strength}"
    return rng.choice(
        (
            f"constant:{operator}",
            f"sa:operator={operator}",
            f"sa-restart:operator={operator},patience={rng.randint(1, 9)}",
            f"ils:operator={operator},{perturbing}",
            f"ils-sa:operator={operator},{perturbing},patience={rng.randint(1, 9)}",
            f"vns:operators={some},{perturbing}",
            f"late-acceptance:operator={operator},length={rng.randint(1, 40)},{perturbing}",
            f"bandit:actions={some}/{perturbation},kind={rng.choice(('ucb', 'epsilon-greedy'))}",
            f"roulette:actions={some}/{perturbation},segment={rng.randint(1, 9)}",
            f"random:actions={some}/{perturbation}",
            f"gls:operator={operator},guidance={rng.choice((0.01, 0.1, 1))}",
            f"hill-climbing:operators={some}",
            "ils:preset=paper",
            "vns:preset=paper",
            "sa:preset=paper",
        )
    )
