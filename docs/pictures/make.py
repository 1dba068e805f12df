"""The pictures of the gallery: python docs/pictures/make.py"""

from __future__ import annotations

import sys
from pathlib import Path

import neurols
from neurols.plotting import plot_convergence, plot_decisions, plot_usage

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


if __name__ == "__main__":
    main()
