"""Action sets of the job shop: the paper's, those of the shipped policies."""

from __future__ import annotations

from neurols.policy.actions import ActionKind, ActionSet

_MOVES = ("ct", "cet", "ecet", "cei")  # without a memory
_BASE = ActionSet(kind=ActionKind.AN, operators=_MOVES, restart="swaps@5", restart_after=10)

ACTION_SETS = {
    "a": _BASE.changed(kind=ActionKind.A, operators=("cet",), restart="swaps@4", restart_after=6),
    "an": _BASE,
    "anp": _BASE.changed(kind=ActionKind.ANP, perturbations=("swaps@3", "swaps@6", "restart")),
}
