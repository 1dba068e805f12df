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
    "random": s.Random(actions=_SHOPS, restart="swaps@5", restart_after=10),
    "constant": s.Constant(operator="cei", restart="swaps@5", restart_after=10),
}
JOBSHOP_A: _Preset = {
    "hill-climbing": s.HillClimbing(operators=("cet",)),
    "sa": s.Annealing(
        restart="swaps@4",
        restart_after=5,
        operator="cet",
        start=5.63,
        end=2.29,
        schedule="linear",
        cycles=4,
        founding=0.339,
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
JOBSHOP_ANP: _Preset = {"random": s.Random(actions=(*_SHOPS, "swaps@3", "swaps@6", "restart"))}

ROUTING: _Preset = {
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
        founders=3,
        founding=0.283,
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
        operators=("cross-exchange", "2-opt", "3-opt"),
        accept="always",
        perturbation="osman",
        strength=25,
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
        actions=_ROUTES,
        exploration=0.8,
        forgetting=0.3,
        patience=20,
        perturbation="osman",
        strength=25,
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
        actions=_ROUTES,
        reaction=0.1,
        patience=20,
        perturbation="osman",
        strength=25,
    ),
    "random": s.Random(
        actions=_ROUTES, restart="targeted@10", restart_after=15, allowance=_ALLOWANCE
    ),
    "constant": s.Constant(
        operator="2-opt", restart="targeted@10", restart_after=15, allowance=_ALLOWANCE
    ),
}
ROUTING_A: _Preset = {
    "hill-climbing": s.HillClimbing(operators=("2-opt",), allowance=_ALLOWANCE),
    # Over all operators these chose 2-opt alone, too.
    **{name: ROUTING[name] for name in ("sa", "sa-restart", "ils", "ils-sa", "late-acceptance")},
    "random": s.Random(
        actions=("2-opt",), restart="targeted@9", restart_after=2, allowance=_ALLOWANCE
    ),
    "constant": s.Constant(
        operator="2-opt", restart="targeted@9", restart_after=2, allowance=_ALLOWANCE
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
