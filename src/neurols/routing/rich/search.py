"""How rich routing is searched: its menu, native workspace, presets and ``auto``."""

from __future__ import annotations

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


def workspace(
    instance: RichRouting, settings: _core.WorkspaceSettings, initial: Any | None = None
) -> _core.RichRoutingWorkspace:
    """A new native workspace.

    Args:
        instance: what it is for.
        settings: of the workspace.
        initial: routes to start from, with ``routes`` (their visits as location numbers, reload
            depots among them) and ``vehicle_types``.
    """
    from neurols import _core

    native = core_instance(instance)
    try:
        if initial is None:
            return _core.RichRoutingWorkspace(native, settings)
        return _core.RichRoutingWorkspace(
            native,
            settings,
            [[int(v) for v in visits] for visits in initial.routes],
            [int(kind) for kind in initial.vehicle_types],
        )
    except ValueError as error:
        raise InputError(f"{instance.name}: {error}") from None


def automatic(budget: Any, instance: RichRouting | None = None) -> str:
    """The specification that ``auto`` stands for."""
    return classical(budget, instance)


def classical(budget: Any, instance: RichRouting | None = None) -> str:
    """Annealed ruin and recreate (Christiaens and Vanden Berghe, 2020)."""
    return "sa:operator=ruin,start=0.5,end=0.02,scale=unit,perturbation=best"
