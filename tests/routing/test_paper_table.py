"""The figures shipped with the package agree with themselves."""

from __future__ import annotations

import pytest

from neurols.routing.paper_table import PUBLISHED
from neurols.routing.uchoa import BEST_KNOWN, group


def test_every_average_is_the_mean_of_its_row() -> None:
    for row in PUBLISHED.rows:
        mean = sum(row.gaps.values()) / len(row.gaps)
        assert row.average == pytest.approx(mean, abs=0.011), row.name


def test_the_best_row_is_the_learned_one_with_7_81_percent() -> None:
    assert min(row.average for row in PUBLISHED.rows) == 7.81
    assert {row.name for row in PUBLISHED.rows if row.average == 7.81} == {"NLS_AN", "NLS_ANP"}


def test_the_groups_are_those_of_the_instances() -> None:
    assert tuple(dict.fromkeys(map(group, BEST_KNOWN))) == PUBLISHED.groups
