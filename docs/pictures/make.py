"""The pictures of the gallery: python docs/pictures/make.py"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import neurols
import neurols.routing.generate
from neurols.plotting import plot_convergence, plot_decisions, plot_usage, style
from neurols.plotting.decisions import draw_costs, draw_strip
from neurols.plotting.decisions_data import strip, traced
from neurols.plotting.output import write_picture

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "examples"))


def main() -> None:
    neurols.solve("ta01", iterations=300_000, seed=1).plot(HERE / "ta01.svg")
    neurols.solve("demo-cvrp", iterations=1_000, seed=1).plot(HERE / "routes.svg")
    neurols.solve("rr-vrptw-n50", iterations=3_000, seed=1).plot(HERE / "windows.svg")
    neurols.solve("ul-n120-s04", iterations=300, seed=1).plot(HERE / "fleet.svg")

    from machine_shop import shop

    shop().solve(iterations=3_000, seed=1).plot(HERE / "machine-shop.svg")
    runs = [
        neurols.solve("ta21", controller=name, iterations=1_000, seed=1)
        for name in ("hill-climbing", "sa", "ils", "vns", "tabu", "nls")
    ]
    plot_convergence(runs, HERE / "convergence.svg", log=True)
    policy = neurols.solve(
        "ta01", controller="nls-anp", iterations=100, seed=1, trace_decisions=True
    )
    plot_decisions(policy, HERE / "decisions.svg")
    plot_usage(policy, HERE / "usage.svg")
    side_by_side("ta41", ("vns:preset=plain", "nls-an"), HERE / "strips.svg")
    mixed = neurols.routing.generate.mixed(100, 1)
    side_by_side(mixed, ("vns:preset=plain", "nls-an"), HERE / "routing-strips.svg")


def side_by_side(instance: Any, controllers: tuple[str, ...], path: Path) -> None:
    """The decisions of several controllers on one instance, 100 steps each, over one another."""
    runs = [
        neurols.solve(instance, controller=name, iterations=100, seed=1, trace_decisions=True)
        for name in controllers
    ]
    strips = [strip(traced(run)) for run in runs]
    heights = [part for rows in strips for part in (1.6, 0.5 + 0.24 * len(rows.names))]
    with style.matplotlib_style():
        sheet = style.new_figure(9, 0.6 * len(runs) + sum(heights))
        panels = list(sheet.subplots(len(heights), 1, sharex=True, height_ratios=heights))
        for run, rows, above, below in zip(runs, strips, panels[::2], panels[1::2], strict=True):
            decisions = traced(run)
            draw_costs(above, run, decisions)
            above.set_title(f"{run.controller}: best {run.cost:,.0f}", loc="left", fontsize=10)
            draw_strip(below, rows, decisions.width * len(decisions.best))
        lowest, highest = zip(*(panel.get_ylim() for panel in panels[::2]), strict=True)
        for panel in panels[::2]:
            panel.set_ylim(min(lowest), max(highest))
        panels[-1].set_xlim(0, 100)
        panels[-1].set_xlabel("iterations")
        write_picture(sheet, path)


if __name__ == "__main__":
    main()
