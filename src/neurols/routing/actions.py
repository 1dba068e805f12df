"""Action sets of routing: the paper's, those of the shipped policies."""

from __future__ import annotations

from neurols.policy.actions import ActionKind, ActionSet

_SWEEPS = ("one-point", "two-point", "2-opt", "three-point", "3-opt", "or-opt", "cross-exchange")
_BASE = ActionSet(
    kind=ActionKind.AN, operators=_SWEEPS, restart="targeted@20", restart_after=12, allowance=0.2
)

ACTION_SETS = {
    "a": _BASE.changed(
        kind=ActionKind.A, operators=("2-opt",), restart="targeted@9", restart_after=2
    ),
    "an": _BASE,
    "anp": _BASE.changed(kind=ActionKind.ANP, perturbations=("li", "osman", "targeted", "restart")),
}
