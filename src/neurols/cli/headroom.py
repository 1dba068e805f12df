"""``neurols train --headroom``: the table of what better decisions could bring."""

from __future__ import annotations

import sys
from pathlib import Path

from neurols.cli import inputs
from neurols.cli.console import say
from neurols.errors import InputError

_SIZES = {"jobshop": "15x15,20x15,20x20,30x15", "cvrp": "100,200"}
_ITERATIONS = {"jobshop": 100, "cvrp": 200}
_LOOK_AHEADS = {"jobshop": 8, "cvrp": 2}


def measure_headroom(
    problem: str,
    actions: str | None,
    sizes: str | None,
    iterations: int | None,
    instances: int | None,
    seed: int | None,
    threads: int | None,
    output: Path | None,
    shown: bool,
) -> None:
    """Measure, print the table, and write every figure to ``output`` as a CSV."""
    from neurols.plotting.output import write_bytes
    from neurols.search.budget import available_cores
    from neurols.train.headroom import Plan, measure
    from neurols.train.headroom_table import as_csv, summary, table

    output = Path(f"headroom-{problem}.csv") if output is None else output
    if output.suffix.lower() != ".csv":
        raise InputError("figures are written as CSV", file=output, remedy="let it end in .csv")
    inputs.check_output(output, "--output")
    plan = Plan(
        problem=problem,
        sizes=tuple(part.strip() for part in (sizes or _SIZES[problem]).split(",") if part.strip()),
        instances=24 if instances is None else instances,
        iterations=_ITERATIONS[problem] if iterations is None else iterations,
        actions=actions or "anp",
        look_ahead=_LOOK_AHEADS[problem],
        seed=1 if seed is None else seed,
    )

    def on_part(name: str, share: float) -> None:
        if shown:
            print(f"\r{share:4.0%}  {name:<40}", end="", file=sys.stderr, flush=True)

    rows = measure(plan, threads=threads or available_cores(), on_part=on_part)
    if shown:
        print("\r" + 50 * " " + "\r", end="", file=sys.stderr)
    write_bytes(output, as_csv(rows).encode())
    say(
        f"{problem}, action set {plan.actions}, {plan.iterations} steps,"
        f" {plan.instances} generated instances ({', '.join(plan.sizes)}), seed {plan.seed}\n"
        f"gap: above the best cost seen, or `auto` with {plan.reference} times the steps\n"
    )
    say(table(summary(rows)))
    say(f"\nwritten to {output}")
