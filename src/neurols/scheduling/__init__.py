"""Scheduling: instances, ``Model``, solutions, files, generators, the checker, built-in suites.

Light on purpose: importing it brings no NumPy and no compiled core.
"""

from neurols.scheduling.check import check
from neurols.scheduling.formats import Format
from neurols.scheduling.generate import general_shop, random_shop
from neurols.scheduling.instance import JobShop
from neurols.scheduling.read import parse, read
from neurols.scheduling.rich.instance import RichScheduling
from neurols.scheduling.rich.model import Model
from neurols.scheduling.rich.replan import replan
from neurols.scheduling.rich.solution import RichSchedule
from neurols.scheduling.solution import Schedule, from_json, machine_orders, semi_active
from neurols.scheduling.suites import groups, load, names, suite
from neurols.scheduling.write import (
    json_text,
    read_solution,
    standard_text,
    taillard_text,
    write,
    write_solution,
)

__all__ = [
    "Format",
    "JobShop",
    "Model",
    "RichSchedule",
    "RichScheduling",
    "Schedule",
    "check",
    "from_json",
    "general_shop",
    "groups",
    "json_text",
    "load",
    "machine_orders",
    "names",
    "parse",
    "random_shop",
    "read",
    "read_solution",
    "replan",
    "semi_active",
    "standard_text",
    "suite",
    "taillard_text",
    "write",
    "write_solution",
]
