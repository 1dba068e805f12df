"""The rows of the ablation of learned control: who decides what, how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ablation_setups import (
    PLAIN,
    RANKED,
    Case,
    at_every_step,
    by_name,
    first_moves_alone,
    one_feature_order,
    part_of_insertion,
    random_insertion,
    random_opening,
    random_ranking,
    ranking,
    start_alone,
)

from neurols import _core
from neurols.search.controllers import Setup


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of a table."""

    name: str
    kind: str
    """What the row stands for in the ablation."""
    label: str
    decides: str
    """Who decides, and how often."""
    setup: Callable[[Case], Setup] | None
    """None where this version cannot run it any more: its records stand."""
    close: bool = False
    """Close to ``classical``: measured on twice as many instances as the others."""
    stream: int = 0
    """Of random numbers; all but one row share the first."""
    without: str = ""
    """The row that makes the same steps without this control: their pace tells what it costs."""


_UNLEARNED, _FAST, _SLOW, _BOTH = "tuned, unlearned", "fast only", "slow only", "fast and slow"
_RANDOM, _CONSTANT, _GRAPH = "random", "best constant", "graph network"
_NOBODY, _STEP, _BURST = "nobody", "at every step", "every 500 steps"
_FIRST = "at the start and in the first 60 steps per operation"
_UNIFORM = "random:actions={actions},acceptance=0.5"


def _graph(kind: str) -> Row:
    return Row(
        name=f"nls-{kind}",
        kind=_GRAPH,
        label=f"`nls-{kind}`, as shipped",
        decides=f"a graph network, {_STEP}",
        setup=partial(by_name, f"nls-{kind}"),
    )


def _row(name: str, kind: str, label: str, decides: str, setup: Any, **more: Any) -> Row:
    if isinstance(setup, str):
        setup = partial(by_name, setup)
    return Row(name=name, kind=kind, label=label, decides=decides, setup=setup, **more)


def _again(name: str, controller: str) -> Row:
    """What luck alone does to a row."""
    label = f"`{controller}` once more, with other random numbers"
    return _row(
        *(f"{name} again", _UNLEARNED, label, _NOBODY, controller),
        close=True,
        stream=1,
        without=name,
    )


