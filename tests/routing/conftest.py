"""Hand-made instances that the routing tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from neurols.routing import VehicleRouting

# Best: 0-1-2-0 (5 + 8 + 5) and 0-3-0 (5 + 5), 28 together.
VRP = """\
NAME : tiny
COMMENT : (made by hand, Optimal value: 28)
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 10
NODE_COORD_SECTION
1 0 0
2 3 4
3 3 -4
4 -5 0
DEMAND_SECTION
1 0
2 5
3 5
4 6
DEPOT_SECTION
1
-1
EOF
"""


@pytest.fixture
def vrp() -> str:
    """The text of a small instance; the row of node 1 is on line 8, its demand on line 13."""
    return VRP


@pytest.fixture
def put(tmp_path: Path) -> Callable[..., Path]:
    """Write text or bytes to a file and give its path."""

    def write(content: str | bytes, name: str = "tiny.vrp") -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def tiny() -> VehicleRouting:
    """The instance in ``VRP``: three customers around a central depot."""
    return VehicleRouting.from_coordinates(
        [(0, 0), (3, 4), (3, -4), (-5, 0)], [0, 5, 5, 6], 10, name="tiny", metric="EUC_2D"
    )
