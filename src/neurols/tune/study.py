"""The study: trials one after the other, each paired with the settings as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from neurols.errors import InputError
from neurols.registry import problems
from neurols.search.spec import parse_spec
from neurols.tune.evaluate import Evaluation
from neurols.tune.instances import validation_instances
from neurols.tune.race import has_lost
from neurols.tune.space import Space
from neurols.tune.storage import open_study, optuna

if TYPE_CHECKING:
    from neurols.cluster import Executor
    from neurols.tune.protocol import Protocol


class Seen(NamedTuple):
    """What ``on_trial`` is told."""

    done: int
    best: float
    """Change of the mean cost against the settings as they are, in percent; less is better."""
    spec: str


@dataclass(frozen=True, slots=True)
class Tuned:
    """What tuning brought."""

    protocol: Protocol
    spec: str
    """The best settings, or those as they were where no trial was better."""
    change: float
    """Mean change of the cost on the instances of the trials, in percent."""
    trials: int
    whole: int
    """Of these, trials that met all instances; the others had fallen behind before."""
    fresh: dict[str, Any] | None = None
    """Before and after on instances that no trial has seen; None after an interruption."""
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Settings with their provenance."""
        from neurols.benchmark.provenance import session

        return {
            "spec": self.spec,
            "settings": asdict(replace(self.protocol, controller=self.spec).base()),
            **self.protocol.to_json(),
            "budget": self.protocol.budget,
            "trials": self.trials,
            "trials_on_all_instances": self.whole,
            "change_percent_on_tuning_instances": round(self.change, 4),
            "fresh_instances": self.fresh,
            "made_with": {
                "date": date.today().isoformat(),
                **session(),
                "optuna": optuna().__version__,
            },
        }


def tune(
    protocol: Protocol,
    *,
    trials: int,
    study: Path | None = None,
    workers: int = 1,
    home: Executor | None = None,
    on_trial: Callable[[Seen], None] | None = None,
    on_note: Callable[[str], None] = lambda _: None,
) -> Tuned:
    """Tune a controller's settings.

    The objective is the mean over instances of cost / cost with the settings as they are: every
    instance weighs the same, whatever its size, and both meet the same random numbers.

    Args:
        protocol: what, on what and for how long.
        trials: in the study as a whole, those of earlier runs included.
        study: file that keeps it; without one it is in memory alone.
        workers: searches at once, on threads of this process.
        home: where the searches run instead, such as a Ray cluster.
        on_trial: called after every trial.
        on_note: called with a sentence where a killed run has left something to mend.

    Raises:
        InputError: an option makes no sense, Optuna is missing, the file is of something else or
            cannot be written.
    """
    instances = validation_instances(protocol)
    space = _space(protocol)
    kept = open_study(study, protocol, on_note)
    run = Evaluation(protocol, instances, workers, home)
    interrupted = False
    try:
        default = _default_costs(kept, protocol, run)
        kept.enqueue_trial(space.encode(), skip_if_exists=True)  # so that nothing gets worse
        while (done := len(_finished(kept))) < trials:
            _trial(kept, protocol, space, run, default)
            if on_trial is not None:
                change, spec = _best(kept, protocol)
                on_trial(Seen(done + 1, change, spec))
    except KeyboardInterrupt:
        interrupted = True
    except (OSError, optuna().exceptions.StorageInternalError) as error:
        reason = " ".join(str(error.__cause__ or error).split())[:120]
        raise InputError(
            f"the study cannot be written: {reason}",
            file=study,
            remedy="its trials so far are kept; make room, and the same command goes on from here",
        ) from None
    change, spec = _best(kept, protocol)
    found = Tuned(
        protocol, spec, change, len(_finished(kept)), len(_whole(kept)), interrupted=interrupted
    )
    return found if interrupted else replace(found, fresh=_fresh(protocol, spec, workers, home))


