"""Names in pictures: whatever an instance or a controller is called, it is shown and not obeyed."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.plotting import plot_convergence, plot_decisions, plot_result
from neurols.routing.instance import VehicleRouting
from neurols.scheduling.instance import JobShop
from neurols.search.result import Result

NAMES = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "$x^{$ costs $5",
    r"$\frac{",
    "\x1b[31mred\x00",
    "bad\udcff",
    "a -- b --> c",
    "</style></title>",
    "_hidden",
]


def named(name: str, problem: str) -> Result:
    if problem == "jobshop":
        jobs = neurols.load("ft06").jobs
        instance: Any = JobShop(jobs, name=name if name.isprintable() else "refused")
    elif problem == "map":
        points = [(0, 0), (1, 0), (0, 1)]
        instance = VehicleRouting.from_coordinates(points, [0, 1, 1], 1, name=name)
    else:
        matrix = [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
        instance = VehicleRouting.from_matrix(matrix, [0, 1, 1], 1, name=name)
    result = neurols.solve(instance, iterations=5, controller="sa", trace_decisions=True)
    return replace(result, controller=f"sa:{name}")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("problem", ["jobshop", "map", "matrix"])
def test_any_name_gives_a_well_formed_svg(tmp_path: Path, name: str, problem: str) -> None:
    result = named(name, problem)
    plot_result(result, tmp_path / "plan.svg")
    plot_decisions(result, tmp_path / "decisions.svg")
    both = [result, replace(result, controller=f"{name}2")]
    plot_convergence(both, tmp_path / "convergence.svg")
    for file in tmp_path.iterdir():
        tree = ElementTree.fromstring(file.read_bytes())
        assert not [part for part in tree.iter() if str(part.tag).endswith(("script", "img"))]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_becomes_markup_of_a_page(tmp_path: Path, name: str) -> None:
    result = named(name, "jobshop")
    plot_result(result, tmp_path / "plan.html")
    page = (tmp_path / "plan.html").read_text(encoding="utf-8")
    plain = named("plain", "jobshop")
    plot_result(plain, tmp_path / "plain.html")
    other = (tmp_path / "plain.html").read_text(encoding="utf-8")
    for tag in ("script", "img", "style", "title"):
        pattern = re.compile(f"</?{tag}[ />]", re.IGNORECASE)
        assert len(pattern.findall(page)) == len(pattern.findall(other))
    assert "\x1b" not in page


def test_anytime_curves_show_controllers_as_they_are_called(tmp_path: Path) -> None:
    from neurols.plotting.anytime import figure, interactive

    records = [
        {
            "instance": "a",
            "controller": "<b>$x^{$</b>",
            "seed": seed,
            "best_known": 10,
            "initial_cost": 20,
            "cost": 12,
            "cpu_seconds": 1.0,
            "seconds": 1.0,
            "trace": [[0, 0.0, 20], [5, 0.5, 12]],
            "budget": {"seconds": 1.0},
        }
        for seed in (1, 2)
    ]
    figure(records).savefig(tmp_path / "a.svg")
    names = {trace.name for trace in interactive(records).data if trace.name}
    assert names == {"&lt;b&gt;$x^{$&lt;/b&gt;"}
