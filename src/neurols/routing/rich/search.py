"""How rich routing is searched: its menu, its native workspace and environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from neurols.errors import InputError

from .native import core_instance

if TYPE_CHECKING:
    from neurols import _core

    from .instance import RichRouting

CONSTRUCTIONS = ("insertion", "random-insertion")
"""Names of the constructions, the default first."""


def menu_names(instance: RichRouting | None = None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the operators and of the perturbations, in the order of the workspace's menu."""
    from neurols import _core

    operators, perturbations = _core.rich_routing_menu()
    return tuple(operators), tuple(perturbations)


def supports(instance: RichRouting) -> dict[str, str]:
    """By operator and perturbation, why it does nothing on an instance; empty where it may."""
    from neurols import _core

    operators, perturbations = menu_names(instance)
    reasons = workspace(instance, _core.WorkspaceSettings()).unsupported()
    return {
        **dict(zip(operators, reasons, strict=True)),
        **dict.fromkeys(perturbations, ""),
    }


def workspace(
    instance: RichRouting, settings: _core.WorkspaceSettings, initial: Any | None = None
) -> _core.RichRoutingWorkspace:
    """A new native workspace.

    Args:
        instance: what it is for.
        settings: of the workspace.
        initial: a plan to start from, or ``{"routes": …, "vehicle_types": …}``.
    """
    from neurols import _core

    native = core_instance(instance)
    try:
        if initial is None:
            return _core.RichRoutingWorkspace(native, settings)
        form = initial if isinstance(initial, dict) else initial.to_json()
        return _core.RichRoutingWorkspace(
            native,
            settings,
            [[int(v) for v in visits] for visits in form["routes"]],
            [int(kind) for kind in form["vehicle_types"]],
        )
    except ValueError as error:
        raise InputError(f"{instance.name}: {error}") from None


def best_form(instance: RichRouting, workspace: _core.RichRoutingWorkspace) -> dict[str, list[Any]]:
    """The best solution that a workspace holds, in the form that the checker takes.

    Raises:
        InputError: required clients are left out; the message says which, and why where it is
            known.
    """
    absent = workspace.best_absent()
    if absent:
        raise _incomplete(instance, absent)
    return {
        "routes": workspace.best_routes(),
        "vehicle_types": workspace.best_vehicle_types(),
    }


_NAMED = 3  # clients that the message names


def _incomplete(instance: RichRouting, absent: Sequence[int]) -> InputError:
    named = ", ".join(instance.label(at) for at in absent[:_NAMED])
    more = f" and {len(absent) - _NAMED} more" if len(absent) > _NAMED else ""
    return InputError(
        f"{instance.name}: no plan found that visits {named}{more}",
        remedy="give more time, more vehicles, or a prize to clients that may be left out",
    )


def environment(
    instances: Sequence[RichRouting],
    workspace: _core.WorkspaceSettings,
    settings: _core.EnvironmentSettings,
    count: int,
    threads: int,
) -> _core.Environment:
    """Searches over the instances for training, stepped side by side by the core."""
    from neurols import _core

    native = [core_instance(instance) for instance in instances]
    return _core.rich_routing_environment(native, workspace, settings, count, threads)


__all__ = [
    "CONSTRUCTIONS",
    "best_form",
    "environment",
    "menu_names",
    "supports",
    "workspace",
]
