"""The figures shipped with the package agree with themselves."""

from __future__ import annotations

import pytest

from neurols.routing.paper import GROUPS, ROWS
from neurols.routing.uchoa import BEST_KNOWN, group


def test_every_average_is_the_mean_of_its_row() -> None:
    for row in ROWS:
        assert row.average == pytest.approx(sum(row.gaps) / len(row.gaps), abs=0.011), row.model


def test_the_best_row_is_the_learned_one_with_7_81_percent() -> None:
    assert min(row.average for row in ROWS) == 7.81
    assert {row.model for row in ROWS if row.average == 7.81} == {"NLS_AN", "NLS_ANP"}


def test_the_groups_are_those_of_the_instances() -> None:
    assert tuple(dict.fromkeys(map(group, BEST_KNOWN))) == GROUPS
