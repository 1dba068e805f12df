"""Vehicle routing: instances, files, generators, suites and the independent checker.

The functions that read, write, generate and check live in the modules of the same names. Nothing
here imports NumPy before it is needed: the command line starts in a blink.
"""

from __future__ import annotations

from .check import check
from .instance import VehicleRouting
from .metric import Metric
from .read import read
from .solution import RoutePlan
from .suites import load

__all__ = ["Metric", "RoutePlan", "VehicleRouting", "check", "load", "read"]
