"""Settings of the controllers over the paper's operators, which have no memory and ruin nothing.

The preset ``plain`` chooses among all of them, ``plain-a`` has the one of the action set A, and
``plain-anp`` has a random policy over the operators and perturbations of ANP. Random and constant
policies search under the restart rule of the action sets. ``research/plain-operators.md`` tells how
the other settings were found.
"""

from __future__ import annotations

from collections.abc import Mapping

from neurols.search import settings as s

_Preset = Mapping[str, s.Common]

_ALLOWANCE = 0.2
_SHOPS = ("ct", "cet", "ecet", "cei")
_ROUTES = ("one-point", "two-point", "2-opt", "three-point", "3-opt", "or-opt", "cross-exchange")

JOBSHOP: _Preset = {
    "hill-climbing": s.HillClimbing(operators=("cei", "ct")),
    "sa": s.Annealing(operator="cei", perturbation="swaps"),
    "sa-restart": s.Annealing(operator="cei", patience=48),
    "ils": s.Iterated(operator="cei", perturbation="swaps"),
    "ils-sa": s.Iterated(operator="cei", perturbation="swaps", accept="annealing"),
    "vns": s.Variable(operators=("cei", "ecet"), perturbation="swaps"),
    "late-acceptance": s.Late(operator="cei", perturbation="swaps"),
    "bandit": s.Bandit(actions=_SHOPS, perturbation="swaps"),
    "bandit:kind=ucb": s.Bandit(actions=_SHOPS, kind="ucb", perturbation="swaps"),
    "roulette": s.Roulette(actions=_SHOPS, perturbation="swaps"),
    "random": s.Random(actions=_SHOPS, restart="swaps@6", restart_after=8),
    "constant": s.Constant(operator="cei", restart="swaps@6", restart_after=8),
}
JOBSHOP_A: _Preset = {
    "hill-climbing": s.HillClimbing(operators=("cet",)),
    "sa": s.Annealing(operator="cet", perturbation="swaps"),
    "sa-restart": s.Annealing(operator="cet", patience=48),
    "ils": s.Iterated(operator="cet", perturbation="swaps"),
    "ils-sa": s.Iterated(operator="cet", perturbation="swaps", accept="annealing"),
    "late-acceptance": s.Late(operator="cet", perturbation="swaps"),
    "random": s.Random(actions=("cet",), restart="swaps@6", restart_after=8),
    "constant": s.Constant(operator="cet", restart="swaps@6", restart_after=8),
}
JOBSHOP_ANP: _Preset = {"random": s.Random(actions=(*_SHOPS, "swaps@3", "swaps@6", "restart"))}

ROUTING: _Preset = {
    "hill-climbing": s.HillClimbing(operators=_ROUTES, allowance=_ALLOWANCE),
    "sa": s.Annealing(operator="2-opt", perturbation="osman", allowance=_ALLOWANCE),
    "sa-restart": s.Annealing(operator="2-opt", patience=48, allowance=_ALLOWANCE),
    "ils": s.Iterated(operator="2-opt", perturbation="osman", allowance=_ALLOWANCE),
    "ils-sa": s.Iterated(
        operator="2-opt", perturbation="osman", accept="annealing", allowance=_ALLOWANCE
    ),
    "vns": s.Variable(operators=_ROUTES, perturbation="osman", allowance=_ALLOWANCE),
    "late-acceptance": s.Late(operator="2-opt", perturbation="osman", allowance=_ALLOWANCE),
    "bandit": s.Bandit(actions=_ROUTES, perturbation="osman", allowance=_ALLOWANCE),
    "bandit:kind=ucb": s.Bandit(
        actions=_ROUTES, kind="ucb", perturbation="osman", allowance=_ALLOWANCE
    ),
    "roulette": s.Roulette(actions=_ROUTES, perturbation="osman", allowance=_ALLOWANCE),
    "random": s.Random(actions=_ROUTES, restart="osman", restart_after=8, allowance=_ALLOWANCE),
    "constant": s.Constant(
        operator="2-opt", restart="osman", restart_after=8, allowance=_ALLOWANCE
    ),
}
ROUTING_A: _Preset = {
    "hill-climbing": s.HillClimbing(operators=("2-opt",), allowance=_ALLOWANCE),
    "sa": s.Annealing(operator="2-opt", perturbation="osman", allowance=_ALLOWANCE),
    "sa-restart": s.Annealing(operator="2-opt", patience=48, allowance=_ALLOWANCE),
    "ils": s.Iterated(operator="2-opt", perturbation="osman", allowance=_ALLOWANCE),
    "ils-sa": s.Iterated(
        operator="2-opt", perturbation="osman", accept="annealing", allowance=_ALLOWANCE
    ),
    "late-acceptance": s.Late(operator="2-opt", perturbation="osman", allowance=_ALLOWANCE),
    "random": s.Random(actions=("2-opt",), restart="osman", restart_after=8, allowance=_ALLOWANCE),
    "constant": s.Constant(
        operator="2-opt", restart="osman", restart_after=8, allowance=_ALLOWANCE
    ),
}
ROUTING_ANP: _Preset = {
    "random": s.Random(
        actions=(*_ROUTES, "li", "osman", "targeted", "restart"), allowance=_ALLOWANCE
    )
}

PRESETS: Mapping[str, Mapping[str, _Preset]] = {
    "jobshop": {"plain": JOBSHOP, "plain-a": JOBSHOP_A, "plain-anp": JOBSHOP_ANP},
    "cvrp": {"plain": ROUTING, "plain-a": ROUTING_A, "plain-anp": ROUTING_ANP},
}
