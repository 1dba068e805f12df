"""Write the reference costs of the embedded suite from benchmark records.

    neurols bench uchoa-like --controllers auto --peers hgs,pyvrp --time 10 --output results/refs
    python benchmarks/references.py results/refs/records.jsonl

Every run of every solver counts; the best cost of an instance is its reference.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from neurols.routing import references

MARK = "REFERENCES: dict[str, Reference] = {"


def rows(records: list[dict[str, object]]) -> list[str]:
    """A line of the table per instance."""
    lines = []
    for name in sorted({str(record["instance"]) for record in records}):
        runs = [r for r in records if r["instance"] == name and r["cost"] is not None]
        runs.sort(key=lambda run: float(str(run["cost"])))
        solvers = dict.fromkeys(f"{run['controller']} {run['version']}" for run in runs)
        seconds = max(float(str(run["cpu_seconds"])) for run in runs)
        listed = ", ".join(f'"{solver}"' for solver in solvers)
        lines.append(f'    "{name}": Reference({runs[0]["cost"]}, ({listed},), {seconds:.0f}),')
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", type=Path)
    text = parser.parse_args().records.read_text(encoding="utf-8")
    records = [json.loads(line) for line in text.splitlines()]
    home = Path(references.__file__)
    source = home.read_text(encoding="utf-8")
    head = source[: source.index(MARK)]
    home.write_text("\n".join([head + MARK, *rows(records), "}", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
