"""What every instance tells about itself, whatever the problem."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Instance(Protocol):
    """Immutable problem data. ``JobShop`` and ``VehicleRouting`` meet this protocol."""

    @property
    def name(self) -> str:
        """Name used in tables and files, e.g. ``ta01``."""

    @property
    def problem(self) -> str:
        """``jobshop``, ``cvrp`` or ``tsp``."""

    @property
    def size(self) -> str:
        """Size in the field's words: ``15x15`` (jobs x machines) or ``100`` (customers)."""

    @property
    def best_known(self) -> float | None:
        """Best cost known for this instance, where there is one."""

    @property
    def lower_bound(self) -> float:
        """A proven lower bound on the cost."""
