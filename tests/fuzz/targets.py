"""Fuzz targets: each reads arbitrary bytes as one kind of input.

A target may raise the product's own errors (``NeurolsError``) and nothing else. An instance that is
read is also written, read back, and, where it is small, solved for a few steps; ``solve`` judges
its result by the independent checker.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import neurols
from neurols.errors import NeurolsError
from neurols.policy import native
from neurols.policy.model_file import read_model
from neurols.policy.spec import ModelCard
from neurols.registry import problem_of
from tests.fuzz import targets_runs, targets_tables
from tests.fuzz.scratch import file_of
from tests.fuzz.solving import read_and_solve


def instance_fjs(data: bytes) -> None:
    """Flexible job shops, with and without setups."""
    read_and_solve(file_of(data, "fuzz.fjs"))


def instance_vrp(data: bytes) -> None:
    """CVRPLIB and TSPLIB files."""
    read_and_solve(file_of(data, "fuzz.vrp"))


def instance_text(data: bytes) -> None:
    """Files whose suffix says nothing: job shops in two formats, and what looks like them."""
    read_and_solve(file_of(data, "fuzz.txt"))


def instance_json(data: bytes) -> None:
    """Instances in the project's JSON, of either problem."""
    read_and_solve(file_of(data, "fuzz.json"))


def _solution(name: str, path: Path) -> None:
    instance = neurols.load(name)
    problem = problem_of(instance)
    problem.check(instance, problem.read_solution(instance, path))


def solution_routing(data: bytes) -> None:
    """CVRPLIB ``.sol`` files."""
    _solution("kool10:1", file_of(data, "fuzz.sol"))


def solution_routing_json(data: bytes) -> None:
    """Route plans in JSON."""
    _solution("kool10:1", file_of(data, "fuzz-routes.json"))


def solution_fleet(data: bytes) -> None:
    """Plans of rich routing, as ``.sol`` and as JSON."""
    _solution("rr-vrptw-n50", file_of(data, "fuzz-fleet.sol"))


def solution_jobshop(data: bytes) -> None:
    """Schedules in JSON."""
    _solution("ft06", file_of(data, "fuzz-schedule.json"))


def solution_scheduling(data: bytes) -> None:
    """Schedules of flexible shops in JSON."""
    _solution("rs-brandimarte-10x5", file_of(data, "fuzz-plan.json"))


def model_card(data: bytes) -> None:
    """The card inside a graph policy's file."""
    ModelCard.from_json(data.decode("utf-8", "replace"), "fuzz.onnx")


def model_file(data: bytes) -> None:
    """Files of native rules, and of graph policies that are trained on."""
    path = file_of(data, "fuzz.safetensors")
    if native.is_one(path):
        native.facts(path)
    for problem in ("jobshop", "cvrp"):
        try:
            native.NativePolicy.load(path, problem)
        except NeurolsError:
            continue
    read_model(path)


def controller(data: bytes) -> None:
    """Controllers with options, as ``--controller`` takes them."""
    text = data.decode("utf-8", "replace")
    if "=" in text and "model" in text:
        return  # would name files of this machine
    neurols.solve(neurols.load("ft06"), controller=text, iterations=5, seed=1)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        instance_fjs,
        instance_vrp,
        instance_text,
        instance_json,
        solution_routing,
        solution_routing_json,
        solution_fleet,
        solution_jobshop,
        solution_scheduling,
        model_card,
        model_file,
        controller,
        targets_tables.tables,
        targets_tables.table_alone,
        targets_tables.workbook,
        targets_tables.parquet,
        targets_tables.plan_of_stops,
        targets_tables.plan_of_operations,
        targets_runs.records,
        targets_runs.description,
        targets_runs.batch_list,
        targets_runs.batch_results,
        targets_runs.journal,
        targets_runs.training,
    )
}


def judge(target: str, data: bytes) -> None:
    """Run a target on an input; returns where it was read, or refused in the product's words."""
    try:
        TARGETS[target](data)
    except NeurolsError:
        return
