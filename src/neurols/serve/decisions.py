"""What a search decided, in the few numbers that the page draws."""

from __future__ import annotations

from typing import Any

_BINS = 60
_ASKED = 60


def decisions_form(seen: Any) -> dict[str, Any]:
    """The decisions of a search as JSON: by operator or perturbation, and over time.

    Args:
        seen: ``neurols.search.decisions.Decisions``.
    """
    import numpy as np

    bins = len(seen.current)
    cuts = np.linspace(0, bins, min(bins, _BINS) + 1).round().astype(int)[:-1]
    ends = np.append(cuts[1:], bins) - 1

    def summed(counts: Any) -> Any:
        return np.add.reduceat(counts, cuts, axis=0)

    form = {
        "names": list(seen.names),
        "operators": seen.operators,
        "proposed": seen.proposed.sum(axis=0).tolist(),
        "decided": seen.decided.sum(axis=0).tolist(),
        "accepted": seen.accepted.sum(axis=0).tolist(),
        "steps": [int(end + 1) * seen.width for end in ends],
        "over_time": {
            "proposed": summed(seen.proposed).tolist(),
            "decided": summed(seen.decided.sum(axis=1)).tolist(),
            "accepted": summed(seen.accepted.sum(axis=1)).tolist(),
        },
        "actions": list(seen.actions),
        "values": [],
    }
    if len(seen.values):
        rows = seen.values[-_ASKED:]
        form["values"] = [[round(float(value), 5) for value in row] for row in rows]
    return form