JOBSHOP = (
    _row("auto", _UNLEARNED, f"`classical` = `{PLAIN}`", _NOBODY, "classical", close=True),
    _again("auto", "classical"),
    _row("tabu", _UNLEARNED, "`tabu`, the former, longer memory", _NOBODY, "tabu", close=True),
    _row("ranking", _FAST, "linear ranking of the moves of `classical`, trained from it on",
         f"a linear rule, {_STEP}", ranking, close=True, without="auto"),
    _row("nls", _FAST, "`nls`, the shipped ranking of the moves of `cei3+tabu`",
         f"a small network, {_STEP}", "nls", without="cei3"),
    _row("cei3", _FAST, "the same search without the ranking", _NOBODY,
         "tabu:operator=cei3+tabu"),
    _row("bursts", _SLOW, "policy of bursts, trained from `classical` on",
         f"linear rules, {_BURST}", None, close=True, without="auto"),
    _row("both", _BOTH, "the policy of bursts and the linear ranking", "both of these", None,
         close=True, without="auto"),
    _row("random dials", _RANDOM, "every dial of `classical` drawn anew", f"chance, {_BURST}",
         None, close=True, without="auto"),
    _row("random operators", _RANDOM, "one of three operators drawn", f"chance, {_BURST}",
         None),
    _row("random ranking", _RANDOM, "linear ranking with weights as training draws them",
         f"a random linear rule, {_STEP}", random_ranking),
    _row("random actions", _RANDOM, "actions of `nls-an` drawn", f"chance, {_STEP}",
         partial(at_every_step, _UNIFORM, "an")),
    _row("constant dials", _CONSTANT, "the policy of bursts, blind: its constant answers",
         "nobody, once trained", None, close=True, without="auto"),
    _row("constant action", _CONSTANT, "the action `accept:cei3+tabu` of `nls-an`, always",
         _NOBODY, partial(at_every_step, "constant:cei3+tabu,accept=always", "an")),
    _graph("an"),
    _graph("anp"),
)  # fmt: skip
LARGE = (
    _row("classical", _UNLEARNED,
         "`classical`: several moves at once, a long memory, the best of five starts", _NOBODY,
         "classical", close=True),
    _again("classical", "classical"),
    _row("one start", _UNLEARNED, "`classical`, started by its default rule alone", _NOBODY,
         "classical:construction=fdd/mwkr", close=True),
    _row("one move", _UNLEARNED, "`classical`, one move at a time", _NOBODY,
         "classical:operator=cei+tabu", close=True),
    _row("tabu", _UNLEARNED, "`tabu`, its memory as for small shops", _NOBODY, "tabu"),
    _row("nls", _FAST, "`nls`, the shipped opening: its start and its first moves",
         f"two linear rules, {_FIRST}", "nls", close=True, without="classical"),
    _row("start", _FAST, "its start alone", "a linear rule, once", start_alone, close=True,
         without="classical"),
    _row("first moves", _FAST, "its first moves alone", f"a linear rule, {_FIRST}",
         first_moves_alone, close=True, without="classical"),
    _row("bursts", _SLOW, "the policy of bursts of small shops, over `classical`",
         f"linear rules, {_BURST}", None, close=True, without="classical"),
    _row("both", _BOTH, "the opening and the policy of bursts", "both of these",
         None, close=True, without="classical"),
    _row("random dials", _RANDOM, "every dial of `classical` drawn anew", f"chance, {_BURST}",
         None),
    _row("random opening", _RANDOM, "openings with weights as training draws them",
         f"two random linear rules, {_FIRST}", random_opening),
    _row("random actions", _RANDOM, "actions of `nls-an` drawn", f"chance, {_STEP}",
         partial(at_every_step, _UNIFORM, "an")),
    _row("constant dials", _CONSTANT, "the policy of bursts, blind: its constant answers",
         "nobody, once trained", None),
    _row("constant action", _CONSTANT, "the action `accept:cei3+tabu` of `nls-an`, always",
         _NOBODY, partial(at_every_step, "constant:cei3+tabu,accept=always", "an")),
    _graph("an"),
)  # fmt: skip
CVRP = (
    _row("auto", _UNLEARNED, "`classical`: `overload` or `ruin`, cycles or a family of elites",
         _NOBODY, "classical", close=True),
    _again("auto", "classical"),
    _row("one overload cooling", _UNLEARNED, "`sa:operator=overload`, cooled once", _NOBODY,
         "sa:operator=overload", close=True),
    _row("one ruin cooling", _UNLEARNED, "`sa`: plain annealed ruins, cooled once", _NOBODY,
         "sa", close=True),
    _row("random an", _RANDOM, "actions of `nls-an` drawn", f"chance, {_STEP}",
         partial(at_every_step, _UNIFORM, "an")),
    _row("random anp", _RANDOM, "actions of `nls-anp` drawn", f"chance, {_STEP}",
         partial(at_every_step, _UNIFORM, "anp")),
    _row("constant action", _CONSTANT, "`constant:ruin+all@30,accept=improving`", _NOBODY,
         "constant:ruin+all@30,accept=improving"),
    _graph("a"),
    _graph("an"),
    _graph("anp"),
)  # fmt: skip
PLANS = (
    _row("classical", _UNLEARNED,
         "`classical`: customers return at random, by demand or by distance, as drawn", _NOBODY,
         "classical", close=True),
    _again("classical", "classical"),
    _row("nls", _FAST, "`nls`, the shipped rule of insertion: order and places",
         f"a linear rule, {_STEP}", "nls", close=True, without="classical"),
    _row("order", _FAST, "its order alone", f"a linear rule, {_STEP}",
         partial(part_of_insertion, slice(None, RANKED)), close=True, without="classical"),
    _row("places", _FAST, "its places alone, in a random order", f"a linear rule, {_STEP}",
         partial(part_of_insertion, slice(RANKED, None))),
    _row("random rule", _RANDOM, "rules with weights as training draws them",
         f"a random linear rule, {_STEP}", random_insertion),
    _row("random order", _RANDOM, "every order drawn", f"chance, {_STEP}",
         partial(one_feature_order, "")),
    *(
        _row(f"by {feature}", _CONSTANT, f"always by {feature}, the greatest first", _NOBODY,
             partial(one_feature_order, feature))
        for feature in _core.insertion_features()[:RANKED]
    ),
)  # fmt: skip
