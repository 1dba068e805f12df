"""``neurols tune``: settings of a controller, chosen on generated instances."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from neurols.cli import inputs, options
from neurols.cli.console import note, say, say_facts, say_json, shows_progress
from neurols.errors import InputError

if TYPE_CHECKING:
    from neurols.cluster import Executor
    from neurols.tune import Protocol, Tuned

_INTERRUPTED = 130
_ALL = "all"
_FOLDER = Path("results/tune")


def tune(
    controller: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Whose settings to tune, or all; options given, as in tabu:tenure=9, stay.",
            show_default=False,
        ),
    ],
    problem: options.ProblemName = None,
    sizes: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="Sizes of the generated instances.  [default: the problem's own]",
            show_default=False,
        ),
    ] = None,
    instances: Annotated[
        int, typer.Option(metavar="K", help="Number of generated instances.")
    ] = 512,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Steps of each search.")
    ] = None,
    time: options.Time = None,
    cpu_time: options.CpuTime = None,
    trials: Annotated[
        int, typer.Option(metavar="T", help="Trials in the study, earlier runs included.")
    ] = 100,
    only: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Tune these settings alone.", show_default=False),
    ] = None,
    operators: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Choose among these alone.", show_default=False),
    ] = None,
    perturbations: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Choose among these alone, such as swaps@6.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="Of instances, searches, trials.")] = 1,
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keeps the study and resumes it: FILE.db or FILE.journal."
            "  [default: in results/tune]",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Settings and provenance as JSON.  [default: beside the study]",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(metavar="W", help="Searches at once.  [default: all cores]"),
    ] = None,
    cluster: options.Cluster = None,
    json: options.Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")] = False,
) -> None:
    """Tune a controller's settings on generated instances, never on benchmarks.

    Every trial meets the same instances and random numbers as the settings as they are; in the end
    both meet instances that no trial has seen. The answer is a specification for --controller.

    \b
    neurols tune --controller tabu --iterations 1000 --trials 100 --study tabu.db
    neurols tune --controller sa --problem cvrp --sizes 100,200 --instances 64 --cpu-time 1
    neurols tune --controller vns --only operators,patience --iterations 100
    neurols tune --controller vns:preset=plain --operators ct,cet,cei --perturbations swaps
    neurols tune --controller all --iterations 100
    """
    from neurols.cluster import executor_for
    from neurols.registry import problem_named
    from neurols.search.budget import available_cores
    from neurols.tune import Protocol
    from neurols.tune.instances import check_sizes
    from neurols.tune.space import tunable

    inputs.check_count(trials, "--trials", 1)
    inputs.check_count(workers, "--workers", 1)
    if controller == _ALL and (study is not None or output is not None):
        raise InputError(
            "a study is about one controller", remedy="leave out --study and --output with 'all'"
        )
    owner = problem_named(problem)
    problem = owner.name
    names = tunable(problem) if controller == _ALL else [controller]
    protocols = [
        Protocol(
            problem=problem,
            controller=name,
            sizes=_parts(sizes or owner.default_size),
            instances=instances,
            iterations=iterations,
            time_limit=time,
            cpu_limit=cpu_time,
            seed=seed,
            only=_parts(only or ""),
            operators=_parts(operators or ""),
            perturbations=_parts(perturbations or ""),
        )
        for name in names
    ]
    check_sizes(problem, protocols[0].sizes)
    if cluster is not None and workers is not None:
        executor_for(workers, cluster)  # refused there
    home = None if cluster is None else executor_for(cluster=cluster)
    cores = available_cores() if workers is None else workers
    shown = shows_progress(not json and not quiet)
    found = []
    for protocol in protocols:
        one = _study(protocol, study, output, trials, cores, home, shown)
        found.append(one)
        if not json:
            _tell(one)
        if one.interrupted:
            break
    if json:
        answers = [one.to_json() for one in found]
        say_json(answers if controller == _ALL else answers[0])
    if found[-1].interrupted:
        print(
            f"neurols: interrupted after {found[-1].trials} trials;"
            " the same command goes on from here",
            file=sys.stderr,
        )
        raise typer.Exit(_INTERRUPTED)


def _study(
    protocol: Protocol,
    study: Path | None,
    output: Path | None,
    trials: int,
    workers: int,
    home: Executor | None,
    shown: bool,
) -> Tuned:
    """Run or resume a study and write its settings beside it."""
    import json as text

    from neurols.cli.progress import watch_tuning
    from neurols.files.whole_file import make_folder, write_bytes
    from neurols.tune import tune as run_study
    from neurols.tune.storage import check_path, optuna

    if study is None:
        optuna()  # nothing is made where tuning cannot run
        make_folder(_FOLDER)
        study = _FOLDER / f"{protocol.file_name}.journal"
    check_path(study)
    if output is None:
        output = study.with_suffix(".json")
        _refuse_foreign(output)
    elif output.suffix.lower() != ".json":
        raise InputError(
            "settings are written as JSON", file=output, remedy="let its name end in .json"
        )
    inputs.check_output(output, "--output", inputs=(str(study),))
    with watch_tuning(trials, shown) as on_trial:
        found = run_study(
            protocol,
            trials=trials,
            study=study,
            workers=workers,
            home=home,
            on_trial=on_trial,
            on_note=note,
        )
    write_bytes(output, text.dumps(found.to_json(), indent=2).encode() + b"\n")
    return found


def _refuse_foreign(output: Path) -> None:
    """Beside the study may lie a file that has its name and is something else."""
    import json as text

    if not output.exists():
        return
    try:
        form = text.loads(output.read_text(encoding="utf-8"))
        known = isinstance(form, dict) and {"spec", "made_with"} <= set(form)
    except (OSError, ValueError, RecursionError):
        known = False
    if not known:
        raise InputError(
            "lies where the settings would be written", file=output, remedy="name --output"
        )


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _tell(found: Tuned) -> None:
    facts = [
        ("controller", found.protocol.controller),
        ("trials", str(found.trials)),
        ("budget", found.protocol.budget),
    ]
    facts.append(("change", f"{found.change:+.2f} % on {found.protocol.instances} instances"))
    if found.fresh is not None:
        fresh = found.fresh
        facts += [
            (
                "on fresh ones",
                f"{fresh['change_percent']:+.2f} %, won/tied/lost {fresh['wins_ties_losses']},"
                f" p = {fresh['p_value']:.2g}",
            ),
            (
                "gap to bound",
                f"{fresh['gap_percent_to_lower_bound_before']:.2f} % before,"
                f" {fresh['gap_percent_to_lower_bound_after']:.2f} % after",
            ),
        ]
    say_facts(facts)
    say(f"\n--controller '{found.spec}'")
