"""``neurols train``: a policy of your own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from neurols.cli import inputs
from neurols.cli.console import say, say_facts
from neurols.errors import InputError, TrainingDiverged

if TYPE_CHECKING:
    from neurols.train.run import Run

_INTERRUPTED = 130
_GRAPH = "graph-policy"
_LEARNED = (_GRAPH, "ranking", "construction", "insertion", "configuration")


def train(
    problem: Annotated[
        str | None,
        typer.Argument(
            metavar="[PROBLEM]",
            help="What to learn on; the examples name some.",
            show_default=False,
        ),
    ] = None,
    actions: Annotated[
        str | None,
        typer.Option(
            metavar="SET",
            help="What the policy decides: a (acceptance), an (and the operator), anp (and when to"
            " perturb).  [default: anp]",
        ),
    ] = None,
    operators: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Operators of the action set, such as ct,cet,ecet,cei.  [default: the paper's]",
        ),
    ] = None,
    perturbations: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Its perturbations, for anp, with @ for the strength: swaps@6,restart.",
        ),
    ] = None,
    restart: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="What the search perturbs with by itself, for a and an: swaps@6."
        ),
    ] = None,
    restart_after: Annotated[
        int | None,
        typer.Option(metavar="N", help="After so many steps without a new best; 0 is never."),
    ] = None,
    allowance: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Sweeps of routes make moves that worsen by less than this share of the mean arc.",
        ),
    ] = None,
    learn: Annotated[
        str,
        typer.Option(
            metavar="WHAT",
            help="graph-policy: a graph network decides about steps. Native rules, which are small"
            " networks inside the search, trained without PyTorch: ranking (of candidates),"
            " construction (and the ranking of the first steps, on large job shops), insertion"
            " (after a ruin, in long searches), configuration (tenure and patience by"
            " instance, on flow shops).",
        ),
    ] = _GRAPH,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Train on the instance files of this folder."),
    ] = None,
    generate: Annotated[
        str | None,
        typer.Option(
            metavar="SIZES",
            help="Train on generated instances of these sizes."
            "  [default: 15x15,20x20, or 100,200 customers]",
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Steps of an episode.  [default: the problem's own]"),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="default (policy gradient), gpu (the same with many searches at once), dqn, or"
            " paper (Falkner et al., 2022, by DQN).",
        ),
    ] = None,
    network: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="narrow, medium or paper.  [default: as the preset]"),
    ] = None,
    device: Annotated[
        str | None, typer.Option(metavar="NAME", help="cpu, cuda or auto.  [default: auto]")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Seed of everything.  [default: 1]")
    ] = None,
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="End after so many seconds.")
    ] = None,
    updates: Annotated[
        int | None, typer.Option(metavar="N", help="End after about so many gradient steps.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="P", help="Threads of the searches.  [default: all cores]")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the run.  [default: runs/PROBLEM-SET]"),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Go on with the run in this folder.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Any other setting; may be repeated."),
    ] = None,
    settings: Annotated[
        bool, typer.Option("--settings", help="List the settings for --set, and end.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell no progress.")] = False,
) -> None:
    """Train a policy that decides when to accept, which operator comes next, when to perturb.

    The folder receives policy.onnx (for --controller nls-anp:model=FILE), its card policy.md, the
    curve training.csv and TensorBoard's files. Ctrl-C ends the run and exports the best so far;
    runs of --preset dqn and paper keep a checkpoint an epoch, from which --resume goes on. Training
    needs PyTorch (pip install 'neurols[train]'); native rules (for --controller nls:model=FILE)
    do not.

    \b
    neurols train jobshop --actions an --time 600 --output runs/mine
    neurols train jobshop --actions an --operators ct,cei+tabu --restart swaps@10 --restart-after 20
    neurols train jobshop --preset dqn --output runs/dqn
    neurols train --resume runs/dqn --time 1200
    neurols train cvrp --data city/ --iterations 200 --device cuda
    neurols train jobshop --preset paper --set epochs=10 --set batch=64
    neurols train jobshop --learn ranking --output runs/ranking
    neurols train jobshop --learn construction --threads 2 --output runs/first
    neurols train cvrp --learn insertion --threads 2 --output runs/insertion
    neurols train jobshop --learn configuration --threads 2 --output runs/settings
    """
    from neurols.cli import train_options

    if settings:
        say(train_options.listing())
        return
    inputs.check_count(iterations, "--iterations", 1)
    inputs.check_count(updates, "--updates", 1)
    inputs.check_count(threads, "--threads", 1)
    inputs.check_count(seed, "--seed", 0)
    if time is not None and not 0 < time < float("inf"):
        raise InputError(f"--time is {time}", remedy="give seconds above 0")
    if problem is None and resume is None:
        from neurols.train.training_data import trainable

        raise InputError("no problem is given", remedy=f"name one of {', '.join(trainable())}")
    if problem is not None:
        from neurols.train.training_data import learning_of

        learning_of(problem)
    if learn not in _LEARNED:
        raise InputError(f"--learn is {learn!r}", remedy=f"use one of {', '.join(_LEARNED)}")
    if learn != _GRAPH:
        from neurols.cli.train_native import train_native

        told = {"--actions": actions, "--operators": operators, "--perturbations": perturbations,
                "--restart": restart, "--restart-after": restart_after, "--allowance": allowance,
                "--data": data, "--preset": preset, "--network": network, "--device": device,
                "--updates": updates}  # fmt: skip
        odd = [name for name, value in told.items() if value is not None]
        if odd:
            raise InputError(
                f"{', '.join(odd)} is for --learn graph-policy", remedy="drop it, or use --set"
            )
        train_native(
            learn, problem, generate, iterations, seed, time, threads, set_ or [], output, resume,
            not quiet,
        )  # fmt: skip
        return
    given: dict[str, Any] = {
        "problem": problem,
        "actions": actions,
        "operators": operators,
        "perturbations": perturbations,
        "restart": restart,
        "restart_after": restart_after,
        "allowance": allowance,
        "folder": None if data is None else str(data),
        "sizes": generate,
        "iterations": iterations,
        "device": device,
        "seed": seed,
        "time": time,
        "updates": updates,
        "threads": threads,
        "network": network,
    }
    run, folder = train_options.request(given, preset, set_ or [], output, resume)
    _train(run, folder, resume is not None, not quiet)


def _train(run: Run, folder: Path, resume: bool, told: bool) -> None:
    from neurols.cli.interrupt import interrupted_once
    from neurols.train.run import CARD, MODEL, check_libraries, export_best, train_run

    check_libraries()
    run.save(folder)
    try:
        with interrupted_once():
            verdict = train_run(run, folder, resume=resume, progress=told)
    except KeyboardInterrupt:
        _tell_interrupted(run, folder)
        raise typer.Exit(_INTERRUPTED) from None
    except TrainingDiverged:
        export_best(run, folder, "The run diverged; the policy was not compared with others.")
        raise
    controller = f"nls-{run.data.actions.kind}:model={folder / MODEL}"
    say_facts(
        [
            ("model", str(folder / MODEL)),
            ("card", str(folder / CARD)),
            ("curve", str(folder / "training.csv")),
            ("use it with", f"--controller {controller}"),
        ]
    )
    say(f"\n{verdict}")


def _tell_interrupted(run: Run, folder: Path) -> None:
    from neurols.train.run import CHECKPOINT, export_best

    model = export_best(
        run, folder, "The run was interrupted; the policy was not compared with others."
    )
    told = (
        "no epoch had ended, so nothing is left of it"
        if model is None
        else f"the best policy so far is {model}"
    )
    if (folder / CHECKPOINT).exists():
        told += f"; go on with: neurols train --resume {folder}"
    print(f"neurols: interrupted; {told}", file=sys.stderr)
