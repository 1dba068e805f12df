"""Pictures of results: solution, convergence, usage of operators. svg, png and interactive html.

Light on purpose: Matplotlib and Plotly are imported when something is drawn.
"""

from neurols.plotting.convergence import plot_convergence
from neurols.plotting.decisions import plot_decisions
from neurols.plotting.drawers import Drawer, register
from neurols.plotting.output import SUFFIXES, check_target
from neurols.plotting.result import plot_result
from neurols.plotting.usage import plot_usage

__all__ = [
    "SUFFIXES",
    "Drawer",
    "check_target",
    "plot_convergence",
    "plot_decisions",
    "plot_result",
    "plot_usage",
    "register",
]
