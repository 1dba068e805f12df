"""Write the reference costs of the embedded suite from benchmark records.

    neurols bench uchoa-like --controllers auto --peers hgs,pyvrp --time 10 --output results/refs
    python benchmarks/references.py results/refs/records.jsonl

Every run of every solver counts; the best cost of an instance is its reference.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from neurols import routing

HOME = Path(routing.__file__).with_name("references.csv")


def rows(records: list[dict[str, object]]) -> list[str]:
    """A line of the table per instance: the solver that found the cost stands first."""
    lines = ["name,cost,seconds,solvers"]
    for name in sorted({str(record["instance"]) for record in records}):
        runs = [r for r in records if r["instance"] == name and r["cost"] is not None]
        runs.sort(key=lambda run: float(str(run["cost"])))
        solvers = dict.fromkeys(f"{run['controller']} {run['version']}" for run in runs)
        seconds = max(float(str(run["cpu_seconds"])) for run in runs)
        lines.append(f"{name},{runs[0]['cost']},{seconds:.0f},{'; '.join(solvers)}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    text = parser.parse_args().records.read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    HOME.write_text("\n".join([*rows(records), ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
