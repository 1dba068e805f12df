"""Vehicle routing: instances, ``Model``, files, generators, suites and the independent checker.

The functions that read, write, generate and check live in the modules of the same names. Nothing
here imports NumPy before it is needed, so that the command line starts fast.
"""

from __future__ import annotations

from .check import check
from .instance import VehicleRouting
from .metric import Metric
from .read import read
from .rich.instance import Break, RichRouting
from .rich.model import Model
from .rich.plan import RoutingPlan
from .solution import RoutePlan
from .suites import load

__all__ = [
    "Break",
    "Metric",
    "Model",
    "RichRouting",
    "RoutePlan",
    "RoutingPlan",
    "VehicleRouting",
    "check",
    "load",
    "read",
]
