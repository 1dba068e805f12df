"""Pictures of results: solution, convergence, usage of operators. svg, png and interactive html.

Light on purpose: a name's module is imported when it is first used, Matplotlib and Plotly when
something is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neurols.plotting.convergence import plot_convergence
    from neurols.plotting.decisions import plot_decisions
    from neurols.plotting.output import SUFFIXES, check_target
    from neurols.plotting.result import plot_result
    from neurols.plotting.usage import plot_usage

_HOMES = {
    "SUFFIXES": "output",
    "check_target": "output",
    "plot_convergence": "convergence",
    "plot_decisions": "decisions",
    "plot_result": "result",
    "plot_usage": "usage",
}

__all__ = [
    "SUFFIXES",
    "check_target",
    "plot_convergence",
    "plot_decisions",
    "plot_result",
    "plot_usage",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