def _space(protocol: Protocol) -> Space:
    problem = problems()[protocol.problem]
    spec = parse_spec(protocol.controller)
    given = frozenset(spec.options) | ({"operator"} if spec.argument else set())
    return Space(
        spec.name,
        protocol.base(),
        protocol.menu(),
        tuple(problem.constructions()),
        given=given,
        only=protocol.only,
        iterations=protocol.iterations,
    )


def _default_costs(study: Any, protocol: Protocol, run: Evaluation) -> list[float]:
    """Costs with the settings as they are, kept in the study: all its trials face the same ones."""
    kept = study.user_attrs.get("default_costs")
    if kept is None:
        kept = run.all_costs(protocol.spec({}))
        study.set_user_attr("default_costs", kept)
    return list(kept)


def _trial(
    study: Any, protocol: Protocol, space: Space, run: Evaluation, default: list[float]
) -> None:
    """One trial, given up midway where it falls behind the best one."""
    trial = study.ask()
    base = protocol.base()
    settings = {
        name: value for name, value in space.suggest(trial).items() if value != getattr(base, name)
    }
    spec = protocol.spec(settings)
    trial.set_user_attr("spec", spec)
    best = _best_trial(study)
    goal = None if best is None else best.user_attrs.get("ratios")
    ratios: list[float] = []
    for costs in run.costs(spec) if settings else [default]:
        against = default[len(ratios) : len(ratios) + len(costs)]
        ratios += [_ratio(cost, other) for cost, other in zip(costs, against, strict=True)]
        trial.report(fmean(ratios), len(ratios))
        if len(ratios) < len(default) and has_lost(ratios, goal):
            study.tell(trial, state=optuna().trial.TrialState.PRUNED)
            return
    trial.set_user_attr("ratios", ratios)
    study.tell(trial, fmean(ratios))


def _ratio(cost: float, other: float) -> float:
    return cost / other if other > 0 else 1.0 if cost == other else 2.0


def _finished(study: Any) -> list[Any]:
    """Trials with a verdict; one that was killed midway has none and is not counted."""
    state = optuna().trial.TrialState
    found: list[Any] = study.get_trials(deepcopy=False, states=(state.COMPLETE, state.PRUNED))
    return found


def _whole(study: Any) -> list[Any]:
    """Trials that met all instances."""
    return [trial for trial in _finished(study) if trial.state.name == "COMPLETE"]


def _best_trial(study: Any) -> Any:
    return min(_whole(study), key=lambda trial: trial.value, default=None)


def _best(study: Any, protocol: Protocol) -> tuple[float, str]:
    """The best trial's change in percent and its specification; nothing better is no change."""
    best = _best_trial(study)
    if best is None or best.value >= 1.0:
        return 0.0, protocol.spec({})
    return 100.0 * (best.value - 1.0), str(best.user_attrs["spec"])


def _fresh(protocol: Protocol, spec: str, workers: int, home: Executor | None) -> dict[str, Any]:
    """Before and after on fresh instances: the best of many trials flatters itself on its own."""
    instances = validation_instances(protocol, fresh=True)
    run = Evaluation(protocol, instances, workers, home, fresh=True)
    before = run.all_costs(protocol.spec({}))
    after = before if spec == protocol.spec({}) else run.all_costs(spec)
    bounds = [float(instance.lower_bound) for instance in instances]
    ratios = [_ratio(cost, other) for cost, other in zip(after, before, strict=True)]
    from neurols.benchmark.statistics import wilcoxon, wins_ties_losses

    named = [{str(k): cost for k, cost in enumerate(costs)} for costs in (after, before)]
    return {
        "instances": len(instances),
        "gap_percent_to_lower_bound_before": round(_gap(before, bounds), 4),
        "gap_percent_to_lower_bound_after": round(_gap(after, bounds), 4),
        "change_percent": round(100 * (fmean(ratios) - 1), 4),
        "wins_ties_losses": str(wins_ties_losses(*named)),
        "p_value": float(f"{wilcoxon(*named):.4g}"),
    }


def _gap(costs: list[float], bounds: list[float]) -> float:
    return fmean(
        100 * (cost - bound) / bound if bound > 0 else 0.0
        for cost, bound in zip(costs, bounds, strict=True)
    )
